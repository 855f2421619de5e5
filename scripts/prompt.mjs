/**
 * `npm run prompt [-- TRIES]`: measures how soon the native engine answers `stop`, and by how much
 * a search exceeds its `movetime`, with one and two threads, one line and five. Run it on an idle
 * machine.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT, main, run } from './lib/say.mjs';

const MOVETIME = 100;
const POSITIONS = [
  'start',
  'start moves d6 f4 d2 b4',
  'line nine 1B1/1W1/B2/BWW3/W2/B2/W2 b 4,5 0 5',
  'line nine W1W/B1B/1B1/1B2W1/BW1/BBW/2W w 0,0 2 13',
  'line nine 1W1/1W1/1W1/2W1B1/3/BB1/1B1 w 0,0 3 21',
];

/** Starts an engine that takes commands and can be waited for. */
function engine() {
  const child = spawn(join(ROOT, 'target/release/merels'), ['engine'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  /** @type {{ word: string, heard: () => void }[]} */
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.split(' ')[0] === waiting[0]?.word) waiting.shift()?.heard();
  });
  return {
    /** @param {string} line */
    say: (line) => void child.stdin.write(`${line}\n`),
    /** Resolves when it prints a word. @param {string} word @returns {Promise<void>} */
    hear: (word) => new Promise((heard) => waiting.push({ word, heard })),
    /** @returns {Promise<void>} */
    quit: () =>
      new Promise((done) => (child.once('exit', () => done()), child.stdin.end('quit\n'))),
  };
}

/** @param {string} name @param {number[]} times in milliseconds */
function tell(name, times) {
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1).padStart(6);
  console.log(
    `${name.padEnd(40)} half ${at(0.5)} ms, nine tenths ${at(0.9)} ms, worst ${at(1)} ms`,
  );
}

await main(async () => {
  const tries = Number(process.argv[2] ?? 60);
  await run('cargo', ['build', '--release', '--locked', '--quiet']);
  for (const threads of [1, 2])
    for (const lines of [1, 5]) {
      const { say, hear, quit } = engine();
      say(`setoption name Threads value ${threads}`);
      say(`setoption name MultiPV value ${lines}`);
      /** @type {number[]} */
      const stop = [];
      /** @type {number[]} */
      const over = [];
      for (let i = 0; i < tries; i += 1) {
        say(`position ${POSITIONS[i % POSITIONS.length]}`);
        say('isready');
        await hear('readyok');
        say('go infinite');
        await new Promise((resolve) => setTimeout(resolve, 50 + 10 * (i % 7)));
        let start = performance.now();
        say('stop');
        await hear('bestmove');
        stop.push(performance.now() - start);
        start = performance.now();
        say(`go movetime ${MOVETIME}`);
        await hear('bestmove');
        over.push(performance.now() - start - MOVETIME);
      }
      tell(
        `${threads} thread${threads > 1 ? 's' : ''}, ${lines} line${lines > 1 ? 's' : ''}: stop`,
        stop,
      );
      tell(`${' '.repeat(6)}after movetime ${MOVETIME}`, over);
      await quit();
    }
});
