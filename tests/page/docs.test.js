/** What the docs say of the rest of the project: their links, commands, examples and games. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/lib/say.mjs';
import { GALLERY } from '../../www/app/home/gallery.ts';
import { fromLink } from '../../www/app/share/links.ts';
import { core } from './core.js';

const read = (/** @type {string} */ name) => readFileSync(join(ROOT, name), 'utf8');

const DOCS = ['.', '.github', 'docs', 'data', 'tests/data', 'training', 'www', 'www/app/lessons']
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)))
  .filter((name) => name.endsWith('.md'));

/** A file's headings as the host makes addresses of them. @param {string} text */
const anchors = (text) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link within the project leads somewhere', () => {
  const broken = DOCS.flatMap((doc) =>
    [...read(doc).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const file = path ? join(dirname(doc), path) : doc;
        return (
          !existsSync(join(ROOT, file)) ||
          (anchor !== undefined && !anchors(read(file)).includes(anchor))
        );
      })
      .map(([link]) => `${doc}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('every link to a game or position in the docs can be opened', () => {
  const links = DOCS.flatMap((doc) =>
    [...read(doc).matchAll(/https:\S+#m=([^\s`]+)/g)].map(([link]) => link),
  );
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) expect(core.read(fromLink(link) ?? '').state().spec).toMatch(/^nine/);
});

test('every command of the docs and of the workflows is one of package.json', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const workflows = readdirSync(join(ROOT, '.github/workflows')).map(
    (name) => `.github/workflows/${name}`,
  );
  for (const files of [DOCS, workflows]) {
    const called = files.flatMap((file) =>
      [...read(file).matchAll(/npm run ([a-z][\w:]*)/g)].map(([, name = '']) => name),
    );
    expect(called.length).toBeGreaterThan(3);
    expect([...new Set(called)].filter((name) => !(name in scripts))).toEqual([]);
  }
});

test('everything has one version, and the changelog begins with it', () => {
  const { version } = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  const locked = (/** @type {string} */ file) =>
    [...read(file).matchAll(/name = "merels(?:-cli|-solve)?"\nversion = "(.*)"/g)].map(
      ([, found]) => found,
    );
  expect({
    cargo: /^version = "(.*)"$/m.exec(read('Cargo.toml'))?.[1],
    lock: [lock.version, lock.packages[''].version],
    crates: locked('Cargo.lock'),
    fuzz: locked('fuzz/Cargo.lock'),
    engine: [...read('docs/program.md').matchAll(/id name Merels (.*)/g)].map(([, found]) => found),
    changes: /^## \[(\d.*)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))?.[1],
  }).toEqual({
    cargo: version,
    lock: [version, version],
    crates: [version, version, version],
    fuzz: [version, version, version],
    engine: [version],
    changes: version,
  });
});

test('the first example of the README is that of the crate, which is run', () => {
  const [, example = ''] = /```rust\n([^]*?)```/.exec(read('README.md')) ?? [];
  const said = read('src/lib.rs').replace(/^\/\/! ?/gm, '');
  expect(example).not.toBe('');
  expect(said).toContain(example);
});

test('the games of the README are those that the page offers', () => {
  const ids = new Map(
    [...read('src/rules/preset.rs').matchAll(/Self::\w+ => \("([\w-]+)", "([^"]+)"/g)].map(
      ([, id = '', name = '']) => [name, id],
    ),
  );
  const told = [
    ...read('README.md').matchAll(/^\| (.*?) \| (\d+) \| (\d+) \| (\d+) \| (.*) \|$/gm),
  ];
  const games = told.flatMap(([, names = '', , points, minutes, value]) =>
    names
      .replace(/ \([^)]*\)|\*/g, '')
      .split(', ')
      .map((name) => [ids.get(name) ?? name, { points, minutes, value }]),
  );
  /** @type {Record<string, string>} */
  const words = { win: 'first player wins', draw: 'draw', none: 'not known' };
  /** The points of a position, of which digits count the empty ones. @param {string} men */
  const count = (men) =>
    [...men.replaceAll('/', '')].reduce((sum, sign) => sum + (Number(sign) || 1), 0);
  expect(Object.fromEntries(games)).toEqual(
    Object.fromEntries(
      Object.entries(GALLERY).map(([id, { position, minutes, known = 'none' }]) => [
        id,
        {
          points: String(count(position.split(' ')[0] ?? '')),
          minutes: String(minutes),
          value: words[known],
        },
      ]),
    ),
  );
  expect(games.length).toBe(ids.size);
});
