/** Installs the tools that are missing or have the wrong version. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findChromium, findFirefox, findShell } from './browsers.mjs';
import { ROOT, Trouble, ask, run, say, since } from './say.mjs';

const WASM_TARGET = 'wasm32-unknown-unknown';
const WASM_PACK = '0.15.1';
const CARGO_DENY = '0.20.2';
const CARGO_SEMVER_CHECKS = '0.51.0';
const SHELL = 'chromium-headless-shell';
const TOOLS = join(ROOT, '.tools');

/**
 * @param {{ lint?: boolean, audit?: boolean, semver?: boolean, browser?: boolean | 'shell', firefox?: boolean, meanwhile?: () => Promise<void> }}
 *   [needs] what else is needed. `lint`: rustfmt and clippy; `audit`: cargo-deny; `semver`:
 *   cargo-semver-checks; `browser`: Chromium, for 'shell' also one without windows; `firefox`:
 *   Firefox; `meanwhile`: work that needs only Rust and runs alongside.
 */
export async function setup({
  lint = false,
  audit = false,
  semver = false,
  browser = false,
  firefox = false,
  meanwhile,
} = {}) {
  process.env.PATH = [join(TOOLS, 'bin'), process.env.PATH, join(homedir(), '.cargo', 'bin')].join(
    delimiter,
  );
  checkNode();
  await linker();
  await rust(lint);
  // Compiling one program seldom keeps every core busy.
  await Promise.all([packages(), tools({ audit, semver }), meanwhile?.()]);
  if (browser === 'shell') await headlessShell();
  else if (browser) await browserProgram('Chromium', 'CHROMIUM', 'chromium', findChromium);
  if (firefox) await browserProgram('Firefox', 'FIREFOX', 'firefox-esr', findFirefox);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 12)) {
    throw new Trouble(
      `Node ${process.versions.node} is too old: 20.19 or 22.12 or later is needed.`,
    );
  }
}

