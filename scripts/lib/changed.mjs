/**
 * Chooses the tests for `npm test -- --changed`. For a file of the page these are the tests that
 * import it and the browser tests of its screen; for a file that is not covered here, all tests.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT, Trouble, ask } from './say.mjs';

/**
 * @typedef {Map<string, string[] | null>} Plan the steps to run, each with its tests, or null for
 *   all of them
 */

/** Every step of `npm test`. */
const EVERYTHING = ['format', 'lint', 'rust', 'build', 'types', 'wasm', 'page', 'browser'];

/**
 * The browser tests of each part of the page; the first match counts. tests/page/changed.test.js
 * checks that they exist.
 */
const SCREENS = /** @type {[RegExp, string[]][]} */ ([
  [/^www\/app\/(?:learn|lessons|puzzles)\//, ['learn', 'puzzles']],
  [/^www\/app\/(?:engine\/pack|game\/solution)/, ['solution', 'values']],
  [
    /^www\/app\/analysis\/values\.|^www\/app\/engine\/(?:exact-values|solution-cache|solver)/,
    ['values', 'workers', 'solution'],
  ],
  [/^www\/app\/analysis\//, ['study', 'review', 'explorer']],
  [/^www\/app\/together\//, ['together']],
  [
    /^www\/app\/library\/games\b|^www\/app\/storage\//,
    ['storage', 'copies', 'stored', 'keep', 'several'],
  ],
  [/^www\/app\/library\//, ['collection']],
  [/^www\/app\/(?:show\/|share\/export)/, ['export']],
  [/^www\/app\/embed\//, ['embed']],
  [/^www\/app\/resume\.ts/, ['trap', 'study']],
  [/^www\/app\/engine\/core\.ts|^www\/app\/platform\/recover\.ts/, ['trap', 'play']],
  [/^www\/app\/engine\//, ['workers', 'patience', 'loading', 'play']],
  [/^www\/app\/setup\//, ['setup']],
  [/^www\/sw\.|^www\/app\/platform\/offline\.ts/, ['offline', 'update', 'hosts']],
  [
    /^www\/app\/game\/error-text\.ts|^www\/app\/(?:share\/|platform\/drop)/,
    ['trouble', 'collection'],
  ],
  [/^www\/app\/i18n\/|^www\/app\/(?:settings\/language|game\/words)\.ts/, ['words', 'play']],
  [/^www\/app\/(?:ui\/sound|game\/hints|settings\/settings)/, ['board', 'hints']],
  [/^www\/app\/game\/clock/, ['clock']],
  [/^www\/public\/|^www\/index\.html/, ['trouble', 'budget', 'calm']],
  [/^www\/app\/board\//, ['board', 'play', 'calm', 'learn', 'setup', 'embed', 'export']],
  [
    /^www\/(?:styles\/|app\/home\/(?:shell|offers|opponents)|app\/(?:platform\/router|ui\/screen))/,
    ['layout', 'calm', 'access', 'play'],
  ],
  // The rest is used in every game.
  [/^www\//, ['play', 'board', 'calm', 'clock', 'hints', 'keep']],
]);

/**
 * The other tests for each file.
 * @type {[RegExp, (file: string, match: RegExpExecArray) => [string, string[] | null][]][]}
 */
const RULES = [
  // Only in the program, not in the WebAssembly.
  [/^crates\//, () => whole('format', 'lint', 'rust')],
  [/^(?:src|data|\.cargo)\/|^Cargo\.|^rust-toolchain/, () => whole(...EVERYTHING)],
  [
    /^tests\/data\/stored\//,
    () => [...whole('format', 'lint', 'rust', 'build', 'wasm'), ['browser', ['stored']]],
  ],
  [/^tests\/(?:slow|data)\//, () => whole('format', 'lint', 'rust', 'build', 'wasm')],
  [
    /^tests\/(\w+)(?:\.rs|\/.*\.rs)$/,
    (_, [, name = '']) => [
      ['format', null],
      ['lint', null],
      ['rust', isRustTest(name) ? ['--test', name] : null],
    ],
  ],
  [
    /^tests\/wasm\/(.*\.test\.mjs)$/,
    (file) => [
      ['format', null],
      ['build', null],
      ['types', null],
      ['wasm', [file]],
    ],
  ],
  [/^tests\/wasm\//, () => whole('format', 'build', 'types', 'wasm')],
  [
    /^tests\/page\/.*\.test\.js$/,
    (file) => [
      ['format', null],
      ['build', null],
      ['types', null],
      ['page', [file]],
    ],
  ],
  [/^tests\/page\//, () => whole('format', 'build', 'types', 'page')],
  [
    /^tests\/browser\/(.*)\.spec\.js$/,
    (_, [, name = '']) => [
      ['format', null],
      ['build', null],
      ['types', null],
      ['browser', [name]],
    ],
  ],
  [/^tests\/browser\//, () => whole('format', 'build', 'types', 'browser')],
  [/^tests\/(?:speed|firefox|faults)\//, () => whole('format', 'build', 'types')],
  [
    /^www\//,
    (file) => [
      ['format', null],
      ['build', null],
      ['types', null],
      ['wasm', importers(file)],
      ['page', [file]],
      ['browser', screens(file)],
    ],
  ],
  [
    /^README\.md$/,
    () => [
      ['build', null],
      ['wasm', ['tests/wasm/package.test.mjs']],
    ],
  ],
  [
    /^docs\/merels-board\.md$/,
    () => [
      ['build', null],
      ['browser', ['embed']],
    ],
  ],
  [
    /\.md$|^docs\/|^LICENSE$|^\.(?:gitignore|editorconfig)$|^(?:cluster|training|fuzz|benches)\//,
    () => [],
  ],
  [/^/, () => whole(...EVERYTHING)],
];

/** @param {string} name not of one that is gone */
const isRustTest = (name) =>
  [`${name}.rs`, `${name}/main.rs`].some((path) => existsSync(join(ROOT, 'tests', path)));

/** @param {string[]} steps @returns {[string, null][]} */
const whole = (...steps) => steps.map((step) => [step, null]);

/** @param {string} file of www @returns {string[]} */
export const screens = (file) => SCREENS.find(([files]) => files.test(file))?.[1] ?? [];

/** All specs named here. */
export const namedSpecs = () => [...new Set(SCREENS.flatMap(([, specs]) => specs))];

/** @param {string[]} files changed, relative to the project @returns {Plan} */
export function plan(files) {
  /** @type {Plan} */
  const found = new Map();
  for (const file of files) {
    for (const [pattern, lead] of RULES) {
      const match = pattern.exec(file);
      if (!match) continue;
      for (const [step, narrowed] of lead(file, match)) {
        const before = found.get(step);
        if (narrowed === null || before === null) found.set(step, null);
        else if (narrowed.length) found.set(step, [...new Set([...(before ?? []), ...narrowed])]);
      }
      break;
    }
  }
  return found;
}

/**
 * The Node tests that import a file of the page, directly or indirectly.
 * @param {string} file
 * @returns {string[]}
 */
function importers(file) {
  const target = join(ROOT, file);
  const tests = join(ROOT, 'tests', 'wasm');
  /** @type {Map<string, string[]>} */
  const known = new Map();
  /** @param {string} from @returns {string[]} */
  const imports = (from) => {
    const before = known.get(from);
    if (before) return before;
    const text = existsSync(from) ? readFileSync(from, 'utf8') : '';
    const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^'?]*)/g)].map(([, path = '']) =>
      resolve(dirname(from), path),
    );
    known.set(from, found);
    return found;
  };
  /** @param {string} test */
  const reaches = (test) => {
    const seen = new Set([test]);
    for (const from of seen) for (const to of imports(from)) if (to.startsWith(ROOT)) seen.add(to);
    return seen.has(target);
  };
  return readdirSync(tests)
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => join(tests, name))
    .filter(reaches)
    .map((path) => relative(ROOT, path));
}

/**
 * The files that differ from the main branch or, on it, from the last commit, including new ones.
 * @returns {string[]}
 */
export function changedFiles() {
  const base = ['origin/main', 'main']
    .map((name) => ask('git', ['merge-base', 'HEAD', name]))
    .find(Boolean);
  if (!base) throw new Trouble('there is no main branch to compare with.');
  const lines = (/** @type {string[]} */ ...args) =>
    (ask('git', args) ?? '').split('\n').filter(Boolean);
  return [
    ...new Set([
      ...lines('diff', '--name-only', '--no-renames', base),
      ...lines('ls-files', '--others', '--exclude-standard'),
    ]),
  ].sort();
}
