/** Exact values: computed in a worker, kept on the device, shown on request, and played by. */
import { readdirSync } from 'node:fs';
import { DIST } from '../../scripts/lib/page.mjs';
import { expect, test } from './fixtures.js';
import {
  cell,
  line,
  legal,
  menu,
  myTurn,
  open,
  outcome,
  play,
  ready,
  start,
  unfold,
} from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const solving = (page) => page.evaluate(() => window.merels.solving);
/** @param {Page} page @param {string} status */
const until = (page, status) =>
  expect.poll(async () => (await solving(page)).status, { timeout: 60_000 }).toBe(status);

/** How many games' values are kept on the device. @param {Page} page @returns {Promise<number>} */
const keptCount = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('merels-values');
        // Not there yet: it is the page that makes it (see databases.js).
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve(0);
        opening.onsuccess = () => {
          const db = opening.result;
          if (!db.objectStoreNames.contains('values')) return (db.close(), resolve(0));
          const count = db.transaction('values').objectStore('values').count();
          count.onsuccess = () => (db.close(), resolve(count.result));
        };
      }),
  );

/**
 * Until they are kept. Asked again from here: `waitForFunction` takes any promise for a yes.
 * @param {Page} page
 */
const kept = (page) => expect.poll(() => keptCount(page), { timeout: 30_000 }).toBeGreaterThan(0);

test('values stand on the board, in its grid and in the list, and games that are not solved say so', async ({
  page,
}) => {
  await test.step('values stand on the board, in its grid and in the list', async () => {
    await test.step('values stand on the board, in its grid and in the list', async () => {
      await open(page);
      await start(page, { mode: 'people', spec: 'three' });
      await menu(page, 'Show exact values');
      await until(page, 'ready');
      const panel = page.getByRole('region', { name: 'Exact values' });
      await expect(panel).toContainText(/White wins in \d+ moves\./);
      await expect(panel.getByRole('listitem')).toHaveCount(9);
      await expect(panel.locator('.value.best')).toHaveText(/^b2.*wins in \d+$/);
      await expect(cell(page, 'b2')).toHaveAccessibleName(/b2, empty, wins in \d+/);
      await expect(cell(page, 'a1')).toHaveAccessibleName(/draw/);
      await expect(cell(page, 'a2')).toHaveAccessibleName(/loses in \d+/);
      await play(page, 'b2');
      await expect(panel).toContainText(/Black loses in \d+ moves\./);
      // The key hides them again.
      await page.keyboard.press('v');
      await expect(panel).toBeHidden();
      await expect(cell(page, 'a1')).toHaveAccessibleName('a1, empty');
    });
    await test.step('a man shows its best move, and when chosen each of its ways', async () => {
      await start(page, { mode: 'people', spec: 'three' });
      await menu(page, 'Show exact values');
      await until(page, 'ready');
      for (const move of ['b2', 'a1', 'c1', 'a3', 'a2', 'c2']) await play(page, move);
      await expect(cell(page, 'b2')).toHaveAccessibleName(/draw/);
      await expect(cell(page, 'c1')).toHaveAccessibleName(/loses in \d+/);
      await cell(page, 'b2').focus();
      await page.keyboard.press('Enter');
      await expect(cell(page, 'b1')).toHaveAccessibleName(/loses in \d+/);
      await expect(cell(page, 'b3')).toHaveAccessibleName(/draw/);
      await expect(cell(page, 'c1')).not.toHaveAccessibleName(/loses/);
    });
  });
  await test.step('games that are not solved say so, and do not offer the perfect player', async () => {
    await page.getByRole('button', { name: 'New game' }).click();
    const form = await unfold(page);
    await form.locator('input[name=mode][value=computer]').check();
    await form.locator('input[name=variant][value=nine]').check();
    const levels = form.getByLabel(/plays as/);
    const perfect = levels.locator('option', { hasText: 'Perfect' });
    // The solution of Nine may have been left out.
    await expect(perfect).toBeEnabled({ enabled: readdirSync(DIST).includes('data') });
    await form.locator('input[name=variant][value="twelve"]').check();
    await expect(perfect).toBeDisabled();
    await expect(form).toContainText('Perfect isn’t available: this game has too many positions');
    await form.locator('input[name=variant][value="six"]').check();
    await expect(perfect).toBeEnabled();
    await levels.selectOption('11');
    await form.locator('input[name=variant][value="morabaraba"]').check();
    await expect(perfect).toBeDisabled();
    await expect(levels).toHaveValue('10');
    await expect(form).toContainText(
      'Perfect isn’t available: in this game, whether a move is allowed depends on the moves before it.',
    );
    await form.locator('input[name=variant][value="nao-guti"]').check();
    await form.getByRole('button', { name: 'Start the game' }).click();
    await expect(page.getByRole('region', { name: 'Exact values' })).toContainText(
      'Only endgames are solved in this game: up to 8 men on the board, none in hand.',
    );
  });
});

