/** What `npm test -- --changed` runs for a change. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namedSpecs, plan, screens } from '../../scripts/lib/changed.mjs';
import { ROOT } from '../../scripts/lib/say.mjs';

/** @param {...string} files */
const planned = (...files) => Object.fromEntries(plan(files));

test('a file of the page leads to what imports it and to its own screen', () => {
  expect(planned('www/app/together/match.ts')).toEqual({
    format: null,
    build: null,
    types: null,
    wasm: ['match-clocks', 'match-meeting', 'match', 'names', 'together'].map(
      (name) => `tests/wasm/${name}.test.mjs`,
    ),
    page: ['www/app/together/match.ts'],
    browser: ['together'],
  });
  expect(planned('www/app/learn/learn.css')).toEqual({
    format: null,
    build: null,
    types: null,
    page: ['www/app/learn/learn.css'],
    browser: ['learn', 'puzzles'],
  });
  expect(planned('www/app/game/session.ts').browser).toContain('play');
});

test('the rules lead to everything, the program to the Rust tests, a test to itself', () => {
  const everything = ['format', 'lint', 'rust', 'build', 'types', 'wasm', 'page', 'browser'];
  expect(Object.keys(planned('src/game.rs'))).toEqual(everything);
  expect(Object.keys(planned('a-file-that-nobody-has-thought-of.toml'))).toEqual(everything);
  expect(Object.keys(planned('crates/cli/src/main.rs'))).toEqual(['format', 'lint', 'rust']);
  expect(planned('tests/solve/plan.rs').rust).toEqual(['--test', 'solve']);
  expect(planned('tests/solve/plan.rs', 'tests/gone.rs').rust).toBeNull();
  expect(planned('tests/browser/setup.spec.js')).toEqual({
    format: null,
    build: null,
    types: null,
    browser: ['setup'],
  });
  expect(planned('tests/data/stored/game.json').browser).toEqual(['stored']);
  expect(planned('docs/levels.md', 'CHANGELOG.md')).toEqual({});
});

test('what one file narrows another widens again, in either order', () => {
  for (const files of [
    ['src/game.rs', 'tests/browser/setup.spec.js'],
    ['tests/browser/setup.spec.js', 'src/game.rs'],
  ])
    expect(plan(files).get('browser')).toBeNull();
  expect(planned('www/app/game/hints.ts', 'www/app/learn/learn.css').browser).toEqual([
    'board',
    'hints',
    'learn',
    'puzzles',
  ]);
});

test('every spec that is named exists, and every part of the page has one', () => {
  for (const name of namedSpecs())
    expect(existsSync(join(ROOT, 'tests', 'browser', `${name}.spec.js`)), name).toBe(true);
  const files = readdirSync(join(ROOT, 'www'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `www/${name.replaceAll('\\', '/')}`,
  );
  expect(
    files.filter((file) => /(?<!\.d)\.(?:ts|css|html|json)$/.test(file) && !screens(file).length),
  ).toEqual([]);
});
