/**
 * What earlier pages have stored is read; what cannot be read is kept aside, and offered. The
 * shapes are in tests/data/stored.
 */
import { readFileSync } from 'node:fs';
import { keptIn } from './databases.js';
import { expect, test } from './fixtures.js';
import { cell, menu, open, play, ready, speak, start, unfold } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** The game of `half`. */
const HALF = 'merels.game.mi6w1y9z-0h1g2f';

/** @param {string} name @returns {Record<string, string>} by its key, each text as it was stored */
const shape = (name) =>
  JSON.parse(readFileSync(new URL(`../data/stored/${name}.json`, import.meta.url), 'utf8'));

/**
 * Opens the page where that is stored, and nothing else.
 * @param {Page} page
 * @param {Record<string, string>} texts
 */
async function openWith(page, texts) {
  // A text of the same host, which stores nothing itself.
  await page.goto('./licences.txt');
  await page.evaluate(async (texts) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases())
      await new Promise((done) => (indexedDB.deleteDatabase(name ?? '').onsuccess = done));
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
  }, texts);
  await open(page);
}

// Of a text the browser asks for an icon where a host has one.
test.beforeEach(({ watch }) => void watch.allowed.push(/favicon\.ico/));

/** @param {Page} page @param {string} key */
const text = (page, key) => page.evaluate((key) => localStorage.getItem(key), key);
/**
 * What was put aside, by the key that it had.
 * @param {Page} page
 * @returns {Promise<Record<string, string>>}
 */
const asides = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage).flatMap(([key, text]) =>
        /^merels\.aside\.(.*)\.\w+$/.exec(key)
          ? [[/^merels\.aside\.(.*)\.\w+$/.exec(key)?.[1], text]]
          : [],
      ),
    ),
  );

/** @param {Page} page */
const notice = (page) => page.locator('.notice');

