// @vitest-environment happy-dom
/** Exercises: drawn near a rating, replied to with traps, noted once, and never shown twice. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { effects, effectsOfReply } from '../../www/app/game/facts.ts';
import { drawExercise } from '../../www/app/learn/exercise-draw.ts';
import { replyTo, toughest } from '../../www/app/learn/exercise-reply.ts';
import { asked, begun, difficultyOf, held, isDone } from '../../www/app/learn/exercise-run.ts';
import { exerciseView } from '../../www/app/learn/exercise-view.ts';
import { rated } from '../../www/app/puzzles/puzzle-record.ts';
import {
  eraseExercises,
  exportExercises,
  importExercises,
  noteExercise,
  noteShown,
  shownBefore,
  standingOf,
} from '../../www/app/storage/exercises.ts';
import { erasePractice, readPractice } from '../../www/app/storage/practice.ts';
import { tell } from '../../www/app/i18n/i18n.ts';
import '../../www/app/i18n/analysis.words.ts';
import '../../www/app/i18n/exercises.words.ts';
import '../../www/app/i18n/learn.words.ts';
import '../../www/app/i18n/practice.words.ts';
import '../../www/app/i18n/reasons.words.ts';
import { core, pass } from './table.js';

/** @typedef {import('../../www/app/types.ts').PositionValues} PositionValues */

const NOW = Date.UTC(2026, 10, 29, 12);
/** White has no mill to close. */
const LINE = 'nine WW1/1B1/3/1W3W/3/B2/B2 w 0,0 0 20';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  localStorage.clear();
});
afterEach(() => {
  eraseExercises();
  erasePractice();
  vi.useRealTimers();
});

/**
 * Values of a won position: these turns keep it, all others draw.
 * @param {string} line @param {string[]} holding @returns {PositionValues}
 */
function won(line, holding) {
  const game = core.read(line);
  const { legal } = game.state();
  game.free();
  return {
    value: { win: null },
    counter: null,
    moves: legal.map(({ text }) =>
      holding.includes(text)
        ? { text, value: { win: null }, rank: 0, verdict: 'win' }
        : { text, value: { draw: true }, rank: 1, verdict: 'win-to-draw' },
    ),
  };
}

test('the harder for a club player, the higher the difficulty; as often as not is its own', () => {
  expect(difficultyOf(50)).toBe(1500);
  const all = [0, 2, 5, 20, 50, 80, 98, 100].map(difficultyOf);
  expect(all).toEqual([...all].sort((a, b) => a - b));
  expect([all[0], all[1], all.at(-1)]).toEqual([824, 824, 2176]);
});

test('the chance to miss something adds up, and the last turn ends it', () => {
  let run = asked(begun('hold', 'white'), 50);
  run = asked(held(run), 50);
  expect(run.chance).toBe(0.75);
  const game = { outcome: null, hands: { white: 0, black: 0 } };
  for (let turns = run.turns; turns < 6; turns++) {
    expect(isDone(run, game)).toBe(false);
    run = held(run);
  }
  expect(isDone(run, game)).toBe(true);
  expect(isDone(held(begun('take', 'white')), game)).toBe(true);
  const opening = held(begun('opening', 'white'));
  expect(isDone(opening, { ...game, hands: { white: 1, black: 1 } })).toBe(false);
  expect(isDone(opening, { ...game, hands: { white: 0, black: 1 } })).toBe(true);
});

test('each kind has a rating of its own, by the formula of puzzles', () => {
  expect(noteExercise('win', 1400, true)).toBe(1200);
  expect(standingOf('win')).toEqual({ rating: rated(1200, 1400, true, 0), tried: 1, solved: 1 });
  expect(standingOf('fly')).toEqual({ rating: 1200, tried: 0, solved: 0 });
  noteExercise('win', 1000, false);
  expect(standingOf('win')).toMatchObject({ tried: 2, solved: 1 });
});

