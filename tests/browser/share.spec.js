/** Games that go from one person to another as links. */
import { audit } from './audit.js';
import { expect, test } from './fixtures.js';
import { keepWayBack, line, oneTurnEach, open, play, ready } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Copies the link that is offered. @param {Page} page */
async function copied(page) {
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your friend' })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test(
  'two friends play by message, each turn a link that is opened in the same game',
  { tag: '@desktop' },
  async ({ page, context, browser, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const elsewhere = await browser.newContext({
      baseURL,
      locale: 'en-GB',
      permissions: ['clipboard-read', 'clipboard-write'],
      serviceWorkers: 'block',
    });
    const friend = await elsewhere.newPage();
    await open(page);
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'By message' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'You play White' })).toBeVisible();
    await play(page, 'd6');
    await audit(page, 'a turn to send');
    const first = await copied(page);

    await friend.goto(first);
    await ready(friend);
    await expect(
      friend.getByRole('heading', { name: 'A friend invites you to play Nine Men’s Morris' }),
    ).toBeVisible();
    await play(friend, 'f4');
    const second = await copied(friend);

    // Another game is at the table meanwhile.
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'A friend here' }).click();
    await page.goto(second);
    await expect.poll(() => line(page)).toContain('nine 3/1W1/3/4B1/3/3/3 w 8,8');
    await expect(page.locator('.status-text')).toHaveText('Your turn. Place a man.');
    await play(page, 'd2');
    await page.goto(first);
    await expect(page.getByText('This link is older than your game.')).toBeVisible();
    await page.goto(second.replace('d6.f4', 'd6.f6'));
    await expect(page.getByText('This link doesn’t match your game.')).toBeVisible();
    await expect(page.locator('.move')).toHaveText(['d6', 'f4', 'd2']);
    await elsewhere.close();
  },
);

test('a link that is opened asks what to do, by keyboard too, and the game at the table comes back', async ({
  page,
}) => {
  await keepWayBack(page);
  await oneTurnEach(page);
  const before = await line(page);
  await page.goto('./#m=six~b2.e5.a1');
  await expect(page.getByRole('heading', { name: 'Shared game' })).toBeVisible();
  await audit(page, 'a shared game');
  await page.getByRole('button', { name: 'Watch' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Forward' })).toBeFocused();
  await expect.poll(() => line(page)).toContain('w 6,6');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Play on as Black' }).press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-point')))
    .toBe(true);
  await expect(page.locator('.status-text')).toHaveText('Your turn. Place a man.');
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect.poll(() => line(page)).toBe(before);
});
