/** A look is known to every file that lists them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (/** @type {string} */ file) =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
/** Paper and ink is what the page has without a look. */
const LOOKS = [...read('www/styles/looks.css').matchAll(/^\[data-look='(\w+)'\]/gm)].map(
  ([, look]) => look,
);

test.each([
  ['www/app/types.ts', /type Material = (.*);/],
  ['www/app/settings/looks.ts', /MATERIALS = (.*) as/],
  ['www/app/storage/storage.ts', /stored\.material, (.*) as/],
  ['www/support.js', /\/\^\((.*)\)\$\/\.test\(look\.material\)/],
  ['www/app/embed/element.ts', /LOOKS = (.*);/],
  ['www/app/embed/merels-board.d.ts', /look\?: (.*);/],
  ['docs/merels-board.md', /^\| `look` \| (.*) \|$/m],
])('%s knows every look', (file, list) => {
  const words = list.exec(read(file))?.[1]?.match(/\w+/g) ?? [];
  expect(words.filter((word) => !/^(?:paper|default)$/.test(word))).toEqual(LOOKS);
});
