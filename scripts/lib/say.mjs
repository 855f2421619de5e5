/** Plain words on the terminal, and programs run where the reader can see them. */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Something the user has to fix: shown as it is, without a stack. */
export class Trouble extends Error {}

/** @param {string} text */
export function say(text) {
  console.log(`merels: ${text}`);
}

/** @param {number} start a `performance.now()` */
export function since(start) {
  const seconds = (performance.now() - start) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/**
 * Runs a program to its end, its output going straight to the terminal.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, onOutput?: (text: string) => void }} [options]
 *   `onOutput` also gets everything that is printed.
 * @returns {Promise<void>} rejects with a `Trouble` unless the program ends well
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
      else reject(new Trouble(`'${program} ${args.join(' ')}' failed (${signal ?? `exit status ${code}`}).`));
    });
  });
}

/**
 * What a program prints, or null where it is missing or fails.
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

/**
 * Runs a script's main function; trouble becomes one line and exit status 1.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    console.error(`merels: ${error.message}`);
    process.exitCode = 1;
  }
}
