/** How long a page takes until a first move is accepted: for `npm run measure`, and for the budget that is tested. */

/** What the page says when the first man stands, before the milliseconds since it was navigated to. */
const ACCEPTED = 'accepted after';

/**
 * A person in a great hurry: presses d6 again and again from the first moment that the board is there.
 * @param {import('@playwright/test').BrowserContext} context an empty cache
 * @param {string} url
 * @param {number} slowed how many times slower than it is the processor is made
 * @returns {Promise<number>} milliseconds since the navigation
 */
export async function firstMove(context, url, slowed) {
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowed });
  // Told by the page itself: asking it makes it read scripts first, which takes a slowed one a twentieth of a second.
  const accepted = page.waitForEvent('console', { predicate: (message) => message.text().startsWith(ACCEPTED) });
  await page.addInitScript((sign) => {
    const press = () => {
      /** @type {HTMLElement | null} */ (document.querySelector('[data-point="d6"]'))?.click();
      if (/** @type {any} */ (window).merels?.line.includes('W')) console.debug(sign, Math.round(performance.now()));
      else setTimeout(press, 4);
    };
    press();
  }, ACCEPTED);
  await page.goto(url);
  return Number((await accepted).text().slice(ACCEPTED.length));
}