test('what is damaged is left out, and what is kept survives it', () => {
  noteExercise('win', 1400, true);
  noteShown(7);
  const stored = JSON.parse(localStorage.getItem('merels.exercises') ?? '');
  stored.kinds.hold = { rating: 9999, tried: 1, solved: 1 };
  stored.kinds.other = stored.kinds.win;
  stored.shown.push(-1, 'x', 2 ** 40);
  localStorage.setItem('merels.exercises', JSON.stringify(stored));
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(standingOf('hold')).toEqual({ rating: 1200, tried: 0, solved: 0 });
  expect(standingOf('win').tried).toBe(1);
  expect([...shownBefore()]).toEqual([7]);
  localStorage.setItem('merels.exercises', 'no');
  expect(standingOf('win').tried).toBe(0);
});

test('records of two devices become one: the one that tried more, and all that was shown', () => {
  noteExercise('win', 1400, true);
  noteShown(1);
  noteShown(2);
  const there = exportExercises();
  eraseExercises();
  noteExercise('win', 1400, false);
  noteExercise('win', 1400, false);
  noteExercise('fly', 1400, false);
  noteShown(3);
  importExercises(there);
  expect(standingOf('win')).toMatchObject({ tried: 2, solved: 0 });
  expect(standingOf('fly').tried).toBe(1);
  expect([...shownBefore()].sort()).toEqual([1, 2, 3]);
  importExercises(7);
  importExercises({ kinds: 7 });
  expect(standingOf('win').tried).toBe(2);
});

/**
 * Draws from a game of ten positions, of which the n-th is missed `missed[n]` per cent.
 * @param {number[]} missed @param {Partial<Parameters<typeof drawExercise>[0]>} [other]
 */
function drawn(missed, other = {}) {
  const lines = missed.map((_, n) => `${LINE} ${n}`);
  const client = {
    game: vi.fn(async () => lines.map((line) => ({ line, after: [] }))),
    judge: vi.fn(async (/** @type {string} */ _, /** @type {string} */ line) => {
      const key = lines.indexOf(line);
      return { key, missed: missed[key] ?? 0 };
    }),
  };
  const drawing = drawExercise({
    client,
    values: async () => won(LINE, ['b4-c4']),
    spec: 'nine',
    kind: 'win',
    men: 99,
    rating: 1500,
    shown: new Set(),
    signal: new AbortController().signal,
    // In this order.
    random: () => 0.999,
    ...other,
  });
  return { drawing, client };
}

test('the first that is near enough is taken, but none that was shown before', async () => {
  const { drawing, client } = drawn([2, 50, 50, 55]);
  expect((await drawing).key).toBe(1);
  expect(client.judge).toHaveBeenCalledTimes(2);
  expect((await drawn([2, 50, 50, 55], { shown: new Set([1, 2]) }).drawing).key).toBe(3);
});

test('where none is near enough after some tries, the nearest is taken', async () => {
  const { drawing, client } = drawn([2, 90, 3, 3, 3, 3, 3, 3]);
  expect((await drawing).key).toBe(1);
  expect(client.game).toHaveBeenCalledOnce();
});

test('where exercises are rare, the nearest of a few games is taken', async () => {
  const lines = [1, 2, 3, 4, 5, 6].map((n) => `${LINE} ${n}`);
  const client = {
    game: vi.fn(async () => lines.map((line) => ({ line, after: [] }))),
    judge: async (/** @type {string} */ _, /** @type {string} */ line) =>
      line === lines[0] ? { key: 1, missed: 2 } : null,
  };
  expect((await drawn([], { client }).drawing).key).toBe(1);
  // Six positions of each game: twenty are asked about in the fourth.
  expect(client.game).toHaveBeenCalledTimes(4);
});

test('it is said whether values are missing or nothing was found', async () => {
  await expect(drawn([50], { values: async () => null }).drawing).rejects.toMatchObject({
    reason: 'values',
  });
  await expect(drawn([50], { shown: new Set([0]) }).drawing).rejects.toMatchObject({
    reason: 'none',
  });
});

test('of a position whose own value is another no more is asked', async () => {
  const values = vi.fn(
    async (/** @type {string} */ line, /** @type {any} */ { onValue, signal }) => {
      if (!line.endsWith('0')) return won(LINE, ['b4-c4']);
      onValue({ draw: true });
      expect(signal.aborted).toBe(true);
      return null;
    },
  );
  const { drawing, client } = drawn([50, 50], { values });
  expect((await drawing).key).toBe(1);
  expect(client.judge).toHaveBeenCalledOnce();
});

