/** The sizes of the built page's files, plain and compressed. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { DIST, offlineFiles } from './page.mjs';

/** Where the first load starts: index.html, then the computer and the sound. */
const BEGINS = /^(?:index\.html|assets\/(?:engine\.worker|sound)-[\w-]+\.js)$/;

const KINDS = new Map([
  ['.html', 'HTML'],
  ['.css', 'CSS'],
  ['.js', 'JavaScript'],
  ['.wasm', 'WebAssembly'],
  ['.woff2', 'fonts'],
  ['.svg', 'images'],
  ['.png', 'images'],
  ['.webp', 'images'],
]);

/** @typedef {{ files: number, plain: number, gzip: number, brotli: number }} Weight in bytes */

/** The files that a first visit fetches until the page is idle. @returns {string[]} */
export function firstLoad() {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  const named = new Set([...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name));
  // The manifest and the bitmap icon are not needed to open the page.
  return offlineFiles()
    .map(({ url }) => url)
    .filter((url) => BEGINS.test(url) || (named.has(url) && !/\.(?:webmanifest|png)$/.test(url)));
}

/**
 * Sizes by kind, and of all files as "all".
 * @param {string[]} names of files in dist
 * @returns {Map<string, Weight>}
 */
export function weigh(names) {
  const nothing = () => ({ files: 0, plain: 0, gzip: 0, brotli: 0 });
  /** @type {Map<string, Weight>} */
  const sums = new Map(
    [...new Set(KINDS.values()), 'other', 'all'].map((kind) => [kind, nothing()]),
  );
  for (const name of names) {
    const bytes = readFileSync(join(DIST, name));
    const weight = {
      files: 1,
      plain: bytes.length,
      gzip: gzipSync(bytes, { level: 9 }).length,
      brotli: brotliCompressSync(bytes).length,
    };
    for (const kind of [KINDS.get(extname(name)) ?? 'other', 'all']) {
      const sum = sums.get(kind) ?? nothing();
      for (const way of /** @type {(keyof Weight)[]} */ (Object.keys(weight)))
        sum[way] += weight[way];
    }
  }
  return sums;
}
