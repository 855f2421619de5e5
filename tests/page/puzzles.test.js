// @vitest-environment happy-dom
/** Puzzles as they are chosen, solved, missed and shown in the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eraseTally, readTally } from '../../www/app/puzzles/puzzle-record.ts';
import { idOn } from '../../www/app/puzzles/daily.ts';
import { nameOf } from '../../www/app/puzzles/lists.ts';
import { erasePractice, readPractice } from '../../www/app/storage/practice.ts';
import { openPage, pass, until } from './page.js';

const page = await openPage();

/**
 * The puzzles of a game's file, the easiest first; of the wrong turns each group begins with their
 * value and the reply.
 * @param {string} game
 */
const file = (game) =>
  readFileSync(join(import.meta.dirname, `../../data/puzzles/${game}.txt`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((text) => {
      const [position = '', asked = '', solution = '', rating = '', wrong = ''] = text.split(';');
      const [kind = '', turns = ''] = asked.split(' ');
      return {
        position,
        kind,
        turns,
        solution: solution.split(' '),
        rating: Number(rating),
        wrong: wrong.split(','),
      };
    });

/**
 * The one of a kind that comes first to whoever has the first rating.
 * @param {string} game
 * @param {string} kind
 */
function nearest(game, kind) {
  const [first] = file(game)
    .filter((p) => p.kind === kind)
    .sort((a, b) => Math.abs(a.rating - 1200) - Math.abs(b.rating - 1200));
  if (!first) throw new Error('no such puzzle');
  return first;
}

const said = () => page.text('#screen .lesson-said');

/** Where puzzles are chosen. */
async function lobby() {
  await page.door('puzzles');
  await until(() => page.text('#screen .puzzle-progress'));
}

/** @param {string} game */
function choose(game) {
  const select = /** @type {HTMLSelectElement | null} */ (document.querySelector('#screen select'));
  if (!select) throw new Error('nothing to choose from');
  select.value = game;
  select.dispatchEvent(new Event('change'));
}

/** @param {string} game @param {string} kind */
async function begin(game, kind) {
  choose(game);
  await page.click(`#screen [data-kind=${kind}]`);
  await until(() => page.find('#screen .lesson-task'));
}

/** Plays a turn, and lets it be answered. @param {string} turn */
async function play(turn) {
  for (const point of turn.split(/[-x]/)) await page.click(`.lesson-board [data-point="${point}"]`);
  await until(() => said() !== '' && said() !== 'Only the first try counts.');
}
/** The other side answers. */
const reply = () => pass(1500);
const tally = () =>
  [...document.querySelectorAll('#screen .puzzle-tally dd')].map((el) => el.textContent);

beforeEach(async () => {
  vi.setSystemTime(new Date(2026, 10, 21, 12));
  await lobby();
});
afterEach(async () => {
  await page.door('play');
  eraseTally();
  erasePractice();
});
afterAll(() => void vi.useRealTimers());

test('a win is found, the replies are shown, and the rating grows', async () => {
  const { solution, rating, turns } = nearest('six', 'win');
  const before = page.merels.line;
  expect(tally()).toEqual(['1200', '0, best 0', '0']);
  expect(page.find('#screen .puzzle-curve')).toBeNull();
  await begin('six', 'win');
  expect(page.text('#screen .lesson-task')).toContain(`win in ${turns} moves.`);
  expect(page.text('#screen .lesson-count')).toBe(`Difficulty ${rating}`);
  expect(said()).toBe('Only the first try counts.');
  for (const [i, turn] of solution.entries()) {
    const to = turn.split('x')[0]?.slice(-2);
    if (i % 2) {
      await reply();
      expect(page.text('#screen .lesson-reply')).toContain(to);
      expect(page.find(`.lesson-board [data-point="${to}"]`)?.dataset.man).not.toBe('');
    } else {
      await play(turn);
      expect(said()).toBe(i === solution.length - 1 ? 'Solved.' : 'Correct. Go on.');
    }
  }
  const now = Math.round(1200 + 40 * (1 - 1 / (1 + 10 ** ((rating - 1200) / 400))));
  expect(page.text('#screen .puzzle-change')).toBe(`Your rating: ${now} (+${now - 1200}).`);
  expect(document.activeElement?.textContent).toBe('Next puzzle');
  await page.button('Next puzzle', '#screen');
  await until(() => said() === 'Only the first try counts.');
  await page.door('play');
  await lobby();
  expect(tally()).toEqual([String(now), '1, best 1', '0']);
  expect(page.find('#screen .puzzle-curve polyline')?.getAttribute('points')).toMatch(
    /^0,[\d.]+ 100,[\d.]+$/,
  );
  expect(
    [...document.querySelectorAll('#screen .puzzle-curve span')].map((el) => el.textContent),
  ).toEqual([String(now), '1200']);
  choose('six');
  const all = file('six');
  await until(
    () => page.text('#screen .puzzle-progress') === `Solved on the first try: 1 of ${all.length}`,
  );
  expect(page.text('#screen [data-kind=win] .quiet')).toBe(
    `1 of ${all.filter(({ kind }) => kind === 'win').length}`,
  );
  // The game on the table knows nothing of it.
  expect(page.merels.line).toBe(before);
});

test('a wrong turn is answered and counts once; then the right one', async () => {
  const { position: line, solution, wrong } = nearest('nine', 'hold');
  const [answer = '', turn = ''] = (wrong[0] ?? '').slice(1).split(' ');
  await begin('nine', 'hold');
  await play(turn);
  expect(said()).toBe('That loses.');
  await reply();
  expect(page.text('#screen .lesson-reply')).toContain(answer.split('x')[0]?.slice(-2));
  expect(page.text('#screen .puzzle-change')).toContain('(−');
  const { rating } = readTally();
  expect(rating).toBeLessThan(1200);
  await page.button('Try again', '#screen');
  expect(document.activeElement?.className).toBe('lesson-task');
  await play(solution[0] ?? '');
  expect(said()).toBe('Solved, but not on the first try.');
  expect(readTally()).toMatchObject({ rating, row: 0 });
  expect(Object.values(readTally().first)).toEqual([0]);
  // It comes back in the practice.
  expect(readPractice()).toMatchObject([{ line, puzzle: nameOf({ line, kind: 'hold' }) }]);
});

test('a turn that wins in another way costs nothing and is taken back', async () => {
  const { solution, wrong } = nearest('nine', 'win');
  const [turn = ''] = (wrong.find((group) => group.startsWith('+')) ?? '').split(' ').slice(1);
  await begin('nine', 'win');
  await play(turn);
  expect(said()).toBe('Also wins; find the quicker way.');
  expect(page.text('#screen .puzzle-change')).toBe('');
  expect(readTally().first).toEqual({});
  await page.button('Try again', '#screen');
  expect(said()).toBe('');
  await play(solution[0] ?? '');
  expect(said()).toMatch(/^(Solved\.|Correct\. Go on\.)$/);
});

/** The solver's own moves. @param {number} plies */
const own = (plies) => (plies + 1) >> 1;

test('the solution is stepped through on the board, and seeing it does not count as solving', async () => {
  const { solution } = nearest('six', 'win');
  await begin('six', 'win');
  expect(page.buttons('#screen .puzzle-steps')).toEqual([]);
  await page.button('Show the solution', '#screen');
  expect(said()).toBe(`Solution: move 0 of ${own(solution.length)}`);
  const to = solution.at(-1)?.split('x')[0]?.slice(-2);
  await until(() => page.find(`.lesson-board [data-point="${to}"]`)?.dataset.man);
  await until(() => said() === `Solution: move ${own(solution.length)} of ${own(solution.length)}`);
  expect(page.text('#screen .lesson-reply')).toContain(to);
  await page.button('Previous move', '#screen');
  expect(said()).toBe(`Solution: move ${own(solution.length - 1)} of ${own(solution.length)}`);
  expect(page.find(`.lesson-board [data-point="${to}"]`)?.dataset.man).toBe('');
  await page.button('Next move', '#screen');
  await page.button('Next move', '#screen');
  expect(said()).toBe(`Solution: move ${own(solution.length)} of ${own(solution.length)}`);
  expect(Object.values(readTally().first)).toEqual([0]);
});

describe('the puzzle of the day', () => {
  /** @type {ShareData[]} */
  const shared = [];
  /**
   * Shares the result, and returns what was shared.
   * @param {string} css the button
   * @param {boolean} [pictures] does the device's menu take them?
   */
  async function share(css, pictures = true) {
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator), {
        canShare: (/** @type {ShareData} */ { files }) => pictures || !files,
        share: async (/** @type {ShareData} */ what) => shared.push(what),
      }),
    );
    HTMLCanvasElement.prototype.toBlob = (/** @type {BlobCallback} */ done) =>
      done(new Blob(['picture'], { type: 'image/png' }));
    const before = shared.length;
    await page.click(css);
    await until(() => shared.length > before);
    vi.unstubAllGlobals();
    return shared.at(-1)?.text ?? '';
  }
  const SHARE = '#screen .lesson-foot .lesson-buttons button:not([hidden])';

  test('is the same for everyone of a rating, shared without its solution, and solved on days in a row counts as such', async () => {
    const all = file('nine');
    for (const [date, days] of /** @type {[number, string][]} */ ([
      [21, '1'],
      [22, '2'],
      [24, '1'],
    ])) {
      await page.door('play');
      vi.setSystemTime(new Date(2026, 10, date, 12));
      const wanted = idOn(Date.UTC(2026, 10, date) / 86_400_000, 0);
      const { position = '', solution = [] } =
        all.find(({ position: line, kind }) => nameOf({ line, kind }) === wanted) ?? {};
      await lobby();
      expect(page.text('#screen .puzzle-today')).toContain('Not solved yet.');
      expect(page.text('#screen [data-view=daily]')).toBe('Solve it');
      await until(() => page.find('#screen .puzzle-today .picture'));
      // As it opens: the solver at the bottom.
      expect(page.find('#screen .puzzle-today .picture g')?.hasAttribute('transform')).toBe(
        position.includes(' b '),
      );
      expect(page.text('#screen .puzzle-turn')).toMatch(/^(White|Black) to move$/);
      await page.click('#screen [data-view=daily]');
      await until(() => page.find('#screen .lesson-task'));
      expect(page.text('#screen h2')).toBe('Puzzle of the day');
      for (const [i, turn] of solution.entries()) {
        if (i % 2) await reply();
        else await play(turn);
      }
      expect(said()).toBe('Solved.');
      const text = await share(SHARE);
      expect(text).toMatch(
        new RegExp(
          `^Merels · Puzzle of the day · November ${date}, 2026\nDifficulty \\d+ · Solved on the first try\\.${days === '2' ? ' · Days in a row: 2' : ''}\nhttp\\S+puzzles/nine/${wanted}$`,
        ),
      );
      for (const turn of solution) expect(text).not.toContain(turn);
      expect(shared.at(-1)?.files?.map(({ type }) => type)).toEqual(['image/png']);
      expect(await share(SHARE, false)).toBe(text);
      expect(shared.at(-1)).not.toHaveProperty('files');
      await page.click('#screen .screen-back');
      expect(tally()[2]).toBe(days);
      expect(page.text('#screen .puzzle-today')).toContain('Solved. A new one comes tomorrow.');
      expect(page.text('#screen [data-view=daily]')).toBe('Look at it again');
    }
    await until(() => page.find('#screen .puzzle-today .picture'));
    // From there, too.
    expect(await share('#screen .puzzle-today button')).toBe(shared.at(-2)?.text);
    const days = [...document.querySelectorAll('#screen .puzzle-week li')].map((day) =>
      day.getAttribute('data-state'),
    );
    expect(days).toEqual(['open', 'open', 'open', 'solved', 'solved', 'open', 'solved']);
    expect(page.text('#screen .puzzle-week [aria-current] .unseen')).toBe('Tuesday: solved');
  });
});

