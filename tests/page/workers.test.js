/**
 * Where the browser starts no worker: questions are refused at once, and no worker is tried again
 * and again.
 */
import { expect, test, vi } from 'vitest';
import { createEngineClient } from '../../www/app/engine/client.ts';
import { createSolverClient } from '../../www/app/engine/solver-client.ts';
import { NoWorkerError } from '../../www/app/engine/watchdog.ts';

/** Denies workers as a sandboxed frame does. */
function denyWorkers() {
  let tried = 0;
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        tried++;
        throw new DOMException('denied', 'SecurityError');
      }
    },
  );
  vi.spyOn(console, 'warn').mockReturnValue();
  return {
    get tried() {
      return tried;
    },
  };
}

test('a question to the computer is refused, and so is a file for it', async () => {
  const workers = denyWorkers();
  const restarted = vi.fn();
  const client = createEngineClient('engine.js', restarted);
  const question = { line: 'nine 3/3/3/6/3/3/3 w 9,9 0 1', moves: [], millis: 100, limits: {} };
  await expect(client.ask(question)).rejects.toBeInstanceOf(NoWorkerError);
  expect(workers.tried).toBe(1);
  await expect(client.ask(question)).rejects.toBeInstanceOf(NoWorkerError);
  expect(workers.tried).toBe(2);
  expect(await client.load('nine.opening', new Uint8Array())).toBe(false);
  expect(await new Promise((told) => client.explore(question.line, told))).toBeNull();
  expect(restarted).not.toHaveBeenCalled();
});

test('exact values are said to be unavailable', async () => {
  const workers = denyWorkers();
  /** @type {string[]} */
  const told = [];
  const client = createSolverClient('solver.js', ({ type }) => told.push(type));
  client.open('three', 'all');
  await vi.waitFor(() => expect(told.at(-1)).toBe('failed'));
  expect(workers.tried).toBe(1);
  expect(await client.values('three 3/3/3 w 3,3 0 1')).toBeNull();
});
