/** The pages to read without scripts, as the build writes them. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Markup, markupDocument } from '../../scripts/lib/markup.mjs';
import { markdown, writeElementPage } from '../../scripts/lib/element-page.mjs';
import { head, writeReadPages } from '../../scripts/lib/read.mjs';
import { ROOT } from '../../scripts/lib/say.mjs';
import { manSize } from '../../www/app/read/print.ts';
import { core } from './core.js';

const URL_OF = 'https://example.org/some/merels/';
const dist = mkdtempSync(join(tmpdir(), 'merels-read-'));
const presets = core.variants().filter(({ kind }) => kind === 'preset');
const languages = readdirSync(join(ROOT, 'www/app/i18n')).filter((name) => name.length === 2);
/** The pages by their path in dist. @type {Map<string, string>} */
const pages = new Map();

const read = (/** @type {string} */ name) => readFileSync(join(dist, name), 'utf8');
/** The first group of every match. @param {string} text @param {RegExp} pattern */
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found = '']) => found);

beforeAll(async () => {
  mkdirSync(join(dist, 'read'));
  await writeReadPages(dist, 'style-x.css', URL_OF);
  for (const code of languages)
    for (const name of readdirSync(join(dist, 'read', code)))
      pages.set(`read/${code}/${name}`, read(`read/${code}/${name}`));
}, 180_000);

afterAll(() => rmSync(dist, { recursive: true }));

test('every game has a page, and a board to print, in every language, and so has each of the others', () => {
  const others = ['index', 'learn', 'strategy', 'history', 'know', 'print', 'score-sheet'];
  const sheets = readdirSync(join(ROOT, 'data/puzzles')).map(
    (name) => `puzzles-${name.slice(0, -4)}`,
  );
  const wanted = presets.flatMap(({ spec }) => [spec, `board-${spec}`]).concat(others, sheets);
  expect([...pages.keys()].sort()).toEqual(
    languages.flatMap((code) => wanted.map((name) => `read/${code}/${name}.html`)).sort(),
  );
});

