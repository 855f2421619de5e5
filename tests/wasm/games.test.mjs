/**
 * Whole games at random in WebAssembly, the same as natively: tests/rules/games.rs says what they
 * are and wrote their sums. A few of each preset unless `MERELS_GAMES` says how many; the full
 * measure is `MERELS_GAMES=10000 npm run test:wasm`.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Game } from './load.mjs';

const GAMES = Number(process.env.MERELS_GAMES ?? 10);
/**
 * By preset and number of games: the sum of all of them up to that one.
 * @type {Map<string, Map<number, string>>}
 */
const sums = new Map();
for (const line of readFileSync(new URL('../data/games.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)) {
  const [preset = '', games, sum = ''] = line.split(',');
  sums.set(preset, (sums.get(preset) ?? new Map()).set(Number(games), sum));
}

/** Marsaglia's xorshift of 32 bits. @param {number} game */
function diceOf(game) {
  let state = ((Math.imul(game, 0x9e3779b9) ^ 0x5bd1e995) | 1) >>> 0;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>>= 0);
  };
  for (let i = 0; i < 4; i++) next();
  return (/** @type {number} */ count) => Math.floor((next() * count) / 2 ** 32);
}

/** @param {string} turn */
function back(turn) {
  const [from, to] = (turn.split('x')[0] ?? '').split('-');
  return to === undefined ? null : `${to}-${from}`;
}

/**
 * @param {number} manner
 * @param {string[]} turns
 * @param {string | undefined} ownLast
 * @param {(count: number) => number} below
 */
function choose(manner, turns, ownLast, below) {
  const any = () => turns[below(turns.length)] ?? '';
  const among = (/** @type {(turn: string) => boolean} */ fits) => {
    const fitting = turns.filter(fits);
    return fitting.length === 0 ? any() : (fitting[below(fitting.length)] ?? '');
  };
  if (manner === 0) return any();
  if (manner === 1) return among((turn) => !turn.includes('x'));
  if (manner === 3) return among((turn) => turn.includes('x'));
  const wanted = ownLast === undefined ? null : back(ownLast);
  return below(4) === 0 ? any() : among((turn) => turn === wanted);
}

/** FNV-1a of 32 bits. @param {number} sum @param {string} text */
function hash(sum, text) {
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum;
}

test(`${GAMES} games of each preset end as they do natively`, () => {
  /** @type {Record<string, number>} */
  const ends = {};
  assert.equal(sums.size, 27);
  for (const [preset, marks] of sums) {
    let sum = 0x811c9dc5;
    let compared = 0;
    for (let number = 0; number < GAMES; number++) {
      const [game, below] = [Game.start(preset), diceOf(number)];
      /** @type {string[]} */
      const played = [];
      let state = game.state();
      while (state.outcome === null) {
        const turn = choose(
          number % 4,
          state.legal.map(({ text }) => text).sort(),
          played.at(-2),
          below,
        );
        game.play(turn);
        played.push(turn);
        state = game.state();
      }
      const { winner, reason } = state.outcome;
      ends[reason] = (ends[reason] ?? 0) + 1;
      sum = hash(sum, `${played.join(' ')} ${winner ?? 'nobody'} ${reason} ${state.line}\n`);
      game.free();
      const expected = marks.get(number + 1);
      if (expected === undefined) continue;
      compared++;
      assert.equal(
        (sum >>> 0).toString(16).padStart(8, '0'),
        expected,
        `${preset}, ${number + 1} games`,
      );
    }
    assert.ok(compared > 0, preset);
  }
  for (const reason of [
    'fewer-than-three',
    'mill',
    'repetition',
    ...(GAMES < 100 ? [] : ['blocked', 'full-board', 'ten-moves', 'quiet']),
  ])
    assert.ok(ends[reason], `${reason}: ${JSON.stringify(ends)}`);
});
