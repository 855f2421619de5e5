/** The file of licences names every npm package that the page is built from. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SHIPPED } from '../../scripts/lib/licences.mjs';
import { ask } from '../../scripts/lib/say.mjs';

const WWW = join(import.meta.dirname, '../../www');
/** What a script imports, or a style sheet fetches, that is not a file of the page. */
const PACKAGE = /(?:\bfrom |\bimport |\bimport\(|\burl\()'((?:@[\w-]+\/)?[\w-]+)(?:\/[^':]*)?'/g;

test('every npm package that the page imports is among those whose licences it brings', () => {
  const files = readdirSync(WWW, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.d)\.(?:js|ts|css)$/.test(name) && !name.startsWith('pkg'),
  );
  const names = new Set(
    files.flatMap((name) =>
      [...readFileSync(join(WWW, name), 'utf8').matchAll(PACKAGE)].map(([, found = '']) => found),
    ),
  );
  expect([...names].sort()).toEqual(
    expect.arrayContaining(['@fontsource/alegreya', 'gifenc', 'qr', 'workbox-core']),
  );
  expect([...names].filter((name) => !SHIPPED.some((pattern) => pattern.test(name)))).toEqual([]);
});

test('another program’s WebAssembly gets the crate without what JavaScript calls', () => {
  /** @param {...string} more */
  const crates = (...more) =>
    (
      ask('cargo', [
        'tree',
        '--package=merels',
        '--locked',
        '--offline',
        '--target=wasm32-unknown-unknown',
        '--edges=normal',
        '--prefix=none',
        ...more,
      ]) ?? ''
    ).match(/^[\w-]+/gm) ?? [];
  expect(crates()).toContain('thiserror');
  expect(crates().filter((name) => /bindgen|js-sys|web-sys|tsify/.test(name))).toEqual([]);
  expect(crates('--features=game')).toContain('wasm-bindgen');
});
