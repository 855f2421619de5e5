/** `npm run size`: what the built page weighs, by kind, as it crosses the network: what it opens with, and all that offline play keeps. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { DIST, offlineFiles } from './lib/page.mjs';
import { main } from './lib/say.mjs';

/** The page opens with what index.html names, then starts the computer and the sound. */
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

await main(async () => {
  /** @type {Map<string, number[]>} */
  const sums = new Map([...new Set(KINDS.values()), 'other', 'all'].map((kind) => [kind, [0, 0, 0, 0]]));
  /** @param {string} name @param {string[]} rows */
  const add = (name, rows) => {
    const bytes = readFileSync(join(DIST, name));
    for (const row of rows) {
      const sum = sums.get(row) ?? [0, 0, 0, 0];
      [1, bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length].forEach((n, i) => (sum[i] += n));
      sums.set(row, sum);
    }
  };
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  const named = new Set([...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name));
  for (const { url } of offlineFiles()) {
    add(url, [KINDS.get(extname(url)) ?? 'other', 'all']);
    // An installed page's manifest and its bitmap icon are not fetched to open it.
    if (BEGINS.test(url) || (named.has(url) && !/\.(?:webmanifest|png)$/.test(url))) add(url, ['first load']);
  }
  add('sw.js', ['after it: sw.js']);
  console.log('All that offline play keeps, of it the first load, in bytes:\n');
  console.log(`${''.padEnd(16)}${['files', 'plain', 'gzip', 'brotli'].map((word) => word.padStart(10)).join('')}`);
  for (const [kind, sum] of sums) {
    if (sum[0] > 0) console.log(`${kind.padEnd(16)}${sum.map((n) => String(n).padStart(10)).join('')}`);
  }
});
