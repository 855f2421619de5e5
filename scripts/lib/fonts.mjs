/**
 * Cuts each font of the page in two, into www/fonts: what English needs, for the first load, and
 * the rest of the Latin letters.
 */
/// <reference path="./subset-font.d.ts" />
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, say } from './say.mjs';

const FOLDER = join(ROOT, 'www', 'fonts');
const FONTS = [
  { name: 'serif-500', source: '@fontsource/alegreya/files/alegreya-latin-500-normal.woff2' },
  {
    name: 'sans-400',
    source: '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2',
  },
  {
    name: 'sans-600',
    source: '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2',
  },
];

/** The characters of the first cut, and all that the sources have, as in styles/base.css. */
const FIRST = [
  [0x20, 0x23],
  [0x25, 0x3f],
  [0x41, 0x5b],
  [0x5d],
  [0x61, 0x7a],
  [0xa0],
  [0xb7],
  [0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026],
];
const ALL = [
  [0x20, 0xff],
  [0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6],
  [0x2da],
  [0x2dc],
  [0x304],
  [0x308],
  [0x329],
  [0x2000, 0x206f],
  [0x20ac],
  [0x2122],
  [0x2191],
  [0x2193],
  [0x2212],
  [0x2215],
  [0xfeff],
  [0xfffd],
];

/** Kerning and the kinds of figures that the styles ask for. */
const KEPT = { keepFeatures: ['kern', 'lnum', 'tnum'], dropTables: ['STAT'] };

/** @param {number[][]} ranges */
const characters = (ranges) =>
  ranges.flatMap(([from = 0, to = from]) =>
    Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)),
  );

/** Cuts the fonts that are missing or older than this file or their source. */
export async function cutFonts() {
  const first = characters(FIRST);
  const rest = characters(ALL).filter((c) => !first.includes(c));
  const cuts = FONTS.flatMap(({ name, source }) => {
    const from = join(ROOT, 'node_modules', source);
    return [
      { path: join(FOLDER, `${name}.woff2`), from, text: first.join('') },
      { path: join(FOLDER, `${name}-rest.woff2`), from, text: rest.join('') },
    ];
  });
  const stale = cuts.filter(
    ({ path, from }) =>
      !existsSync(path) ||
      [from, fileURLToPath(import.meta.url)].some(
        (source) => statSync(source).mtimeMs > statSync(path).mtimeMs,
      ),
  );
  if (stale.length === 0) return;
  say('cutting the fonts');
  // Imported late: on a fresh checkout the set-up installs it first.
  const { default: subset } = await import('subset-font');
  mkdirSync(FOLDER, { recursive: true });
  for (const { path, from, text } of stale) {
    const plain = Buffer.from(
      await subset(readFileSync(from), text, { targetFormat: 'sfnt', ...KEPT }),
    );
    writeFileSync(path, await subset(renamed(plain), text, { targetFormat: 'woff2', ...KEPT }));
  }
}

/**
 * “Source” is a reserved name: what has been cut must not bear it. Its copyright notice, where it
 * stands alone, stays.
 * @param {Buffer} font
 */
function renamed(font) {
  const bytes = (/** @type {string} */ text) => Buffer.from(text, 'utf16le').swap16();
  for (const [old = '', name = ''] of [
    ['Source Sans', 'Merels Sans'],
    ['SourceSans', 'MerelsSans'],
  ]) {
    for (let at = 0; (at = font.indexOf(bytes(old), at)) >= 0;) bytes(name).copy(font, at);
  }
  return font;
}
