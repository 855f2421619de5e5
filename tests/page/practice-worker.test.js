/** The worker of exercises, on the real WebAssembly: its games, and what it says of a position. */
import { expect, test, vi } from 'vitest';
import './core.js';
import { exerciseKey, exerciseKinds, exerciseLine } from '../../www/pkg-pack/merels.js';

/** @typedef {import('../../www/app/engine/practice.worker.ts').Candidate} Candidate */

/** White closes a7-d7-g7 next, and nothing else wins. */
const LINE = 'nine WW1/1B1/3/1W3W/3/B2/B2 w 0,0 7 20';

// The modules are there already.
vi.mock('../../www/pkg/merels.js', async (original) => ({
  ...(await original()),
  default: async () => {},
}));
vi.mock('../../www/pkg-pack/merels.js', async (original) => ({
  ...(await original()),
  default: async () => {},
}));

/** Who waits for an answer, by id. @type {Map<number, (answer: any) => void>} */
const waiting = new Map();
const scope = /** @type {any} */ (globalThis);
scope.self = scope;
scope.navigator ??= {};
scope.postMessage = (/** @type {any} */ message) =>
  message.type === 'answered' && waiting.get(message.id)?.(message.answer);
await import('../../www/app/engine/practice.worker.ts');

/** @param {object} question @returns {Promise<any>} */
const ask = (question) =>
  new Promise((resolve) => {
    const id = waiting.size + 1;
    waiting.set(id, resolve);
    scope.onmessage({ data: { id, ...question } });
  });

test('the kinds of a game are those that its rules allow', async () => {
  expect(await ask({ type: 'kinds', spec: 'nine' })).toEqual([
    'win',
    'hold',
    'opening',
    'take',
    'fly',
  ]);
  expect(exerciseKinds('three')).toEqual(['win', 'hold', 'opening']);
});

test('a game of levels gives positions of the kind by their men, each as a new game', async () => {
  for (const kind of ['win', 'opening', 'take']) {
    /** @type {Candidate[]} */
    const all = (
      await Promise.all(
        [1, 2, 3, 4].map((seed) => ask({ type: 'game', spec: 'nine', kind, men: 99, seed })),
      )
    ).flat();
    const lines = all.map(({ line }) => line);
    expect(lines.length, kind).toBeGreaterThan(3);
    for (const line of lines) expect(exerciseLine(kind, line, 99), line).toBe(line);
    expect(lines.every((line) => line.endsWith(' 0 1'))).toBe(true);
  }
  const same = { type: 'game', spec: 'nine', kind: 'hold', men: 99, seed: 5 };
  expect(await ask(same)).toEqual(await ask(same));
  expect(await ask({ ...same, seed: 6 })).not.toEqual(await ask(same));
});

test('which man to take is asked where a short search sees that much depends on it', async () => {
  const take = { type: 'game', spec: 'nine', kind: 'take', men: 99 };
  /** @type {Candidate[]} */
  const first = await ask({ ...take, seed: 1 });
  /** @type {Candidate[]} */
  const plain = await ask({ ...take, seed: 1, plain: true });
  expect(plain.length).toBe(6);
  expect(plain, 'of several games').not.toEqual(first.slice(0, 6));
  for (const { line, after } of [...first, ...plain]) {
    // One turn does not take, the other takes the worst man.
    const men = (/** @type {string} */ text) => text.split(' ')[1]?.match(/[WB]/g)?.length ?? 0;
    expect(after.length).toBeLessThanOrEqual(2);
    for (const next of after) expect([men(line), men(line) - 1]).toContain(men(next));
  }
});

test('an exercise is known again, and what is none has no number', () => {
  expect(exerciseLine('win', LINE, 99), 'a mill can be closed').toBeUndefined();
  const line = exerciseLine('take', LINE, 7) ?? '';
  expect(line).toBe(LINE.replace('7 20', '0 1'));
  expect(exerciseLine('take', LINE, 6), 'too many men').toBeUndefined();
  const holding = ['g4-g7xd6'];
  const key = exerciseKey('take', line, 'win', holding);
  expect(key).toBeGreaterThan(0);
  expect(exerciseKey('take', line, 'loss', holding)).toBeUndefined();
  expect(exerciseKey('take', line, 'win', ['b4-c4'])).toBeUndefined();
  expect(() => exerciseKey('other', line, 'win', holding)).toThrow('no such kind');
  expect(() => exerciseKey('take', line, /** @type {any} */ ('won'), holding)).toThrow(
    'win, draw or loss',
  );
});

test('a position is judged by its values; without an answer it says so', async () => {
  const moves = [
    { text: 'g4-g7xd2', value: { draw: true }, rank: 1, verdict: 'win-to-draw' },
    { text: 'g4-g7xd6', value: { win: null }, rank: 0, verdict: 'win' },
  ];
  const values = { value: { win: null }, counter: null, moves };
  const line = LINE.replace('7 20', '0 1');
  // Not all turns have a value.
  expect(await ask({ type: 'judge', kind: 'take', line, values })).toBeNull();
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(await ask({ type: 'judge', kind: 'take', line: 'no', values })).toBeNull();
  expect(await ask({ type: 'replies', line, moves })).toBeNull();
});
