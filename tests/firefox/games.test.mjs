import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  atTable,
  click,
  keys,
  line,
  man,
  myTurn,
  outcome,
  play,
  playOut,
  pressButton,
  ready,
  start,
  startFirefox,
  told,
} from './table.mjs';

/** @type {import('puppeteer-core').Browser} */
let firefox;
before(async () => (firefox = await startFirefox()));
after(() => firefox?.close());

const LONG = { timeout: 240_000 };

/**
 * Placing, a mill and its capture, moving, flying, and the end.
 * @param {{ played: string[], flown: boolean }} game
 */
function hadEverything({ played, flown }) {
  assert.ok(
    played.some((move) => /^[a-z]\d$/.test(move)),
    'men were placed',
  );
  assert.ok(
    played.some((move) => move.includes('x')),
    'men were taken',
  );
  assert.ok(
    played.some((move) => move.includes('-')),
    'men were moved',
  );
  assert.ok(flown, 'men flew');
}

test('a whole game of Nine Men’s Morris by mouse', LONG, () =>
  atTable(firefox, async (page) => {
    await start(page, { mode: 'people', spec: 'nine' });
    hadEverything(await playOut(page, click, 400));
    assert.notEqual(await outcome(page), null);
    await told(page, 'wins');
    await pressButton(page, 'Rematch');
    await told(page, 'Colours swapped.');
  }),
);

test('a whole game by keyboard alone', LONG, () =>
  atTable(firefox, async (page) => {
    const focused = (/** @type {string} */ css) =>
      page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, css);
    const tabTo = async (/** @type {string} */ css) => {
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab');
        if (await focused(css)) return;
      }
      assert.fail(`no way to ${css} by Tab`);
    };
    await tabTo('[data-action=new]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await tabTo('[data-item=change]');
    await page.keyboard.press('Enter');
    await tabTo('input[name=mode]');
    await page.keyboard.press('ArrowRight');
    await tabTo('input[name=variant]');
    await tabTo('.primary');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    assert.ok(await focused('[data-point]'), 'the focus is on the board');
    hadEverything(await playOut(page, keys, 400));
    assert.notEqual(await outcome(page), null);
    await told(page, 'wins');
  }),
);

test('a whole game against the computer in its worker', LONG, () =>
  atTable(firefox, async (page) => {
    await start(page, { mode: 'computer', spec: 'five', colour: 'black', level: 1 });
    const { played } = await playOut(page, click, 150);
    assert.ok(played.length >= 5, 'the computer answered turn after turn');
    assert.notEqual(await outcome(page), null);
  }),
);

test(
  'a reload in the middle of a turn brings back the capture that is still to be chosen',
  LONG,
  () =>
    atTable(firefox, async (page) => {
      await start(page, { mode: 'people', spec: 'nine' });
      for (const move of ['d6', 'a1', 'b6', 'd7']) await play(page, move);
      const waiting = await line(page);
      await click(page, 'f6');
      await told(page, 'Mill! White takes a black piece');
      await page.reload();
      await ready(page);
      await told(page, 'Mill! White takes a black piece');
      assert.equal(await line(page), waiting);
      assert.equal(await man(page, 'f6'), 'white');
      await play(page, 'a1');
      assert.equal(await man(page, 'a1'), '');
      assert.equal(await page.$$eval('.move', (all) => all.at(-1)?.textContent), 'f6xa1');
    }),
);

test('after one load it opens and plays with the server gone', LONG, () =>
  atTable(firefox, async (page, site) => {
    await click(page, 'd6');
    await myTurn(page);
    const played = await line(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // What a game may ask for comes after the first move.
    await page.waitForFunction(async () => {
      const kept = (await (await caches.open('merels-later')).keys()).map(({ url }) => url);
      return [/nine-.*\.txt$/, /en-.*\.js$/, /hints-.*\.js$/, /learn\.words-.*\.js$/].every(
        (part) => kept.some((url) => part.test(url)),
      );
    });
    await site.close();
    await assert.rejects(fetch(site.url), 'the server is gone');
    await page.reload();
    await ready(page);
    assert.equal(await line(page), played);
    await play(page, await page.evaluate(() => window.merels.legal[0] ?? ''));
    await myTurn(page);
    assert.equal(await page.$$eval('[data-man=black]', (all) => all.length), 2);
  }),
);
