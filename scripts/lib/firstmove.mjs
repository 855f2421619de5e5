/**
 * Measures the time until the page accepts the first move, for `npm run measure` and the speed
 * tests.
 */

/**
 * What the page logs when the first man is placed, followed by the milliseconds since navigation.
 */
const ACCEPTED = 'accepted after';

/**
 * Presses d6 again and again from the moment the board is there.
 * @param {import('@playwright/test').BrowserContext} context an empty cache
 * @param {string} url
 * @param {number} slowed the factor by which the processor is slowed
 * @returns {Promise<number>} milliseconds since the navigation
 */
export async function firstMove(context, url, slowed) {
  const page = await context.newPage();
  await (
    await context.newCDPSession(page)
  ).send('Emulation.setCPUThrottlingRate', { rate: slowed });
  // Logged by the page itself: evaluating a script in a slowed page takes 50 ms.
  const accepted = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(ACCEPTED),
  });
  await page.addInitScript((sign) => {
    const press = () => {
      /** @type {HTMLElement | null} */ (document.querySelector('[data-point="d6"]'))?.click();
      if (/** @type {any} */ (window).merels?.line.includes('W'))
        console.debug(sign, Math.round(performance.now()));
      else setTimeout(press, 4);
    };
    press();
  }, ACCEPTED);
  await page.goto(url);
  return Number((await accepted).text().slice(ACCEPTED.length));
}