test('what a turn keeps that would have to give it away is no exercise, and no more is asked', async () => {
  const [kept, given, loses] = ['kept', 'given', 'loses'].map((name) => `${LINE} ${name}`);
  const of = (/** @type {string} */ line) => {
    if (line === kept) return { loss: null };
    if (line === loses) return { win: null };
    return line === given ? { draw: /** @type {const} */ (true) } : { win: null };
  };
  /** Of which positions all was asked. @type {string[]} */
  const all = [];
  const values = async (/** @type {string} */ line, /** @type {any} */ { onValue, signal }) => {
    onValue(of(line));
    if (signal.aborted) return null;
    all.push(line);
    return won(LINE, ['b4-c4']);
  };
  const lines = [0, 1, 2].map((n) => `${LINE} ${n}`);
  const afters = [[given, kept], [kept], [given, loses]];
  const client = {
    game: async () => lines.map((line, n) => ({ line, after: afters[n] ?? [] })),
    judge: async (/** @type {string} */ _, /** @type {string} */ line) => ({
      key: lines.indexOf(line),
      missed: 50,
    }),
  };
  const { drawing } = drawn([], { client: /** @type {any} */ (client), values, kind: 'take' });
  expect((await drawing).key).toBe(2);
  expect(all).toEqual([lines[2]]);
});

test('Merels loses as late as it can, and sets the trap that most fall into', async () => {
  const values = /** @type {any} */ ({
    value: { loss: 12 },
    counter: null,
    moves: [
      { text: 'b4-c4', value: { loss: 8 }, rank: 1, verdict: 'win' },
      { text: 'b4-b6', value: { loss: 12 }, rank: 0, verdict: 'win' },
      { text: 'g4-f4', value: { loss: 12 }, rank: 0, verdict: 'win' },
    ],
  });
  expect(toughest(values)).toEqual(['b4-b6', 'g4-f4']);
  const next = 'b4-b6';
  const game = core.read(LINE);
  game.play(next);
  const line = game.line();
  game.free();
  const client = {
    replies: async (/** @type {string} */ at) => ({
      replies: 9,
      holding: 1,
      missed: at === line ? 80 : 10,
    }),
  };
  const valuesOf = async (/** @type {string} */ at) => (at === LINE ? values : won(at, []));
  const found = await replyTo({ core, client, valuesOf }, LINE, () => 0.5);
  expect(found).toMatchObject({ turn: next, missed: 80 });
  expect(await replyTo({ core, client, valuesOf: async () => null }, LINE)).toBeNull();
});

/**
 * An exercise on a table without a board.
 * @param {string[]} holding
 * @param {Partial<import('../../www/app/learn/exercise-view.ts').Exercising>} [other]
 */
function exercising(holding, other = {}) {
  let game = core.read(LINE);
  /** @type {(turn: string) => void} */
  let played = () => {};
  const table = /** @type {any} */ ({
    element: document.createElement('div'),
    game: () => game.state(),
    line: () => game.line(),
    set(/** @type {string} */ line) {
      game.free();
      game = core.read(line);
    },
    play: (/** @type {string} */ turn) => game.play(turn),
    undo: () => game.undo(),
    hold: vi.fn(),
    draw: vi.fn(),
    settled: async () => {},
    onPlay: (/** @type {typeof played} */ listener) => (played = listener),
    onChange() {},
    onWords() {},
  });
  const reason = vi.fn(async (/** @type {string} */ _, /** @type {string} */ turn) => ({
    kind: /** @type {const} */ ('point-left'),
    side: /** @type {const} */ ('white'),
    had: /** @type {const} */ ('win'),
    has: /** @type {const} */ ('draw'),
    points: ['a7'],
    mills: [],
    turns: 0,
    margin: 0,
    start: /** @type {const} */ ('mistake'),
    line: [turn, 'd6-d5'],
    ends: false,
    exact: true,
    holding,
    answers: ['d6-d5'],
  }));
  const next = vi.fn();
  const values = won(LINE, holding);
  const client = { replies: async () => ({ replies: 9, holding: 1, missed: 30 }) };
  document.body.replaceChildren(
    exerciseView({
      core,
      client,
      table,
      exercise: { kind: 'win', line: LINE, key: 1, missed: 20, values },
      valuesOf: async (line) =>
        won(
          line,
          core
            .read(line)
            .state()
            .legal.map(({ text }) => text),
        ),
      reason,
      sound() {},
      next,
      playOn() {},
      ...other,
    }),
  );
  return {
    table,
    next,
    text: (/** @type {string} */ css) => document.querySelector(css)?.textContent ?? '',
    all: () => document.body.textContent ?? '',
    line: () => game.line(),
    button: (/** @type {string} */ words) =>
      [...document.querySelectorAll('button')].find((el) => el.textContent === words),
    async play(/** @type {string} */ turn) {
      played(turn);
      await pass();
    },
  };
}