test('no page has a script, a style or a picture of its own in it, or says what another says', () => {
  /** @type {Set<string | undefined>} */
  const titles = new Set();
  for (const [path, html] of pages) {
    const [title] = all(html, /<title>(.*?)<\/title>/g);
    expect(titles, `${path} has the title of another page`).not.toContain(title);
    titles.add(title);
  }
  for (const [path, html] of pages) {
    expect(all(html, /<script([^>]*)>/g), path).toEqual([' type="application/ld+json"']);
    expect(html, path).not.toMatch(/ on\w+="| style="|<style|javascript:|undefined|\[object/);
    expect(all(html, /<meta name="description" content="([^"]{8,})">/g), path).toHaveLength(1);
    expect(all(html, /<h1>([^<]+)<\/h1>/g), path).toHaveLength(1);
    expect(() => JSON.parse(all(html, /ld\+json">(.*?)<\/script>/g)[0] ?? ''), path).not.toThrow();
    // A text that no language has is its key.
    expect(html, path).not.toMatch(/>(?:read|rules?|learn|howto|puzzles|region)\.[\w.-]+</);
  }
});

test('every link leads somewhere', () => {
  const known = new Set([
    '',
    'icons/icon.svg',
    'icons/icon-32.png',
    'icons/card.png',
    'read/style-x.css',
  ]);
  const broken = [...pages].flatMap(([path, html]) =>
    all(html, /(?:href|src)="([^"#]*)/g).filter((link) => {
      const to = posix.join(posix.dirname(path), link).replace(/^\.?\/?$/, '');
      if (link.startsWith(URL_OF)) return !isPage(link.slice(URL_OF.length));
      return !(known.has(to) || isPage(to));
    }),
  );
  expect(broken).toEqual([]);
});

const isPage = (/** @type {string} */ path) => pages.has(path.replace(/\/$/, '/index.html'));

test('a page names its translations, and they name it', () => {
  /** @param {string} html */
  const translations = (html) =>
    new Map(
      [...html.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">/g)].map(
        ([, code = '', href = '']) => [
          code,
          href.slice(URL_OF.length).replace(/\/$/, '/index.html'),
        ],
      ),
    );
  for (const [path, html] of pages) {
    const named = translations(html);
    expect([...named.keys()].sort(), path).toEqual([...languages, 'x-default'].sort());
    expect(named.get(/read\/(..)/.exec(path)?.[1] ?? ''), path).toBe(path);
    expect(named.get('x-default'), path).toBe(named.get('en'));
    for (const other of named.values())
      expect([...translations(pages.get(other) ?? '').values()], other).toContain(path);
    expect(all(html, /<link rel="canonical" href="([^"]+)">/g), path).toEqual([
      `${URL_OF}${path.replace('index.html', '')}`,
    ]);
  }
});

test('search engines find all of them, and messengers a picture of the board', () => {
  expect(all(read('sitemap.xml'), /<loc>([^<]*)<\/loc>/g).sort()).toEqual(
    [
      URL_OF,
      ...[...pages.keys()].map((path) => `${URL_OF}${path.replace('index.html', '')}`),
    ].sort(),
  );
  expect(read('robots.txt')).toContain(`Sitemap: ${URL_OF}sitemap.xml`);
  for (const { spec } of presets)
    expect(pages.get(`read/de/${spec}.html`)).toContain(
      `<meta property="og:image" content="${URL_OF}play/${spec}.png">`,
    );
});

test('a page of a game has what the rules say of it, boards, and a way into the game', () => {
  const nine = pages.get('read/en/nine.html') ?? '';
  expect(nine).toContain('<h1>Nine Men’s Morris</h1>');
  expect(nine).toContain('href="../../#m=nine~">Play Nine Men’s Morris</a>');
  expect(nine).toContain('they can fly: each may move to any empty point');
  expect(nine).toContain('as Ralph Gasser showed in 1993');
  expect(nine).toContain('A History of Board-Games Other than Chess');
  expect(all(nine, /<svg[^>]*(role="img")/g).length).toBeGreaterThan(4);
  expect(pages.get('read/de/nine.html')).toContain('<h2>Regeln dieses Spiels</h2>');
  expect(pages.get('read/ar/nine.html')).toContain('<html lang="ar" dir="rtl">');
  expect(pages.get('read/en/shax.html')).toContain('Nobody knows yet');
});

test('sheets have nine puzzles and their answers; men fit the boards', () => {
  const sheet = pages.get('read/fr/puzzles-six.html') ?? '';
  expect(all(sheet, /(<svg)/g)).toHaveLength(9);
  expect(all(sheet.slice(sheet.indexOf('class="answers"')), /(<li>)/g)).toHaveLength(
    9 + languages.length,
  );
  for (const { spec } of presets) {
    const size = manSize(core.rules(spec).board);
    expect(size, spec).toBeGreaterThanOrEqual(15);
    expect(pages.get(`read/en/board-${spec}.html`)).toContain(`${size} mm across`);
  }
});

test('without an address, pages link to each other all the same', () => {
  const page = {
    name: 'nine',
    lang: 'de',
    title: 'A < "B"',
    description: 'C',
    way: { hash: '', text: '' },
    body: [],
  };
  const html = head(page, [{ code: 'fr', name: 'Français' }], 'style-x.css', undefined);
  expect(html).toContain('hreflang="fr" href="../../read/fr/nine.html"');
  expect(html).toContain('<title>A &lt; &quot;B&quot; · Merels</title>');
  expect(html).toContain('"headline":"A \\u003c \\"B\\""');
  expect(html).not.toMatch(/rel="canonical"|og:url/);
});

test('elements become text, with what has a meaning in HTML escaped', () => {
  const list = new Markup('ul');
  const first = markupDocument.createElement('li');
  first.textContent = 'a < "b" & c';
  list.append(first, 'end');
  first.after(markupDocument.createElement('br'));
  const drawn = markupDocument.createElementNS('http://www.w3.org/2000/svg', 'path');
  drawn.setAttribute('d', 'M0 0');
  drawn.setAttribute('class', 'x');
  drawn.removeAttribute('class');
  list.append(drawn);
  expect(list.outerHTML).toBe(
    '<ul><li>a &lt; &quot;b&quot; &amp; c</li><br>end<path d="M0 0"/></ul>',
  );
  expect(list.firstElementChild).toBe(first);
});

test('the element’s page is its description, with each example at work', () => {
  writeElementPage(dist, 'style-x.css');
  const html = read('merels-board.html');
  const source = readFileSync(join(ROOT, 'docs/merels-board.md'), 'utf8');
  const elements = (/** @type {string} */ text) => all(text, /^ *(<merels-board[ >])/gm).length;
  expect(elements(html)).toBe(elements(source));
  expect(elements(html)).toBeGreaterThan(4);
  for (const heading of all(source, /^#+ ([\w ]+)$/gm)) expect(html).toContain(`>${heading}</h`);
  expect(html).not.toMatch(/<style|<script>|^\|/m);
  expect(read('read/examples.css')).toContain('::part(player)');
});

test('headings, tables, code and links are understood', () => {
  expect(
    markdown('# A `b`\n\nc\n<d> [e](https://f/)\n\n| g | h |\n| - | - |\n| `i \\| j` | k |'),
  ).toBe(
    '<h1>A <code>b</code></h1>\n<p>c &lt;d&gt; <a href="https://f/">e</a></p>\n' +
      '<div class="read-table"><table><thead><tr><th>g</th><th>h</th></tr></thead>' +
      '<tbody><tr><td><code>i | j</code></td><td>k</td></tr></tbody></table></div>',
  );
  expect(markdown('    <x>\n\n    y')).toBe('<pre><code>&lt;x&gt;\n\ny</code></pre>\n');
});