test('what earlier pages have stored is read', { tag: '@desktop' }, async ({ page }) => {
  await test.step('the first page’s game, form and look', async () => {
    await openWith(page, shape('first'));
    await expect(page.locator('.move')).toHaveText(['d6', 'a1', 'b6', 'd7']);
    await expect(page.locator('.move[aria-current]')).toHaveText('b6');
    await expect(page.locator('#player-bottom')).toHaveAttribute('data-side', 'black');
    await expect(page.locator('html')).toHaveAttribute('data-shade', 'dark');
    await page.getByRole('button', { name: 'New game' }).click();
    await unfold(page);
    for (const name of ['mode][value=watch', 'variant][value=six'])
      await expect(page.locator(`input[name=${name}]`)).toBeChecked();
    await page.keyboard.press('Escape');
    await menu(page, 'Games');
    await expect(page.locator('.game')).toHaveCount(2);
    await expect(page.locator('.game.broken')).toHaveCount(1);
  });
  await test.step('a turn that was half made, a look before there were sounds to be chosen, single keys switched off', async () => {
    await openWith(page, shape('half'));
    await expect(page.locator('.status-text')).toHaveText(
      /Mill! (?:White takes|Take) a black piece/,
    );
    await expect(cell(page, 'f6')).toHaveAttribute('data-man', 'white');
    await expect(page.locator('html')).toHaveAttribute('data-look', 'slate');
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('an analysis that stood at a turn that is not in the record costs neither the game nor its place', async () => {
    const texts = shape('half');
    const game = JSON.parse(texts[HALF] ?? '');
    await openWith(page, {
      ...texts,
      [HALF]: JSON.stringify({ ...game, study: ['d6', 'g7'] }),
    });
    await expect(page.locator('.status-text')).toHaveText(
      /Mill! (?:White takes|Take) a black piece/,
    );
    await expect(page.getByRole('region', { name: 'Analysis' })).toBeHidden();
  });
  await test.step('several games with clocks whose former times were not kept', async () => {
    await openWith(page, shape('several'));
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('.move')).toHaveText(['a1', 'a5', 'e1']);
    await expect(page.locator('#player-bottom .clock-time')).toHaveText('4:00');
    await menu(page, 'Games');
    await expect(page.locator('.game')).toHaveCount(2);
    await expect(page.locator('.game-name').first()).toHaveText('Evening with Anna');
    await expect(notice(page)).toHaveCount(0);
  });
  await test.step('all that was stored before there were copies of games', async () => {
    const before = shape('before-copies');
    await openWith(page, before);
    await expect(page.locator('.move')).toHaveText(['d6', 'a1', 'f4']);
    await expect(page.locator('#player-bottom')).toHaveAttribute('data-side', 'black');
    await expect(page.locator('#player-top .clock-time')).toHaveText('9:50');
    await expect(page.locator('html')).toHaveAttribute('data-look', 'wood');
    await page.getByRole('button', { name: 'New game' }).click();
    await unfold(page);
    await expect(page.locator('input[name=variant][value=morabaraba]')).toBeChecked();
    await page.keyboard.press('Escape');
    await menu(page, 'Statistics');
    await expect(page.locator('#screen')).toContainText('1 game · won 1, drawn 0, lost 0');
    await page.keyboard.press('Escape');
    await menu(page, 'Learn');
    const sheet = page.locator('#screen');
    await expect(sheet).toContainText('1 of 24 done');
    await menu(page, 'Puzzles');
    await expect(sheet.locator('.puzzle-tally')).toContainText('1334');
    await menu(page, 'Learn');
    await sheet.locator('[data-view=coords]').click();
    await expect(sheet).toContainText('17');
    for (const key of [
      'merels.course',
      'merels.coords',
      'merels.puzzles',
      'merels.statistics',
      'merels.together',
    ])
      expect(await text(page, key), key).toBe(before[key]);
    expect(await asides(page)).toEqual({});
    await expect(notice(page)).toHaveCount(0);
  });
  await test.step('a record that an earlier page put aside comes back to what it belongs to', async () => {
    const game = {
      id: 'a',
      ended: 1,
      spec: 'three',
      mode: 'people',
      human: 'white',
      level: 0,
      winner: null,
      turns: 9,
      hints: 0,
      accuracy: null,
    };
    const of = (/** @type {object[]} */ ...games) =>
      JSON.stringify({ kind: 'merels-statistics', version: 1, games });
    await openWith(page, {
      'merels.statistics': of({ ...game, id: 'b' }),
      'merels.aside.merels.statistics.mi7': of(game, { ...game, id: 'b', hints: 1 }),
      'merels.aside.merels.statistics.mi8': 'rubbish',
    });
    await menu(page, 'Statistics');
    await expect(page.locator('#screen')).toContainText('2 games');
    await expect.poll(async () => Object.values(await asides(page))).toEqual(['rubbish']);
  });
  await test.step('half letters in a name and a comment neither break the page nor the game', async () => {
    const { 'merels.game.mi7y9c1d-9z8y7x': game = '' } = shape('several');
    const value = JSON.parse(game);
    await openWith(page, {
      'merels.game.a-1': JSON.stringify({
        ...value,
        name: 'a\ud800',
        record: value.record.replace('1. b2', '1. b2 {\udc00}'),
      }),
      'merels.current': '{"id":"a-1","version":1}',
    });
    await expect(page.locator('.move')).toHaveText(['b2']);
    await play(page, 'a1');
    await page.reload();
    await ready(page);
    await expect(page.locator('.move')).toHaveText(['b2', 'a1']);
  });
});

const DRAFT = '"spec":"nine","mode":"people","colour":"white","levels":{"white":1,"black":1}';
/** @type {[string, (key: string) => string, string?][]} */
const RUBBISH = [
  ['is not JSON', () => '{"version":1,'],
  [
    'is of a later version',
    (key) =>
      `{"version":99,${DRAFT},"single":false,"code":"de","theme":"dark","kind":"merels-statistics","games":[],"id":"${key}"}`,
    '@slow',
  ],
  [
    'has the wrong types',
    () =>
      '{"version":1,"spec":7,"mode":[],"single":"no","code":{},"games":{"length":1},"first":3,"rating":"high","kind":1,"id":null}',
    '@slow',
  ],
  ['is a list', () => '[[[]]]', '@slow'],
  [
    'has the names of prototypes',
    () =>
      '{"version":2,"__proto__":{"version":1,"theme":"dark"},"constructor":{"prototype":{"theme":"dark"}}}',
    '@slow',
  ],
  ['has half a letter', () => '{"version":1.5,"x":"\ud800"}', '@slow'],
];

for (const [what, rubbish, slow = ''] of RUBBISH)
  test(
    `what is stored and ${what} is kept aside when it would be written over`,
    { tag: ['@desktop', slow].filter(Boolean) },
    async ({ page }) => {
      const keys = [
        'merels.draft',
        'merels.look',
        'merels.keys',
        'merels.language',
        'merels.setup',
        'merels.statistics',
      ];
      const texts = Object.fromEntries(keys.map((key) => [key, rubbish(key)]));
      await openWith(page, texts);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      expect(
        await page.evaluate(() => [document.documentElement.dataset.theme, 'theme' in {}]),
      ).toEqual(['system', false]);
      // Reading changes nothing: a later page may understand it.
      for (const key of keys) expect(await text(page, key), key).toBe(texts[key]);
      await menu(page, 'Settings');
      await page.getByRole('dialog').getByRole('radio', { name: 'Dark' }).check();
      await page
        .getByRole('dialog')
        .getByRole('checkbox', { name: /Single-key shortcuts/ })
        .uncheck();
      await page.keyboard.press('Escape');
      await speak(page, 'en');
      await menu(page, 'Set up a position');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await start(page, { mode: 'people', spec: 'three' });
      for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
      // Of the look, what is understood is used and the rest stays.
      if (what === 'has the wrong types') keys.splice(1, 1);
      const aside = Object.fromEntries(keys.map((key) => [key, texts[key]]));
      await expect.poll(() => asides(page)).toEqual(aside);
      await expect(notice(page)).toContainText('couldn’t be read. It’s kept');
      await notice(page).getByRole('button', { name: 'Show', exact: true }).click();
      const broken = page.locator('.game.broken');
      await expect(broken).toHaveCount(keys.length);
      const row = broken.filter({ hasText: 'merels.keys' });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        row.getByRole('button', { name: 'Download' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('merels.keys.txt');
      expect(readFileSync(await download.path(), 'utf8')).toBe(
        texts['merels.keys']?.toWellFormed(),
      );
      await row.getByRole('button', { name: 'Delete: merels.keys' }).click();
      await expect.poll(async () => Object.keys(await asides(page))).not.toContain('merels.keys');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => asides(page)).toEqual(aside);
      await page.reload();
      await ready(page);
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      if (what === 'has the wrong types')
        expect(JSON.parse((await text(page, 'merels.look')) ?? '')).toMatchObject({
          theme: 'dark',
          spec: 7,
        });
      await menu(page, 'Statistics');
      await expect(page.locator('#screen')).toContainText('1 game');
      // It is said once.
      await expect(notice(page)).toHaveCount(0);
    },
  );

test(
  'one damaged entry hides no other, and a game of a later version outlasts this one',
  { tag: '@desktop' },
  async ({ page }) => {
    await test.step('one damaged entry hides no other, and is kept aside with the whole', async () => {
      const game = {
        id: 'a',
        ended: 1,
        spec: 'three',
        mode: 'people',
        human: 'white',
        level: 0,
        winner: null,
        turns: 9,
        hints: 0,
        accuracy: null,
      };
      const before = JSON.stringify({
        kind: 'merels-statistics',
        version: 1,
        games: [game, { ...game, id: 'b', turns: -1 }, null],
      });
      await openWith(page, { 'merels.statistics': before });
      await start(page, { mode: 'people', spec: 'three' });
      for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
      await expect.poll(() => asides(page)).toEqual({ 'merels.statistics': before });
      await menu(page, 'Statistics');
      await expect(page.locator('#screen')).toContainText('2 games');
      // It is nowhere else, and stays; what could be read is not counted anew each time.
      const after = await text(page, 'merels.statistics');
      await page.reload();
      await ready(page);
      await menu(page, 'Statistics');
      await expect(page.locator('#screen')).toContainText('2 games');
      expect(await asides(page)).toEqual({ 'merels.statistics': before });
      expect(await text(page, 'merels.statistics')).toBe(after);
      // What was erased does not come back from it.
      await page.getByRole('button', { name: 'Delete all' }).click();
      // It is known to the copies, too.
      await expect
        .poll(async () => (await keptIn(page, 'merels-others', 'texts', 'merels.statistics'))?.text)
        .toContain('"erased":true');
      await page.reload();
      await ready(page);
      await menu(page, 'Statistics');
      await expect(page.locator('#screen')).toContainText('No finished games yet.');
    });
    await test.step('a game of a later version outlasts this one, and is there again for the next', async () => {
      const { 'merels.game.mi7y9c1d-9z8y7x': game = '' } = shape('several');
      const later = game.replace('"version":2', '"version":4');
      await openWith(page, {
        'merels.game.a-1': later,
        'merels.current': '{"id":"a-1","version":1}',
      });
      await expect(notice(page)).toContainText('couldn’t be read');
      await start(page, { mode: 'people', spec: 'six' });
      await play(page, 'a1');
      await page.reload();
      await ready(page);
      await expect(page.locator('.move')).toHaveText(['a1']);
      await expect(notice(page)).toHaveCount(0);
      expect(await text(page, 'merels.game.a-1')).toBe(later);
      // The next page reads it, as this one reads version 2.
      await page.evaluate((game) => localStorage.setItem('merels.game.a-1', game), game);
      await menu(page, 'Games');
      await page.locator('.game-open').last().click();
      await expect(page.locator('.move')).toHaveText(['b2']);
    });
  },
);

test(
  'five million letters of rubbish are kept, and what is stored instead waits for room',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await page.clock.install();
    await open(page);
    const long = await page.evaluate(() => {
      let n = 5_200_000;
      for (let step = 1 << 16; step >= 1; step >>= 1)
        for (;;)
          try {
            localStorage.setItem('merels.look', '{'.repeat(n));
            n += step;
            if (step === 1) break;
          } catch {
            n -= step;
            break;
          }
      return localStorage.getItem('merels.look')?.length ?? 0;
    });
    expect(long).toBeGreaterThan(4_000_000);
    await page.reload();
    await ready(page);
    await menu(page, 'Settings');
    await page.getByRole('dialog').getByRole('radio', { name: 'Dark' }).check();
    await page.keyboard.press('Escape');
    await expect(notice(page)).toContainText('no space left');
    const lengths = () =>
      page.evaluate(() => Object.values(localStorage).map(({ length }) => length));
    expect(Math.max(...(await lengths()))).toBe(long);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await notice(page).getByRole('button', { name: 'Dismiss' }).click();
    await menu(page, 'Games');
    await page.getByRole('button', { name: 'Delete: merels.look' }).click();
    // It tries every five seconds.
    await expect
      .poll(async () => (await page.clock.fastForward(5000), text(page, 'merels.look')))
      .toContain('"theme":"dark"');
  },
);

test(
  'dates and times beyond every calendar do not break the list of games',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    const { 'merels.game.mi7y9c1d-9z8y7x': game = '' } = shape('several');
    await openWith(page, {
      'merels.game.a-1': game.replace('1763641100000', '1e999'),
      'merels.game.b-2': game
        .replace('1763641100000', '9e99')
        .replace('"clock":null}', '"clock":{"white":1e999,"black":0,"path":[]}}'),
      'merels.game.c-3': game,
    });
    await menu(page, 'Games');
    await expect(page.locator('.game')).toHaveCount(3);
    await expect(page.locator('.game .game-state')).toHaveText([
      '1 move · Black to move',
      '1 move · Black to move',
      '1 move · Black to move',
    ]);
  },
);
