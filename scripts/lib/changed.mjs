/**
 * Chooses the tests for `npm test -- --changed`. For a file of the page these are the tests in Node
 * that load it and the browser tests of its folder; for texts, the tests that quote them or a part
 * of them; for a file of the crate, all tests in Rust and in Node and a few in the browser; for a
 * file that is not covered here, all tests.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { ROOT, Trouble, ask } from './say.mjs';

/**
 * @typedef {Map<string, string[] | null>} Plan the steps to run, each with its tests, or null for
 *   all of them
 */

/** Every step of `npm test`. */
const EVERYTHING = ['format', 'lint', 'rust', 'build', 'types', 'wasm', 'page', 'browser'];

/**
 * The browser tests of each folder of the page; where one is named like the beginning of a file's
 * name, only that one. tests/page/changed.test.js checks that they exist and that no folder is
 * missing.
 * @type {Record<string, string[]>}
 */
export const SPECS = {
  www: ['offline', 'trouble'],
  'www/app': ['play', 'trap'],
  'www/app/analysis': ['analysis', 'review', 'explorer', 'values'],
  'www/app/board': ['board', 'calm'],
  'www/app/embed': ['embed'],
  'www/app/engine': ['workers', 'values', 'solution', 'loading'],
  'www/app/game': ['play', 'clock', 'hints', 'special'],
  'www/app/home': ['play', 'calm'],
  'www/app/i18n': ['language', 'words'],
  'www/app/learn': ['learn', 'exercises'],
  'www/app/lessons': ['learn'],
  'www/app/library': ['collection', 'several'],
  'www/app/platform': ['back', 'offline'],
  'www/app/puzzles': ['puzzles'],
  'www/app/read': ['policy'],
  'www/app/settings': ['hints', 'calm'],
  'www/app/setup': ['setup'],
  'www/app/share': ['share', 'export', 'collection'],
  'www/app/show': ['embed', 'export'],
  'www/app/screens': ['play', 'back', 'analysis'],
  'www/app/storage': ['storage', 'copies', 'stored'],
  'www/app/together': ['together'],
  'www/app/ui': ['board', 'back', 'hints'],
  'www/public': ['offline'],
  'www/styles': ['layout', 'access'],
};

/**
 * The tests in the browser that show that the page and the crate still fit together, by their
 * titles: a game, exact values, a lesson and a puzzle. What the crate says is tested in Node.
 * @type {Record<string, string>}
 */
export const WITH_CRATE = {
  play: 'a game to its end against the computer',
  values: 'values stand on the board',
  learn: '${which} can be done, one after the other',
  puzzles: 'a win is found, the replies are shown',
};

/** The tests of what the docs say. */
const DOC_TESTS = ['tests/page/docs.test.js'];

/**
 * The other tests for each file.
 * @type {[RegExp, (file: string, match: RegExpExecArray, texts: (file: string) => string[]) => [string, string[] | null][]][]}
 */
