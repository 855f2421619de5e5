/**
 * `npm run faults [-- NAME …]`: applies the patches in tests/faults to a copy of the working tree,
 * one at a time, and reports which of them the tests catch. The working tree itself is not touched.
 */
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT, Trouble, ask, main, say, since } from './lib/say.mjs';
import { setup } from './lib/setup.mjs';
import { failures } from './lib/tally.mjs';
import { COMPLETE, PAGE } from './lib/wasm.mjs';

const FAULTS = join(ROOT, 'tests/faults');
/** Always the same, so that cargo can reuse its earlier builds. */
const PLACE = join(tmpdir(), 'merels-faults');
const COPY = join(PLACE, 'tree');
const LOGS = join(PLACE, 'logs');
const MODULES = [...PAGE, COMPLETE];
/** Build outputs that git ignores. */
const BUILT = [...MODULES.map(({ folder }) => folder), 'www/public/icons', 'dist'];
const KEPT = join(PLACE, 'modules');
/** A test run that takes longer counts as failed: it hangs. In milliseconds. */
const LONGEST = 20 * 60_000;

/**
 * The command that runs the tests of a step, or only the named ones.
 * @type {Record<string, (tests: string[]) => string[]>}
 */
const STEPS = {
  page: (tests) => ['npm', 'run', '--silent', 'test:page', '--', ...tests],
  wasm: (tests) => [
    'node',
    '--test',
    '--test-reporter=spec',
    ...(tests.length ? tests : ['tests/wasm/*.test.mjs']),
  ],
  browser: (tests) => [
    'npm',
    'run',
    '--silent',
    'test:browser',
    '--',
    '--max-failures=1',
    ...tests,
  ],
  rust: (tests) => ['cargo', 'test', '--locked', ...tests],
};
/** The order of the steps: the quickest first. */
const ORDER = Object.keys(STEPS);

/**
 * Build settings for WebAssembly that is used for one fault: quick to build, and nearly as fast.
 */
const SOON = {
  CARGO_PROFILE_RELEASE_LTO: 'off',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
  CARGO_PROFILE_RELEASE_OPT_LEVEL: '2',
  CARGO_PROFILE_RELEASE_INCREMENTAL: 'true',
};

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {string} patch
 * @property {string} says what is broken
 * @property {string} step whose tests should catch it
 * @property {string[]} tests the tests to run; if empty, all of the step
 * @property {string[]} files
 *
 * @typedef {'noticed' | 'NOT noticed' | 'does not apply' | 'does not build' | 'fails without it'}
 *   Result
 */

/** Splits a text at spaces, except in quotes. @param {string} text */
const words = (text) =>
  [...text.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** @param {string} name @returns {Fault} */
function readFault(name) {
  const patch = join(FAULTS, `${name}.patch`);
  const text = readFileSync(patch, 'utf8');
  /** @param {string} key */
  const line = (key) => new RegExp(`^${key}: (.+)$`, 'm').exec(text)?.[1] ?? '';
  const step = line('Step');
  if (!Object.hasOwn(STEPS, step))
    throw new Trouble(`${name}.patch names no step: the steps are ${ORDER.join(', ')}.`);
  const files = [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file);
  return { name, patch, says: line('Fault'), step, tests: words(line('Tests')), files };
}

/**
 * Runs a program in the copy and captures its output.
 * @param {string} log @param {string[]} command @param {Record<string, string>} [env]
 * @returns {Promise<{ good: boolean, output: string }>}
 */
function execute(log, [program = '', ...args], env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: COPY,
      // The copy may lie inside another repository: ignore that.
      env: {
        ...process.env,
        CARGO_TARGET_DIR: join(PLACE, 'target'),
        GIT_CEILING_DIRECTORIES: PLACE,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // In its own process group, so that its children are killed with it.
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data;
        appendFileSync(join(LOGS, `${log}.log`), data);
      });
    }
    const end = () => child.pid && process.kill(-child.pid);
    const interrupted = () => (end(), process.exit(130));
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupted);
    const timer = setTimeout(end, LONGEST);
    child.on('error', (error) => reject(new Trouble(`${program} cannot be run: ${error.message}`)));
    child.on('close', (code) => {
      clearTimeout(timer);
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupted);
      resolve({ good: code === 0, output });
    });
  });
}