test('the perfect player wins Three from the centre', async ({ page }) => {
  await open(page);
  await start(page, { mode: 'computer', spec: 'three', colour: 'black', level: 11 });
  await until(page, 'ready');
  // It may have begun before it knew: now it does.
  await page.keyboard.press('Escape');
  await start(page, { mode: 'computer', spec: 'three', colour: 'black', level: 11 });
  await myTurn(page);
  await expect(cell(page, 'b2')).toHaveAttribute('data-man', 'white');
  for (let ply = 0; ply < 8; ply++) {
    await myTurn(page);
    const moves = await legal(page);
    if (!moves.length) break;
    await play(page, moves[(ply * 5 + 1) % moves.length] ?? '');
  }
  await myTurn(page);
  expect(await outcome(page)).toMatchObject({ winner: 'white' });
});

test('what was solved is found again after a reload; what is damaged is refused, said, and solved anew', async ({
  page,
  watch,
}) => {
  watch.allowed.push(/values/);
  await open(page);
  await start(page, { mode: 'people', spec: 'five' });
  await until(page, 'ready');
  expect(await solving(page)).toEqual({ status: 'ready', stored: false });
  await kept(page);
  await page.reload();
  await ready(page);
  await until(page, 'ready');
  expect(await solving(page)).toEqual({ status: 'ready', stored: true });

  // One byte is changed in what is kept.
  await page.evaluate(async () => {
    /** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
    const done = (request) =>
      new Promise(
        (resolve, reject) => (
          (request.onsuccess = () => resolve(request.result)),
          (request.onerror = () => reject(request.error))
        ),
      );
    const db = await done(indexedDB.open('merels-values'));
    const [key] = await done(db.transaction('values').objectStore('values').getAllKeys());
    const { bytes } = await done(
      db
        .transaction('values')
        .objectStore('values')
        .get(key ?? ''),
    );
    const plain = new Uint8Array(
      await new Response(bytes.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer(),
    );
    plain[plain.length >> 1] = (plain[plain.length >> 1] ?? 0) ^ 1;
    await done(
      db
        .transaction('values', 'readwrite')
        .objectStore('values')
        .put({ bytes: new Blob([plain]), packed: false }, key ?? ''),
    );
    db.close();
  });
  await page.reload();
  await ready(page);
  await expect(
    page.getByText(
      /The saved exact values couldn’t be used and are being computed again\. the values of \d-\d(\+\d-\d)? are damaged/,
    ),
  ).toBeVisible();
  await until(page, 'ready');
  expect(await solving(page)).toEqual({ status: 'ready', stored: false });
});

test('where nothing can be stored the values are there all the same, and it is said', async ({
  page,
}) => {
  const denied =
    "Object.defineProperty(globalThis, 'indexedDB', { value: { open() { throw new DOMException('no', 'SecurityError'); } } });";
  await page.route('**/solver.worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: denied + (await response.text()) });
  });
  await open(page);
  await start(page, { mode: 'people', spec: 'three' });
  await menu(page, 'Show exact values');
  await until(page, 'ready');
  await expect(page.getByText('This browser can’t save the exact values.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Exact values' })).toContainText('White wins in');
});

test('a small endgame of Nine is solved when it comes near', async ({ page }) => {
  test.slow();
  await open(page);
  await menu(page, 'Share and import');
  await page.getByLabel('Open a game or position').fill('nine W2/3/3/W4W/3/3/BBB w 0,0 0 30');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await until(page, 'ready');
  await menu(page, 'Show exact values');
  await expect(page.getByRole('region', { name: 'Exact values' })).toContainText(
    /White (wins|loses) in|A draw/,
  );
  expect(await line(page)).toContain('nine W2');
});

test('the perfect player holds Six', { tag: '@slow' }, async ({ page }) => {
  await open(page);
  await start(page, { mode: 'computer', spec: 'six', colour: 'white', level: 11 });
  await menu(page, 'Show exact values');
  await until(page, 'ready');
  const panel = page.getByRole('region', { name: 'Exact values' });
  for (let ply = 0; ply < 10; ply++) {
    await myTurn(page);
    if (await outcome(page)) break;
    // The person plays the best turn, and it stays a draw.
    await expect(panel.locator('.values-head')).toHaveText('Draw.');
    const best = async () =>
      (await panel.locator('.value.best .value-move').first().textContent()) ?? '';
    // Not that of the position before.
    await expect.poll(async () => (await legal(page)).includes(await best())).toBe(true);
    await play(page, await best());
  }
});