test('a wrong turn gets its reason, is taken back, noted once, and comes back as one’s own', async () => {
  const it = exercising(['b4-c4']);
  expect(it.text('.lesson-task')).toBe('White to play: win.');
  expect(it.text('.lesson-count')).toBe(
    'Difficulty 1259 · 20% of club players miss the first move',
  );
  await it.play('b4-b6');
  expect(it.text('.lesson-said')).toBe('b4-b6 gives the result away.');
  expect(it.all()).toContain('The man had to stay on a7');
  expect(it.table.draw, 'the reply').toHaveBeenLastCalledWith([{ from: 'd6', to: 'd5' }]);
  expect(it.button('Show me')?.hidden).toBe(true);
  const after = standingOf('win');
  expect(after).toMatchObject({ tried: 1, solved: 0 });
  await pass(1500);
  expect(it.line()).toBe(LINE);
  expect(it.button('Show me')?.hidden).toBe(false);
  await it.play('b4-b6');
  await pass(1500);
  expect(standingOf('win'), 'it is noted once').toEqual(after);
  expect(readPractice()).toMatchObject([{ line: LINE, played: 'b4-b6', holding: ['b4-c4'] }]);
});

test('a right turn is replied to, and the exercise ends after some turns', async () => {
  const it = exercising(['b4-c4']);
  await it.play('b4-c4');
  expect(it.text('.lesson-said')).toBe('b4-c4 gives nothing away.');
  await pass(3000);
  const { turn } = it.table.game();
  expect(turn).toBe('white');
  for (let turns = 1; turns < 12 && it.button('Next position')?.hidden; turns++) {
    const legal = it.table.game().legal.find((/** @type {any} */ move) => !move.captures.length);
    await it.play(legal.text);
    await pass(3000);
  }
  expect(it.button('Next position')?.hidden).toBe(false);
  expect(it.text('.lesson-said')).toBe(
    'Solved. 12 of 12 on the first try. The exercise ends here: the position is still won.',
  );
  it.button('Next position')?.click();
  expect(it.next).toHaveBeenCalledOnce();
  expect(standingOf('win').tried).toBe(1);
});

test('an exercise that ends with the game says how it ended', async () => {
  const line = 'nine WW1/3/2B/5W/3/BB1/3 w 0,0 0 20';
  const values = won(line, ['g4-g7xe5']);
  const it = exercising([], { exercise: { kind: 'win', line, key: 1, missed: 20, values } });
  await it.play('g4-g7xe5');
  expect(it.text('.lesson-said')).toBe(
    'Solved. 1 of 1 on the first try. You win: Black has only two men left.',
  );
});

test('who has the answer shown has not found it', async () => {
  const it = exercising(['b4-c4']);
  it.button('Show me')?.click();
  expect(it.table.draw).toHaveBeenCalledWith([{ from: 'b4', to: 'c4' }], true);
  expect(it.text('.lesson-said')).toBe('Better: b4-c4.');
  expect(standingOf('win')).toMatchObject({ tried: 1, solved: 0 });
  expect(readPractice()).toEqual([]);
  await it.play('b4-c4');
  expect(it.table.draw, 'the arrow goes').toHaveBeenLastCalledWith([]);
});

