/** Who may import whom in www/app, see README.md there. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/lib/say.mjs';

const APP = join(ROOT, 'www', 'app');

/** From the bottom up: a folder may import those below it, and none beside it. */
const LAYERS = [
  ['platform', 'board'],
  ['i18n'],
  // The page's state: plain data and functions of it.
  ['types.ts', 'state.ts'],
  ['ui'],
  ['storage', 'engine'],
  ['game'],
  ['lessons', 'show'],
  [
    'analysis',
    'embed',
    'home',
    'learn',
    'library',
    'puzzles',
    'settings',
    'setup',
    'share',
    'together',
  ],
  ['main.ts', 'notices.ts', 'read', 'resume.ts', 'screens', 'test-view.ts'],
];

const part = (/** @type {string} */ file) => file.split('/')[0] ?? '';
const layer = (/** @type {string} */ file) =>
  LAYERS.findIndex((names) => names.includes(part(file)));

const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'));

/** What a file imports, types too, relative to www/app. @param {string} file */
const imports = (file) =>
  [
    ...readFileSync(join(APP, file), 'utf8').matchAll(
      /(?:\bfrom |\bimport |\bimport\()\s*'(\.[^'?]+)/g,
    ),
  ]
    .map(([, path = '']) => relative(APP, resolve(APP, dirname(file), path)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('..'));

test('every file stands in a layer', () => {
  expect(files.filter((file) => layer(file) < 0)).toEqual([]);
});

test('nothing imports what is above or beside it', () => {
  const wrong = files.flatMap((file) =>
    imports(file)
      .filter((to) => part(to) !== part(file))
      .filter((to) => layer(to) >= layer(file) && layer(file) !== LAYERS.length - 1)
      // The state and its types are one layer of two files.
      .filter((to) => !(part(file) === 'state.ts' && part(to) === 'types.ts'))
      .map((to) => `${file} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

test('no files import each other in a circle, types included', () => {
  /** @type {Map<string, 'open' | 'done'>} */
  const seen = new Map();
  /** @type {string[]} */
  const circles = [];
  /** @param {string} file @param {string[]} path */
  const walk = (file, path) => {
    if (seen.get(file) === 'open')
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (seen.has(file)) return;
    seen.set(file, 'open');
    for (const to of imports(file)) if (files.includes(to)) walk(to, [...path, file]);
    seen.set(file, 'done');
  };
  for (const file of files) walk(file, []);
  expect(circles).toEqual([]);
});
