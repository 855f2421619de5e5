/** Builds the npm package: the complete WebAssembly, for Node and browsers. */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './say.mjs';
import { COMPLETE } from './wasm.mjs';

const PKG = join(ROOT, COMPLETE.folder);
const OPENINGS = join(ROOT, 'data', 'openings');
/** The published files; all but the last three are built here. */
const FILES = [
  'merels.js',
  'merels_bg.wasm',
  'merels.d.ts',
  'browser.js',
  'node.js',
  'openings',
  'README.md',
  'LICENSE',
];

/**
 * Writes the package into a folder, which is emptied first. Requires the complete WebAssembly.
 * @param {string} folder
 */
export function writePackage(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['merels.js', 'merels_bg.wasm']) cpSync(join(PKG, name), join(folder, name));
  for (const name of ['browser.js', 'node.js'])
    cpSync(join(ROOT, 'scripts', 'package', name), join(folder, name));
  mkdirSync(join(folder, 'openings'));
  for (const name of readdirSync(OPENINGS).filter((file) => file.endsWith('.json')))
    cpSync(join(OPENINGS, name), join(folder, 'openings', name));
  cpSync(join(ROOT, 'docs', 'package.md'), join(folder, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(
    join(folder, 'merels.d.ts'),
    declared(readFileSync(join(PKG, 'merels.d.ts'), 'utf8')),
  );
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description(), null, 2)}\n`);
}

/** What the types name of a browser, for projects that have not the types of one. */
const GLOBALS = `/// <reference lib="esnext.disposable" />
type Global<Name extends string> = typeof globalThis extends { [key in Name]: { prototype: infer Found } } ? Found : never;
type Compiled = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Found } } } ? Found : never;
`;

/**
 * The types without the generated declarations of the raw WebAssembly, which are internal, and
 * without those that only browsers have.
 * @param {string} types
 */
function declared(types) {
  const raw = /export interface InitOutput \{[^}]*\}/;
  /** @type {[RegExp, string][]} */
  const replaced = [
    [
      raw,
      'export interface InitOutput {\n    readonly memory: { readonly buffer: ArrayBufferLike };\n}',
    ],
    [
      /export type InitInput = .*;/,
      "export type InitInput = string | Global<'Request'> | Global<'URL'> | Global<'Response'> | SyncInitInput;",
    ],
    [
      /export type SyncInitInput = .*;/,
      'export type SyncInitInput = ArrayBuffer | ArrayBufferView | Compiled;',
    ],
  ];
  return replaced.reduce((text, [pattern, by]) => {
    if (!pattern.test(text)) throw new Error(`the generated types have another shape: ${pattern}`);
    return text.replace(pattern, by);
  }, GLOBALS + types);
}

function description() {
  const cargo = readFileSync(join(ROOT, 'Cargo.toml'), 'utf8');
  const field = (/** @type {string} */ name) =>
    new RegExp(`^${name} = "(.*)"$`, 'm').exec(cargo)?.[1] ?? '';
  const [repository, homepage] = [field('repository'), field('homepage')];
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return {
    name: field('name'),
    version: field('version'),
    description: field('description'),
    license: field('license'),
    ...(repository && { repository: { type: 'git', url: `git+${repository}.git` } }),
    ...(homepage && { homepage }),
    keywords: ['nine-mens-morris', 'mill', 'morris', 'merels', 'board-game', 'engine', 'wasm'],
    type: 'module',
    main: './node.js',
    types: './merels.d.ts',
    exports: {
      '.': { types: './merels.d.ts', node: './node.js', default: './browser.js' },
      './merels_bg.wasm': './merels_bg.wasm',
      './openings/*.json': './openings/*.json',
      './package.json': './package.json',
    },
    // In Node the WebAssembly is read when the module is loaded.
    sideEffects: ['./node.js'],
    files: FILES,
    engines,
  };
}