test('what a wrong turn was wrong for is told in full once the answer is known', async () => {
  const missed = 'The man had to stay on a7';
  const shown = exercising(['b4-c4']);
  await shown.play('b4-b6');
  await pass(1500);
  shown.button('Show me')?.click();
  await pass();
  expect(shown.text('.lesson-said')).toBe('Better: b4-c4.');
  expect(shown.all()).toContain(missed);
  const values = won(LINE, ['b4-c4']);
  const exercise = /** @type {const} */ ({ kind: 'take', line: LINE, key: 1, missed: 20, values });
  const take = exercising([], { exercise });
  await take.play('b4-b6');
  await pass(1500);
  await take.play('b4-c4');
  expect(take.text('.lesson-said')).toBe('Solved, but not on the first try.');
  expect(take.all()).toContain(missed);
});

test('of a reply it is told what it does, not what it gives the reader', () => {
  // Black can close g7, g4, g1 as before, and a4 can move now.
  const line = 'nine WB1/1WB/1B1/BWWWBB/B2/1BW/WWB w 0,0 0 20';
  const given = [{ key: 'fact.leaves' }, { key: 'fact.lets-out' }];
  expect(effects(core, line, 'b4-b6')).toMatchObject(given);
  expect(effectsOfReply(core, line, 'b4-b6')).toEqual([]);
  const pair = 'nine B2/3/3/1W4/3/3/B2 w 8,7 0 3';
  expect(effectsOfReply(core, pair, 'a4')[0]).toMatchObject({ key: 'fact.blocks' });
});

/** What is said of a turn. @param {string} line @param {string} turn */
const effectsText = (line, turn) => effects(core, line, turn).map(tell);

test('men are counted, mills have dashes, and a double mill is written as two', () => {
  const line = 'nine WWW/1B1/2B/W5/3/BB1/3 w 0,0 0 20';
  expect(effectsText(line, 'a4-a1')).toEqual(['This frees the man on a7.']);
  expect(effectsText(line, 'g7-g4')).toEqual([
    'This breaks the mill a7–d7–g7.',
    'This frees the man on d7.',
  ]);
  expect(effectsText('nine WB1/W1B/3/2W1B1/3/W2/W1B w 0,0 0 20', 'c4-b4xd7')).toEqual([
    'This closes the mill b6–b4–b2.',
    'This makes a double mill: a7–a4–a1 and b6–b4–b2.',
  ]);
  const shut = 'nine WB1/1WB/1B1/BWWWBB/B2/1BW/WWB w 0,0 0 20';
  expect(effectsText(shut, 'b4-b6')).toContain('This lets out the man on a4.');
});

test('a crossing has as many ways out as its board gives it', () => {
  const crossing = (/** @type {string} */ spec, /** @type {string} */ turn) =>
    effectsText(core.start(spec).line(), turn);
  expect(crossing('nine', 'd6')).toEqual(['A crossing: 4 ways out.']);
  expect(crossing('three', 'b2')).toEqual(['A crossing: 8 ways out.']);
});

test('where the values end, an opening is over, and another exercise cannot go on', async () => {
  const values = won(LINE, ['b4-c4']);
  const exercise = /** @type {const} */ ({ kind: 'opening', line: LINE, key: 1, missed: 20 });
  const none = async () => null;
  const opening = exercising([], { exercise: { ...exercise, values }, valuesOf: none });
  // All men are placed here: the turn ends it, whatever is known.
  await opening.play('b4-c4');
  expect(opening.text('.lesson-said')).toBe(
    'Solved. 1 of 1 on the first try. The exercise ends here: the position is still won.',
  );
  const placing = 'nine W2/3/3/6/3/3/2B w 8,8 0 2';
  const early = { ...exercise, line: placing, values: won(placing, ['d6']) };
  const known = exercising([], { exercise: early, valuesOf: none });
  await known.play('d6');
  await pass(1000);
  expect(known.text('.lesson-said')).toBe(
    'Solved. 1 of 1 on the first try. The exercise ends here: the position is still won.',
  );
  const other = exercising(['b4-c4'], { valuesOf: none });
  await other.play('b4-c4');
  await pass(1000);
  expect(other.text('.lesson-said')).toMatch(/^The exact values can’t be had now\./);
  expect(other.button('Next position')?.hidden).toBe(false);
});