const RULES = [
  // Only in the program, not in the WebAssembly.
  [/^crates\//, () => whole('format', 'lint', 'rust')],
  [
    /^src\//,
    () => [
      ...whole(...EVERYTHING.filter((step) => step !== 'browser')),
      ['browser', Object.entries(WITH_CRATE).map(([spec, title]) => titled(spec, title))],
    ],
  ],
  [/^(?:data|\.cargo)\/|^Cargo\.|^rust-toolchain/, () => whole(...EVERYTHING)],
  [
    /^tests\/data\/stored\//,
    () => [...whole('format', 'lint', 'rust', 'build', 'wasm'), ['browser', ['stored']]],
  ],
  [/^tests\/(?:slow|data)\//, () => whole('format', 'lint', 'rust', 'build', 'wasm')],
  [
    /^tests\/(?:library\.rs$|(?:rules|search|values)\/.*\.rs$)/,
    () => [...whole('format', 'lint'), ['rust', ['--test=library']]],
  ],
  [/^tests\/.*\.rs$/, () => [...whole('format', 'lint'), ['rust', ['--test=program']]]],
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
  [/^tests\/(?:speed|firefox)\//, () => whole('format', 'build', 'types')],
  // The texts of a language, of which only the words change.
  [
    /^www\/app\/i18n\/\w+\/\w+\.json$/,
    (file, _, textsOf) => {
      const texts = textsOf(file);
      const specs = quoting('tests/browser', texts);
      return [
        ['format', [file]],
        ['build', specs.length ? null : ['wasm']],
        ['types', null],
        ['wasm', [...TEXT_TESTS.wasm, ...quoting('tests/wasm', texts)]],
        ['page', [...TEXT_TESTS.page, ...quoting('tests/page', texts)]],
        ['browser', specs],
      ];
    },
  ],
  [
    /^www\//,
    (file) => [
      ['format', [file]],
      ['build', null],
      ['types', null],
      ['wasm', loading('tests/wasm', file)],
      ['page', loading('tests/page', file)],
      ['browser', screens(file)],
    ],
  ],
  [
    /^(?:README|docs\/package)\.md$/,
    () => [
      ['build', null],
      ['wasm', ['tests/wasm/package.test.mjs']],
      ['page', DOC_TESTS],
    ],
  ],
  [
    /^docs\/merels-board\.md$/,
    () => [
      ['build', null],
      ['browser', ['embed']],
      ['page', DOC_TESTS],
    ],
  ],
  [/\.md$|^\.github\/workflows\//, () => [['page', DOC_TESTS]]],
  [
    /^docs\/|^\.github\/|^LICENSE$|^\.(?:gitignore|editorconfig)$|^(?:cluster|training|fuzz)\//,
    () => [],
  ],
  [/^/, () => whole(...EVERYTHING)],
];

/** @param {string[]} steps @returns {[string, null][]} */
const whole = (...steps) => steps.map((step) => [step, null]);

/** Where a browser test begins. @param {string} spec @param {string} title */
function titled(spec, title) {
  const lines = readFileSync(join(ROOT, `tests/browser/${spec}.spec.js`), 'utf8').split('\n');
  const found = lines.findIndex((line) => line.includes(title));
  return `${spec}:${lines.findLastIndex((line, n) => n <= found && /^ *test\(/.test(line)) + 1}`;
}

/** @param {string} file of www @returns {string[]} */
export function screens(file) {
  let folder = dirname(file);
  while (folder !== 'www' && !SPECS[folder]) folder = dirname(folder);
  const all = SPECS[folder] ?? [];
  const own = all.filter((name) => basename(file).startsWith(name));
  return own.length ? own : all;
}

/**
 * @param {string[]} files changed, relative to the project
 * @param {(file: string) => string[]} texts what has changed in a file of texts
 * @returns {Plan}
 */
export function plan(files, texts = textsOf) {
  /** @type {Plan} */
  const found = new Map();
  for (const file of files) {
    for (const [pattern, lead] of RULES) {
      const match = pattern.exec(file);
      if (!match) continue;
      for (const [step, narrowed] of lead(file, match, texts)) {
        const before = found.get(step);
        if (narrowed === null || before === null) found.set(step, null);
        else if (narrowed.length) found.set(step, [...new Set([...(before ?? []), ...narrowed])]);
      }
      break;
    }
  }
  return found;
}

const TEST = /\.(?:test\.m?js|spec\.js)$/;
/** Tests of all texts. */
const TEXT_TESTS = {
  wasm: ['tests/wasm/words.test.mjs', 'tests/wasm/errors.test.mjs'],
  page: ['words', 'languages', 'reason-words'].map((name) => `tests/page/${name}.test.js`),
};

/** The tests of a folder. @param {string} folder */
const testsIn = (folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => TEST.test(name))
    .map((name) => `${folder}/${name}`);

/** @type {Map<string, string[]>} */
const known = new Map();

/**
 * The paths that a file names, relative to it or below www: what it imports or reads. Comments and
 * types aside.
 * @param {string} file its whole path @returns {string[]}
 */
function named(file) {
  const before = known.get(file);
  if (before) return before;
  const isScript = /\.m?[jt]s$/.test(file) && existsSync(file) && statSync(file).isFile();
  const code = (isScript ? readFileSync(file, 'utf8') : '').replace(
    /\/\*[^]*?\*\/|^ *\/\/.*|\bimport type [^;]*;|\btypeof import\([^)]*\)/gm,
    '',
  );
  const found = [...code.matchAll(/['"`]((?:\.\.?|www)\/[^'"`?]*)/g)].map(([, path = '']) =>
    resolve(path.startsWith('www') ? ROOT : dirname(file), path),
  );
  known.set(file, found);
  return found;
}

/**
 * The tests of a folder that load a file of the page, directly or indirectly, or read the folder
 * that it is in.
 * @param {string} folder
 * @param {string} file
 */
function loading(folder, file) {
  const target = join(ROOT, file);
  const www = join(ROOT, 'www') + sep;
  return testsIn(folder).filter((test) => {
    const seen = new Set([join(ROOT, test)]);
    for (const from of seen) for (const to of named(from)) if (to.startsWith(ROOT)) seen.add(to);
    return [...seen].some(
      (path) => path === target || (path.startsWith(www) && target.startsWith(path + sep)),
    );
  });
}

/**
 * The keys and words on the lines that have changed in a file of texts.
 * @param {string} file
 */
function textsOf(file) {
  const lines = (ask('git', ['diff', '-U0', base(), '--', file]) ?? '').match(/^[-+] .*/gm) ?? [];
  return lines.flatMap((line) =>
    [...line.matchAll(/"((?:[^"\\]|\\.)+)"/g)].flatMap(([, text = '']) =>
      text.split(/\{\w+\}/).map((words) => words.trim()),
    ),
  );
}

/**
 * The pieces of two words and more of the strings and expressions on a line of a test: 'two words',
 * /two words|as many/.
 * @param {string} line
 */
const pieces = (line) =>
  [...line.matchAll(/'([^']+)'|"([^"]+)"|`([^`]+)`|\/([^/]+)\//g)]
    .flatMap((match) =>
      match
        .slice(1)
        .join('')
        .split(/[[\](){}.*+?|^$\\]/),
    )
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 9 && piece.includes(' '));

/**
 * The tests of a folder that quote one of the texts or a part of it. In the browser, where a spec
 * takes long, only the tests within it that do.
 * @param {string} folder
 * @param {string[]} texts
 */
export function quoting(folder, texts) {
  const quoted = texts.filter((text) => text.length > 3);
  const isQuoted = (/** @type {string} */ line) =>
    quoted.some((text) => line.includes(text)) ||
    pieces(line).some((piece) => quoted.some((text) => text.includes(piece)));
  return testsIn(folder).flatMap((test) => {
    const lines = readFileSync(join(ROOT, test), 'utf8').split('\n');
    const found = lines.flatMap((line, i) => (isQuoted(line) ? [i] : []));
    if (!test.startsWith('tests/browser')) return found.length ? [test] : [];
    const name = basename(test, '.spec.js');
    const places = found.map((i) => {
      const begin = lines.findLastIndex((line, n) => n <= i && /^ *test\(/.test(line));
      const indent = lines[begin]?.replace(/test.*/, '');
      const ends = [`${indent});`, `${indent}});`];
      const isWithin = lines.findIndex((line, n) => n > begin && ends.includes(line)) >= i;
      return isWithin ? `${name}:${begin + 1}` : name;
    });
    return places.includes(name) ? [name] : places;
  });
}

/** The commit to compare with: of the main branch or, on it, the last one. */
function base() {
  const found = ['origin/main', 'main']
    .map((name) => ask('git', ['merge-base', 'HEAD', name]))
    .find(Boolean);
  if (!found) throw new Trouble('there is no main branch to compare with.');
  return found;
}

/**
 * The files that differ from the main branch or, on it, from the last commit, including new ones.
 * @returns {string[]}
 */
export function changedFiles() {
  const lines = (/** @type {string[]} */ ...args) =>
    (ask('git', args) ?? '').split('\n').filter(Boolean);
  return [
    ...new Set([
      ...lines('diff', '--name-only', '--no-renames', base()),
      ...lines('ls-files', '--others', '--exclude-standard'),
    ]),
  ].sort();
}