/** Copies the working tree with its changes and new files; installed packages are shared. */
function copyTree() {
  const names = ask('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  if (names === null) throw new Trouble('git cannot list the files of this tree.');
  for (const folder of [COPY, LOGS]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  // With the current time: cargo compares times, and may have built another state last.
  for (const name of [...names.split('\0').filter(Boolean), ...BUILT]) {
    if (existsSync(join(ROOT, name)))
      cpSync(join(ROOT, name), join(COPY, name), { recursive: true });
  }
  for (const name of ['node_modules', '.tools'])
    if (existsSync(join(ROOT, name))) symlinkSync(join(ROOT, name), join(COPY, name), 'dir');
}

/**
 * Calls a function of the copy's own build.
 * @param {string} log
 * @param {string} file
 * @param {string} name
 * @param {string} [argument]
 */
const call = (log, file, name, argument = '') =>
  execute(log, [
    'node',
    '--input-type=module',
    '--eval',
    `import * as module from './scripts/lib/${file}'; await module.${name}(${argument});`,
  ]);

/** @param {string} log */
async function buildWasmSoon(log) {
  const args = [
    '--log-level',
    'error',
    'build',
    '--release',
    '--target',
    'web',
    '--mode',
    'no-install',
    '--no-pack',
    '--out-dir',
  ];
  for (const { folder, features } of MODULES) {
    const built = await execute(
      log,
      [
        'wasm-pack',
        ...args,
        folder,
        '--',
        '--package',
        'merels',
        '--locked',
        '--no-default-features',
        '--features',
        features,
      ],
      SOON,
    );
    if (!built.good) return built;
  }
  return { good: true };
}

/** @param {string} from @param {string} to */
function copyModules(from, to) {
  for (const { folder } of MODULES)
    cpSync(join(from, folder), join(to, folder), { recursive: true });
}

/** @param {Fault} fault */
const changesWasm = ({ step, files }) =>
  (step === 'wasm' || step === 'browser') && files.some((file) => file.startsWith('src/'));

/** Builds what the fault's tests run on. @param {Fault} fault @param {string} log */
async function build(fault, log) {
  if (changesWasm(fault) && !(await buildWasmSoon(log)).good) return false;
  if (fault.step === 'browser') return (await call(log, 'page.mjs', 'buildPage')).good;
  if (fault.step === 'rust')
    return (await execute(log, ['cargo', 'test', '--locked', '--no-run', ...fault.tests])).good;
  return true;
}

/** @param {Fault} fault @param {string} log */
const test = ({ step, tests }, log) => execute(log, STEPS[step]?.(tests) ?? []);

/** Do these tests pass without a fault? Each set is run once. @type {Map<string, boolean>} */
const passing = new Map();

/** @param {Fault} fault */
async function passes(fault) {
  const which = [fault.step, ...fault.tests].join(' ');
  const known = passing.get(which);
  if (known !== undefined) return known;
  say(`running the tests without a fault: ${which}`);
  const log = `without-${fault.step}`;
  const good = (await build({ ...fault, files: [] }, log)) && (await test(fault, log)).good;
  passing.set(which, good);
  return good;
}

/** @param {Fault} fault @returns {Promise<{ result: Result, by?: string }>} */
async function attempt(fault) {
  if (!(await execute(fault.name, ['git', 'apply', '--check', fault.patch])).good)
    return { result: 'does not apply' };
  if (!(await passes(fault))) return { result: 'fails without it' };
  const before = fault.files.map(
    (file) => /** @type {const} */ ([join(COPY, file), readFileSync(join(COPY, file))]),
  );
  await execute(fault.name, ['git', 'apply', fault.patch]);
  try {
    if (!(await build(fault, fault.name))) return { result: 'does not build' };
    const { good, output } = await test(fault, fault.name);
    return good
      ? { result: 'NOT noticed' }
      : { result: 'noticed', by: failures(output)[0]?.split('\n')[0]?.trim() };
  } finally {
    for (const [file, text] of before) writeFileSync(file, text);
    if (changesWasm(fault)) copyModules(KEPT, COPY);
  }
}

/** Only one process can use the copy at a time. */
function occupy() {
  const file = join(PLACE, 'running');
  mkdirSync(PLACE, { recursive: true });
  const other = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  try {
    if (other && process.kill(other, 0)) throw new Trouble(`already running, as process ${other}.`);
  } catch (error) {
    if (error instanceof Trouble) throw error;
    // That process has ended without removing the file.
  }
  writeFileSync(file, String(process.pid));
  process.on('exit', () => rmSync(file, { force: true }));
}

await main(async () => {
  const all = readdirSync(FAULTS)
    .filter((file) => file.endsWith('.patch'))
    .map((file) => basename(file, '.patch'));
  const wanted = process.argv.slice(2).map((name) => basename(name, '.patch'));
  for (const name of wanted)
    if (!all.includes(name)) throw new Trouble(`There is no fault called ${name}: see ${FAULTS}.`);
  const faults = (wanted.length ? wanted : all)
    .map(readFault)
    .sort((a, b) => ORDER.indexOf(a.step) - ORDER.indexOf(b.step));
  occupy();
  await setup({ browser: faults.some(({ step }) => step === 'browser') });
  say(`copying this tree to ${COPY}`);
  copyTree();
  if (faults.some(({ step }) => step !== 'rust')) {
    say('building the WebAssembly');
    const { good } = faults.some(changesWasm)
      ? await buildWasmSoon('wasm')
      : await call('wasm', 'wasm.mjs', 'buildWasm', '[...module.PAGE, module.COMPLETE]');
    if (!good)
      throw new Trouble(
        `The WebAssembly cannot be built without a fault either: see ${join(LOGS, 'wasm.log')}.`,
      );
    rmSync(KEPT, { recursive: true, force: true });
    copyModules(COPY, KEPT);
  }

  const begin = performance.now();
  /** @type {string[]} */
  const rows = [];
  const bad = [];
  const width = Math.max(...faults.map(({ name }) => name.length));
  for (const [i, fault] of faults.entries()) {
    const start = performance.now();
    const { result, by } = await attempt(fault);
    if (result !== 'noticed') bad.push(fault);
    const more = result === 'noticed' ? by : fault.says;
    rows.push(
      `${fault.name.padEnd(width)}  ${fault.step.padEnd(7)}  ${result}${more ? `: ${more}` : ''}`.slice(
        0,
        200,
      ),
    );
    say(`${i + 1}/${faults.length} ${fault.name}: ${result} (${since(start)})`);
  }
  console.log(`\n${rows.join('\n')}\n`);
  say(
    `${faults.length - bad.length} of ${faults.length} faults noticed, in ${since(begin)}; the output is in ${LOGS}`,
  );
  if (bad.length) process.exitCode = 1;
});