test('the puzzle of the day says after how many tries it was solved, and is copied where nothing is shared', async () => {
  const all = file('nine').map((puzzle) => ({
    ...puzzle,
    id: nameOf({ line: puzzle.position, kind: puzzle.kind }),
    turn: puzzle.wrong.find((group) => /^[-=]/.test(group))?.split(' ')[1],
  }));
  // The first day whose puzzle can be missed.
  let date = 21;
  const of = (/** @type {number} */ day) =>
    all.find(({ id }) => id === idOn(Date.UTC(2026, 10, day) / 86_400_000, 0));
  while (!of(date)?.turn) date++;
  const { solution = [], turn = '' } = of(date) ?? {};
  await page.door('play');
  vi.setSystemTime(new Date(2026, 10, date, 12));
  await lobby();
  for (let n = 0; n < 2; n++) {
    await page.click('#screen [data-view=daily]');
    await until(() => page.find('#screen .lesson-task'));
    await play(turn);
    // It is left, and opened again.
    await page.click('#screen .screen-back');
  }
  await page.click('#screen [data-view=daily]');
  await until(() => page.find('#screen .lesson-task'));
  for (const [i, move] of solution.entries()) {
    if (i % 2) await reply();
    else await play(move);
  }
  const writeText = vi.fn(async () => {});
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      canShare: { value: undefined },
      clipboard: { value: { writeText } },
    }),
  );
  const css = '#screen .lesson-foot .lesson-buttons button:not([hidden])';
  await page.click(css);
  await until(() => page.text(css) === 'Copied');
  vi.unstubAllGlobals();
  expect(writeText).toHaveBeenCalledWith(expect.stringContaining('Solved after 3 tries.'));
});

