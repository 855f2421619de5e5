/**
 * Builds the WebAssembly: compiles the crate with wasm-pack, into modules with different features,
 * and shrinks them with wasm-opt.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, Trouble, ask, run, say, since } from './say.mjs';

/**
 * `target`: a module of its own folder there is compiled while others are.
 * @typedef {{ folder: string, features: string, target: string }} Module
 */

/** The page's: one for the first load, one for the worker that reads packs. @type {Module[]} */
export const PAGE = [
  { folder: 'www/pkg', features: 'game', target: '' },
  { folder: 'www/pkg-pack', features: 'pack', target: 'pack' },
];
/** The npm package's, with everything. @type {Module} */
export const COMPLETE = {
  folder: 'www/pkg-npm',
  features: 'game,pack,weights,package',
  target: 'npm',
};
const TARGET = 'wasm32-unknown-unknown';
const INPUTS = [
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
  '.cargo',
  'src',
  'package-lock.json',
  'scripts/lib/wasm.mjs',
];

/** @param {Module} module */
const stampOf = ({ folder }) => join(ROOT, folder, '.built-from');

/** @param {Module} module @param {string} inputs the hash of what it was built from */
const isBuilt = (module, inputs) =>
  existsSync(stampOf(module)) && readFileSync(stampOf(module), 'utf8') === inputs;

/**
 * Compiles the page's modules for `buildWasm`, if needed. This needs only Rust, so it can run while
 * wasm-pack is being installed.
 */
export async function compileWasm() {
  const inputs = fingerprint();
  const stale = PAGE.filter((module) => !isBuilt(module, inputs));
  if (!stale.length) return;
  say('compiling the Rust core to WebAssembly');
  const start = performance.now();
  // With the same flags as wasm-pack, which then has nothing left to compile.
  const compile = (/** @type {Module} */ module) =>
    run('cargo', ['build', '--quiet', '--lib', '--release', ...cargoFlags(module)], {
      env: { CARGO_BUILD_TARGET: TARGET, ...targetFolder(module) },
    });
  await Promise.all(stale.map(compile));
  say(`the Rust core is compiled after ${since(start)}`);
}

/** Builds modules, those of the page by default, unless nothing that goes into them has changed. */
export async function buildWasm(modules = PAGE) {
  const inputs = fingerprint();
  await Promise.all(modules.map((module) => build(module, inputs)));
}

/** @param {Module} module @param {string} inputs */
async function build(module, inputs) {
  const { folder } = module;
  if (isBuilt(module, inputs)) return say(`the WebAssembly in ${folder} is up to date`);
  say(`building the WebAssembly, into ${folder}`);
  const start = performance.now();
  rmSync(stampOf(module), { force: true });
  // "no-install": the set-up has installed the tools, so avoid a silent download. "error":
  // suppresses the hint about newer versions of wasm-pack.
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
    folder,
  ];
  await run('wasm-pack', [...args, '--', ...cargoFlags(module)], { env: targetFolder(module) });
  await shrink(join(ROOT, folder, 'merels_bg.wasm'));
  writeFileSync(stampOf(module), inputs);
  say(`the WebAssembly in ${folder} is built after ${since(start)}`);
}

/**
 * In a folder that another cargo is compiling into, cargo would wait.
 * @param {Module} module
 * @returns {Record<string, string>}
 */
const targetFolder = ({ target }) =>
  target
    ? { CARGO_TARGET_DIR: join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), target) }
    : {};

/** @param {Module} module */
const cargoFlags = ({ features }) => [
  '--package',
  'merels',
  '--locked',
  '--no-default-features',
  '--features',
  features,
  '--config',
  `target.${TARGET}.rustflags=${JSON.stringify(remappings())}`,
];

/**
 * Removes local paths from panic messages, so that every machine builds the same bytes. Added to
 * the flags in .cargo.
 */
function remappings() {
  const metadata = ask('cargo', [
    'metadata',
    '--locked',
    '--format-version',
    '1',
    '--filter-platform',
    TARGET,
  ]);
  if (metadata === null) throw new Trouble('cargo could not list the crates.');
  /** @type {{ manifest_path: string, source: string | null }[]} */
  const crates = JSON.parse(metadata).packages;
  const folders = new Set(
    crates
      .filter(({ source }) => source !== null)
      .map(({ manifest_path }) => dirname(dirname(manifest_path))),
  );
  return [...folders].map((folder) => `--remap-path-prefix=${folder}=crates`);
}

/** @param {string} file */
async function shrink(file) {
  const before = statSync(file).size;
  const smaller = `${file}.smaller`;
  await run('node', [
    join(ROOT, 'node_modules', 'binaryen', 'bin', 'wasm-opt'),
    // Twice: the first pass leaves chances to the second.
    '-O3',
    '-O3',
    '--strip-producers',
    file,
    '-o',
    smaller,
  ]);
  renameSync(smaller, file);
  say(`wasm-opt: ${before} bytes became ${statSync(file).size}`);
}

/** A hash of everything that goes into the WebAssembly. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const path = join(ROOT, input);
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
          .sort()
          .map((name) => join(path, name))
      : [path];
    for (const file of files.filter((name) => statSync(name).isFile())) {
      hash
        .update(`${file.slice(ROOT.length)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}