/** Installs the npm packages if package-lock.json has changed since. */
async function packages() {
  const stamp = join(ROOT, 'node_modules', '.merels-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('installing the npm packages of package-lock.json into node_modules');
  await run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(stamp, lock);
}

/** Rust links its programs with the system's C compiler. */
async function linker() {
  if (process.platform !== 'linux' || ask('cc', ['--version']) !== null) return;
  await aptInstall('a C linker, which Rust needs', ['gcc', 'libc6-dev']);
}

/** @param {boolean} lint */
async function rust(lint) {
  if (ask('rustup', ['--version']) === null) {
    if (ask('cargo', ['--version']) === null) {
      throw new Trouble(
        'Rust is missing: install it with rustup (https://rustup.rs), then run this again.',
      );
    }
    return; // Another kind of installation: the build itself will tell what it lacks.
  }
  if (ask('rustc', ['--version']) === null) {
    say('installing the Rust toolchain in rust-toolchain.toml');
    await run('rustup', ['toolchain', 'install']);
  }
  const targets = ask('rustup', ['target', 'list', '--installed']) ?? '';
  if (!targets.split(/\s+/).includes(WASM_TARGET)) {
    say('adding WebAssembly to the Rust toolchain');
    await run('rustup', ['target', 'add', WASM_TARGET]);
  }
  if (!lint) return;
  const installed = ask('rustup', ['component', 'list', '--installed']) ?? '';
  const missing = ['rustfmt', 'clippy'].filter((name) => !installed.includes(name));
  if (missing.length > 0) {
    say(`adding ${missing.join(' and ')} to the Rust toolchain`);
    await run('rustup', ['component', 'add', ...missing]);
  }
}

/**
 * Installs wasm-pack, and wasm-bindgen in exactly the version of the library.
 * @param {{ audit: boolean, semver: boolean }} also cargo-deny and cargo-semver-checks
 */
async function tools({ audit, semver }) {
  const wasm = { 'wasm-bindgen': lockedVersion('wasm-bindgen'), 'wasm-pack': WASM_PACK };
  await install(wasm, ['--path', join(ROOT, 'scripts', 'wasm-tools')]);
  if (audit) await install({ 'cargo-deny': CARGO_DENY }, [`cargo-deny@${CARGO_DENY}`]);
  const checks = { 'cargo-semver-checks': CARGO_SEMVER_CHECKS };
  if (semver) await install(checks, [`cargo-semver-checks@${CARGO_SEMVER_CHECKS}`]);
}

/**
 * Compiles programs that are missing. Unoptimised, that takes half as long.
 * @param {Record<string, string>} programs their versions
 * @param {string[]} from
 */
async function install(programs, from) {
  const missing = () =>
    Object.entries(programs).filter(([program, version]) => !hasVersion(program, version));
  const names = missing()
    .map((entry) => entry.join(' '))
    .join(' and ');
  if (!names) return;
  say(`compiling ${names} into .tools (some minutes, once)`);
  const start = performance.now();
  const target = join(TOOLS, 'target');
  const env = {
    CARGO_PROFILE_DEV_DEBUG: '0',
    CARGO_PROFILE_DEV_PANIC: 'abort',
    CARGO_PROFILE_DEV_DEBUG_ASSERTIONS: 'false',
    CARGO_TARGET_DIR: target,
  };
  await run('cargo', ['install', '--locked', '--debug', '--force', '--root', TOOLS, ...from], {
    env,
  });
  for (const [program, version] of missing()) {
    throw new Trouble(
      `${program} ${version} was installed, but '${program} --version' says ${ask(program, ['--version'])}.`,
    );
  }
  rmSync(target, { recursive: true, force: true });
  say(`${names} installed after ${since(start)}`);
}

/**
 * @param {string} program
 * @param {string} version
 */
function hasVersion(program, version) {
  return ask(program, ['--version'])?.split(/\s+/)[1] === version;
}

/**
 * The version of a crate in Cargo.lock.
 * @param {string} crate
 */
function lockedVersion(crate) {
  const lock = readFileSync(join(ROOT, 'Cargo.lock'), 'utf8');
  const version = lock.match(new RegExp(`name = "${crate}"\\r?\\nversion = "([^"]+)"`))?.[1];
  if (!version) throw new Trouble(`Cargo.lock has no version of ${crate}.`);
  return version;
}

/**
 * Chromium without windows, with which the tests take two thirds of the time. Where another one is
 * there already, that will do if this one cannot be installed, or not without a password.
 */
async function headlessShell() {
  const mayInstall = process.getuid?.() === 0 && ask('apt-get', ['--version']) !== null;
  const find = () => findChromium({ shell: true });
  if (!process.env.CHROMIUM && findChromium() && mayInstall && !findShell())
    await aptInstall('Chromium without windows', [SHELL]).catch(({ message }) => say(message));
  await browserProgram('Chromium', 'CHROMIUM', SHELL, find);
}

/**
 * @param {string} name
 * @param {string} variable the environment variable that may hold the program's path
 * @param {string} debian its name in Debian
 * @param {() => string | undefined} find
 */
async function browserProgram(name, variable, debian, find) {
  const named = process.env[variable];
  if (named && !existsSync(named))
    throw new Trouble(`${variable} is ${named}, which does not exist.`);
  if (find()) return;
  await aptInstall(
    `${name}, for the browser tests`,
    [debian],
    `Or set ${variable} to the path of one.`,
  );
  if (!find())
    throw new Trouble(`${name} was installed, but is not on PATH: set ${variable} to its path.`);
}

/**
 * @param {string} what in words
 * @param {string[]} names
 * @param {string} [otherwise] what else the reader can do
 */
async function aptInstall(what, names, otherwise = '') {
  const byHand = `Install it by hand: apt-get install ${names.join(' ')}. ${otherwise}`.trim();
  if (ask('apt-get', ['--version']) === null)
    throw new Trouble(`${what}, is missing, and so is apt-get. ${byHand}`);
  const root = process.getuid?.() === 0;
  if (!root && ask('sudo', ['--version']) === null) {
    throw new Trouble(`${what}, is missing, and installing it requires root or sudo. ${byHand}`);
  }
  const [program, ...before] = root ? ['apt-get'] : ['sudo', 'apt-get'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  say(`installing ${what}, with apt-get`);
  try {
    await run(program, [...before, 'update', '-q'], { env });
    await run(program, [...before, 'install', '-q', '-y', '--no-install-recommends', ...names], {
      env,
    });
  } catch (error) {
    throw new Trouble(`${error instanceof Error ? error.message : error} ${byHand}`);
  }
}