test('each theme shows the position that a press on it opens', async () => {
  choose('six');
  await until(() => document.querySelectorAll('#screen .puzzle-theme .picture').length === 6);
  expect(
    [...document.querySelectorAll('#screen .puzzle-theme')].map((card) =>
      card.getAttribute('data-kind'),
    ),
  ).toEqual(['mixed', 'win', 'hold', 'only', 'take', 'mill']);
  const pictures = [...document.querySelectorAll('#screen .puzzle-theme .picture')].map(
    (picture) => picture.outerHTML,
  );
  expect(new Set(pictures).size, 'no two themes show the same').toBe(6);
  const { position } = nearest('six', 'take');
  const men = (/** @type {string} */ place, /** @type {string} */ colour) =>
    document.querySelectorAll(`#screen ${place} .man-${colour}`).length;
  const [white, black] = [men('[data-kind=take]', 'white'), men('[data-kind=take]', 'black')];
  await page.click('#screen [data-kind=take]');
  await until(() => page.find('#screen .lesson-task'));
  expect(page.text('#screen .lesson-task')).toContain('think before you take');
  const hands = / [wb] (\d+),(\d+) /.exec(position)?.slice(1) ?? [];
  expect(page.text('#screen .puzzle-hands')).toBe(
    hands
      .flatMap((n, i) => (n === '0' ? [] : `${['White', 'Black'][i]}: ${n} in hand`))
      .join(' · '),
  );
  const there = (/** @type {string} */ colour) =>
    document.querySelectorAll(`.lesson-board [data-man=${colour}]`).length;
  expect([there('white'), there('black')], position).toEqual([white, black]);
});

test('the record is erased and brought back', async () => {
  const { wrong } = nearest('nine', 'hold');
  await begin('nine', 'hold');
  await play((wrong[0] ?? '').split(' ')[1] ?? '');
  await page.click('#screen .screen-back');
  const before = tally();
  expect(before[0]).not.toBe('1200');
  await page.button('Delete progress', '#screen');
  expect(page.text('#screen .puzzle-keeping')).toContain('Puzzle progress deleted.');
  expect(tally()[0]).toBe('1200');
  await page.button('Undo', '#screen');
  expect(tally()).toEqual(before);
});
