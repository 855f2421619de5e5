/** What `npm test -- --changed` runs for a change. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SPECS, WITH_CRATE, plan, quoting } from '../../scripts/lib/changed.mjs';
import { ROOT } from '../../scripts/lib/say.mjs';

/** @param {...string} files */
const planned = (...files) => Object.fromEntries(plan(files));

test('a file of the page leads to the tests that load it and to those of its folder', () => {
  const steps = planned('www/app/together/messages.ts');
  expect(steps).toMatchObject({
    format: ['www/app/together/messages.ts'],
    build: null,
    types: null,
    browser: ['together'],
  });
  const wasm = ['match-clocks', 'match-ending', 'match-meeting', 'match', 'names', 'together'].map(
    (name) => `tests/wasm/${name}.test.mjs`,
  );
  // That reads every script.
  expect(steps.wasm).toEqual([...wasm, 'tests/wasm/words.test.mjs']);
  expect(planned('www/app/home/ratings.ts').page).toContain('tests/page/ratings.test.js');
  expect(planned('www/app/home/ratings.ts').page).not.toContain('tests/page/state.test.js');
  // As a file, not as a module; by a test of all that is in its folder.
  expect(planned('www/index.html').page).toContain('tests/page/page.test.js');
  expect(planned('www/app/lessons/de.pages.json').page).toContain('tests/page/book.test.js');
  expect(planned('www/app/learn/learn.css').browser).toEqual(['learn']);
});

test('a file takes the spec of its own name, if its folder has one', () => {
  expect(planned('www/app/analysis/explorer-panel.ts').browser).toEqual(['explorer']);
  expect(planned('www/app/analysis/lines.ts').browser).toEqual(SPECS['www/app/analysis']);
  expect(planned('www/app/game/opponents/computer.ts').browser).toEqual(SPECS['www/app/game']);
});

test('a text leads to the tests of all texts and to those that quote it', () => {
  const texts = ['www/app/i18n/en/main.json'];
  const all = ['words', 'languages', 'reason-words'].map((name) => `tests/page/${name}.test.js`);
  expect(Object.fromEntries(plan(texts, () => ['nowhere quoted']))).toEqual({
    format: texts,
    build: ['wasm'],
    types: null,
    wasm: ['words', 'errors'].map((name) => `tests/wasm/${name}.test.mjs`),
    // Here it is.
    page: [...all, 'tests/page/changed.test.js'],
  });
  // The browser needs the page built anew.
  expect(Object.fromEntries(plan(texts, () => ['From here']))).toMatchObject({
    build: null,
    browser: [expect.stringMatching(/^export:\d+$/)],
  });
  const quoted = ['One move wins, 5 keep'];
  // Here, too.
  const here = ['tests/page/changed.test.js', 'tests/page/tally.test.js'];
  expect(quoting('tests/page', quoted)).toEqual(here);
  expect(quoting('tests/wasm', quoted)).toEqual([]);
  expect(quoting('tests/page', ['win'])).toEqual([]);
  // A part of it, in a string or an expression.
  expect(quoting('tests/browser', ['The computer stopped and was restarted.'])).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^trouble:\d+$/),
      expect.stringMatching(/^workers:\d+$/),
    ]),
  );
  // Of a spec, the tests that do, or all if what they share does.
  expect(quoting('tests/browser', ['From here', 'Time per move'])).toEqual([
    expect.stringMatching(/^export:\d+$/),
    expect.stringMatching(/^export:\d+$/),
  ]);
  expect(quoting('tests/browser', ['Web page', 'Animation'])).toContain('workers');
});

test('the rules lead to everything, the program to the Rust tests, a test to itself', () => {
  const everything = ['format', 'lint', 'rust', 'build', 'types', 'wasm', 'page', 'browser'];
  const crate = planned('src/game.rs');
  expect(Object.keys(crate)).toEqual(everything);
  // A few of the browser's: each is there.
  expect(crate.browser).toEqual(
    Object.keys(WITH_CRATE).map((spec) => expect.stringMatching(new RegExp(`^${spec}:[1-9]`))),
  );
  expect(planned('data/puzzles/nine.txt').browser).toBeNull();
  expect(Object.keys(planned('a-file-that-nobody-has-thought-of.toml'))).toEqual(everything);
  expect(Object.keys(planned('crates/cli/src/main.rs'))).toEqual(['format', 'lint', 'rust']);
  expect(planned('tests/solve/plan.rs').rust).toEqual(['--test=program']);
  expect(planned('tests/solve/plan.rs', 'tests/rules/ends.rs').rust).toEqual([
    '--test=program',
    '--test=library',
  ]);
  expect(planned('tests/solve/plan.rs', 'tests/slow/mod.rs').rust).toBeNull();
  expect(planned('tests/browser/setup.spec.js')).toEqual({
    format: null,
    build: null,
    types: null,
    browser: ['setup'],
  });
  expect(planned('tests/data/stored/game.json').browser).toEqual(['stored']);
  expect(planned('docs/levels.md', '.github/workflows/test.yml')).toEqual({
    page: ['tests/page/docs.test.js'],
  });
  expect(planned('docs/board.png', '.github/ISSUE_TEMPLATE/idea.yml')).toEqual({});
});

test('what one file narrows another widens again, in either order', () => {
  for (const files of [
    ['Cargo.toml', 'tests/browser/setup.spec.js'],
    ['tests/browser/setup.spec.js', 'Cargo.toml'],
  ])
    expect(plan(files).get('browser')).toBeNull();
  expect(planned('www/app/game/hints.ts', 'www/app/learn/learn.css').browser).toEqual([
    'hints',
    'learn',
  ]);
});

test('every spec that is named exists, and every folder of the page has one', () => {
  for (const name of Object.values(SPECS).flat())
    expect(existsSync(join(ROOT, 'tests', 'browser', `${name}.spec.js`)), name).toBe(true);
  const folders = ['www', 'www/app'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      // Made by the build.
      .filter((entry) => entry.isDirectory() && !/^(?:pkg|fonts)/.test(entry.name))
      .map(({ name }) => `${folder}/${name}`),
  );
  expect(Object.keys(SPECS).sort()).toEqual(['www', ...folders].sort());
});
