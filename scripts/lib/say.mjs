/** Prints messages, and runs programs with their output visible. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** An error that the user can fix: shown without a stack trace. */
export class Trouble extends Error {}

/** @param {string} text */
export function say(text) {
  console.log(`merels: ${text}`);
}

/** @param {number} start a `performance.now()` */
export function since(start) {
  const seconds = (performance.now() - start) / 1000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/**
 * Runs a program, with its output going to the terminal.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, onOutput?: (text: string) => void }} [options]
 *   `onOutput` also receives the output.
 * @returns {Promise<void>} rejects with a `Trouble` if the program fails
 */
export function run(program, args, { env = {}, onOutput } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    child.stdout?.on('data', (data) => (process.stdout.write(data), onOutput?.(String(data))));
    child.stderr?.on('data', (data) => (process.stderr.write(data), onOutput?.(String(data))));
    child.on('error', (error) => reject(new Trouble(`${program} cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new Trouble(
            `'${program} ${args.join(' ')}' failed (${signal ?? `exit status ${code}`}).`,
          ),
        );
    });
  });
}

/**
 * The output of a program, or null if it is missing or fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ evenIfItFails?: boolean }} [options]
 */
export function ask(program, args, { evenIfItFails = false } = {}) {
  const { status, stdout } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  return status === 0 || (evenIfItFails && status !== null) ? stdout.trim() : null;
}

/** What a script says of itself: the comment that it begins with. @param {string} source */
export function usage(source) {
  const [, comment = ''] = /^\/\*\*([^]*?)\*\//.exec(source) ?? [];
  return comment.replace(/^ \* ?/gm, '').trim();
}

/**
 * Runs a script's main function; with `--help`, only says what it does. A `Trouble` becomes a
 * one-line message and exit status 1.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  if (process.argv.includes('--help'))
    return console.log(usage(readFileSync(process.argv[1] ?? '', 'utf8')));
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    console.error(`merels: ${error.message}`);
    process.exitCode = 1;
  }
}
