/** Puzzles in WebAssembly: read from the shipped files, answers judged, bad ones refused. */
import './page.mjs';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Game, Puzzles } from './load.mjs';
import {
  daysInARow,
  noteDay,
  readTally,
  restoreTally,
  today,
} from '../../www/app/puzzles/puzzle-record.ts';

const NAMES = ['nine', 'six', 'seven', 'lasker', 'eleven', 'twelve'];
const KINDS = ['win', 'hold', 'only', 'take', 'mill'];

/** @param {string} name */
const file = (name) =>
  readFileSync(new URL(`../../data/puzzles/${name}.txt`, import.meta.url), 'utf8');

test('the shipped puzzles are read', () => {
  for (const name of NAMES) {
    const list = new Puzzles(file(name)).list();
    assert.ok(list.length >= 50, `${name}: ${list.length}`);
    assert.deepEqual([...new Set(list.map(({ kind }) => kind))].sort(), [...KINDS].sort());
    for (const { line, solver, rating, turns, solution } of list) {
      assert.equal(solver, line.split(' ')[2] === 'w' ? 'white' : 'black');
      assert.ok(rating >= 800 && rating <= 2200);
      assert.equal(solution.length, 2 * turns - 1);
    }
  }
});

test('solutions are right, and what is wrong is answered', () => {
  for (const name of NAMES) {
    const puzzles = new Puzzles(file(name));
    puzzles.list().forEach(({ line, solution, turns }, index) => {
      if (index % 10) return;
      for (let at = 0; at < solution.length; at += 2) {
        const verdict = puzzles.check(index, solution.slice(0, at), solution[at]);
        assert.equal(verdict.right, true);
        assert.equal(verdict.solved, at === 2 * turns - 2);
        assert.equal(verdict.reply, solution[at + 1] ?? null);
      }
      const game = Game.fromPosition(line);
      for (const { text } of game.state().legal.filter(({ text }) => text !== solution[0])) {
        const verdict = puzzles.check(index, [], text);
        assert.equal(verdict.right, false);
        assert.equal(verdict.solved, false);
        assert.ok(verdict.value === null || ['win', 'draw', 'loss'].includes(verdict.value));
        const wrong = Game.fromPosition(line);
        wrong.play(text);
        if (verdict.reply === null) assert.ok(wrong.state().outcome);
        else wrong.play(verdict.reply);
      }
    });
  }
});

test('what cannot be judged is refused', () => {
  const puzzles = new Puzzles(file('six'));
  const [{ solution }] = puzzles.list();
  assert.throws(() => puzzles.check(1000, [], 'a1'), /no such puzzle/);
  assert.throws(() => puzzles.check(-1, [], 'a1'), /whole number/);
  assert.throws(() => puzzles.check(0, [], 'z9'), /./);
  assert.throws(() => puzzles.check(0, [solution[0]], 'a1'), /./);
  assert.throws(() => puzzles.check(0, /** @type {any} */ ('a1'), 'a1'), /must be a list/);
  assert.equal(puzzles.check(0, [], solution[0]).right, true, 'still usable');
});

test('damaged files are refused', () => {
  assert.throws(() => new Puzzles(''), /line 1: /);
  assert.throws(() => new Puzzles(`${file('six')}six\n`), /five fields/);
  assert.throws(() => new Puzzles(/** @type {any} */ (3)), /must be a string/);
});

test('a day that a wrong clock has noted, and that is still to come, keeps none from being counted', () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  Object.defineProperty(globalThis, 'localStorage', {
    value: {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => void kept.set(key, text),
      removeItem: (/** @type {string} */ key) => void kept.delete(key),
    },
  });
  const now = today();
  const tally = { rating: 1200, row: 0, best: 0, days: 4, last: now + 365, first: {} };
  restoreTally(tally);
  assert.equal(daysInARow(readTally()), 0);
  noteDay(now);
  assert.deepEqual([readTally().days, readTally().last], [1, now]);
  noteDay(now + 1);
  assert.deepEqual([readTally().days, readTally().last, daysInARow(readTally())], [2, now + 1, 2]);
  // West of where it was noted it is still the day before.
  noteDay(now);
  assert.deepEqual([readTally().days, readTally().last], [2, now + 1]);
});
