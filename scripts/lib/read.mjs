/**
 * Writes what can be read, found and printed without scripts: pages on each game, to learn from,
 * and to print, in every language, in `read/de/nine.html` and so on; sitemap.xml and robots.txt.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SIZE } from './card.mjs';
import { escaped, markupDocument } from './markup.mjs';
import { ROOT, say, since } from './say.mjs';
import { fromPage } from './typescript.mjs';

/** Their folder in dist, which the service worker does not cache. */
export const READ_PAGES = 'read';
const APP = join(ROOT, 'www', 'app');
const STYLE = 'style';

/**
 * What a page lets in: its style, its pictures and its fonts. Lighthouse asks through it for robots.txt.
 */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** All words of a language. @param {string} code */
const wordsOf = (code) =>
  Object.assign(
    {},
    ...readdirSync(join(APP, 'i18n', code)).map((name) => json(join(APP, 'i18n', code, name))),
  );

/**
 * @typedef {import('../../www/app/read/types.ts').Page} Page
 * @typedef {import('../../www/app/read/types.ts').Frame} Frame
 * @typedef {{ code: string, name: string }} Language
 */

/**
 * All pages in all languages, without what stands around them.
 * @param {(read: Page & { lang: string, main: string, frame: Frame }) => void} found
 * @returns {Promise<Language[]>}
 */
async function eachPage(found) {
  const { document } = globalThis;
  // What the page's functions make elements with.
  Object.assign(globalThis, { document: markupDocument });
  try {
    const read = await fromPage('read/index.ts');
    const pkg = join(ROOT, 'www', 'pkg');
    const rust = await import(pathToFileURL(join(pkg, 'merels.js')).href);
    rust.initSync({ module: readFileSync(join(pkg, 'merels_bg.wasm')) });
    const core = read.createCore(rust);
    const data = join(ROOT, 'data', 'puzzles');
    const puzzles = Object.fromEntries(
      readdirSync(data).map((name) => [
        basename(name, '.txt'),
        readFileSync(join(data, name), 'utf8'),
      ]),
    );
    for (const lang of Object.keys(read.LANGUAGES)) {
      read.speak(lang, lang === 'en' ? null : wordsOf(lang));
      const book = json(join(APP, 'lessons', `${lang}.pages.json`));
      const lessons = json(join(APP, 'lessons', `${lang}.json`));
      const frame = read.frameOf();
      for (const page of read.pagesOf({ core, lang, book, lessons, puzzles })) {
        const body = page.body.map((/** @type {any} */ element) => element?.outerHTML ?? '');
        found({ ...page, lang, frame, main: body.join('\n') });
      }
    }
    return Object.entries(read.LANGUAGES).map(([code, name]) => ({ code, name }));
  } finally {
    Object.assign(globalThis, { document });
  }
}

/**
 * The address of a file of dist, from a page in a folder of a folder: whole if the page's is known.
 * @param {string} path
 * @param {string | undefined} url
 */
const addressOf = (path, url) => (url ? new URL(path, url).href : `../../${path}`);

/** @param {string} lang @param {string} name */
const pathOf = (lang, name) => `${READ_PAGES}/${lang}/${name === 'index' ? '' : `${name}.html`}`;

/**
 * The head of a page.
 * @param {Page & { lang: string }} page
 * @param {Language[]} languages
 * @param {string} style
 * @param {string | undefined} url
 */
export function head({ name, title, description, game, lang }, languages, style, url) {
  const at = (/** @type {string} */ path) => addressOf(path, url);
  const image = at(game ? `play/${game.spec}.png` : 'icons/card.png');
  const said = {
    'og:type': 'article',
    'og:site_name': 'Merels',
    'og:locale': lang,
    'og:title': title,
    'og:description': description,
    ...(url && { 'og:url': at(pathOf(lang, name)) }),
    'og:image': image,
    'og:image:width': SIZE.width,
    'og:image:height': SIZE.height,
  };
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description,
    inLanguage: lang,
    image,
    isPartOf: { '@type': 'WebSite', name: 'Merels', url: at('') },
    ...(game && {
      about: {
        '@type': 'Game',
        name: game.name,
        ...(game.also.length && { alternateName: game.also }),
        numberOfPlayers: { '@type': 'QuantitativeValue', value: 2 },
        url: at(`play/${game.spec}.html`),
      },
    }),
  };
  return `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Merels</title>
<meta name="description" content="${escaped(description)}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#F6F1E7" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#1D1B19" media="(prefers-color-scheme: dark)">
<link rel="icon" href="../../icons/icon-32.png" sizes="32x32" type="image/png">
<link rel="icon" href="../../icons/icon.svg" sizes="any" type="image/svg+xml">
<link rel="stylesheet" href="../${style}">
${url ? `<link rel="canonical" href="${at(pathOf(lang, name))}">\n` : ''}${[
    ...languages.map(({ code }) => [code, code]),
    ['x-default', 'en'],
  ]
    .map(
      ([tag, code = '']) =>
        `<link rel="alternate" hreflang="${tag}" href="${at(pathOf(code, name))}">`,
    )
    .join('\n')}
${Object.entries(said)
  .map(
    ([property, content]) => `<meta property="${property}" content="${escaped(String(content))}">`,
  )
  .join('\n')}
<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/**
 * A whole page.
 * @param {Page & { lang: string, main: string, frame: Frame }} page
 * @param {Language[]} languages
 * @param {string} style
 * @param {string | undefined} url
 */
function whole(page, languages, style, url) {
  const { name, lang, frame, way, main, sheet } = page;
  const file = (/** @type {string} */ of) => (of === 'index' ? './' : `${of}.html`);
  const current = (/** @type {boolean} */ is) => (is ? ' aria-current="page"' : '');
  return `<!doctype html>
<html lang="${lang}" dir="${frame.direction}">
<head>
${head(page, languages, style, url)}
</head>
<body${sheet ? ' class="sheet"' : ''}>
<header class="read-bar"><a class="name" href="../../">Merels</a>
<nav>${frame.nav.map(([of, text]) => `<a href="${file(of)}"${current(of === name)}>${escaped(text)}</a>`).join('\n')}</nav></header>
<main>
${main}
<p class="read-way"><a class="button primary" href="../../${way.hash ? `#${way.hash}` : ''}">${escaped(way.text)}</a></p>
</main>
<footer><h2>${escaped(frame.languages)}</h2>
<ul class="read-list">${languages
    .map(
      ({ code, name: text }) =>
        `<li><a href="../${code}/${file(name)}" hreflang="${code}" lang="${code}"${current(code === lang)}>${escaped(text)}</a></li>`,
    )
    .join('\n')}</ul></footer>
</body>
</html>
`;
}

/**
 * Their style: the page's colours and fonts. Fonts keep the names that they have in the page.
 * @param {string} dist
 * @param {typeof import('vite').build} build
 * @returns {Promise<string>} the name of its file
 */
export async function buildStyle(dist, build) {
  await build({
    root: join(ROOT, 'www'),
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    css: { transformer: 'lightningcss' },
    build: {
      outDir: dist,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { [STYLE]: join(ROOT, 'www', 'styles', 'read.css') },
        output: {
          assetFileNames: ({ names: [name = ''] }) =>
            name.endsWith('.css')
              ? `${READ_PAGES}/[name]-[hash][extname]`
              : 'assets/[name]-[hash][extname]',
        },
      },
    },
  });
  const found = readdirSync(join(dist, READ_PAGES)).find((name) => name.endsWith('.css'));
  if (!found) throw new Error('the pages to read have no style');
  return found;
}

/**
 * Writes the pages, sitemap.xml if the page's address is known, and robots.txt.
 * @param {string} dist
 * @param {string} style the name of their style's file
 * @param {string} [url] where the page will be
 */
export async function writeReadPages(dist, style, url) {
  const start = performance.now();
  /** @type {Parameters<Parameters<typeof eachPage>[0]>[0][]} */
  const pages = [];
  const languages = await eachPage((page) => void pages.push(page));
  let bytes = 0;
  for (const { code } of languages) mkdirSync(join(dist, READ_PAGES, code), { recursive: true });
  for (const page of pages) {
    const html = whole(page, languages, style, url);
    bytes += Buffer.byteLength(html);
    writeFileSync(join(dist, READ_PAGES, page.lang, `${page.name}.html`), html);
  }
  if (url) writeFileSync(join(dist, 'sitemap.xml'), sitemap(pages, url));
  writeFileSync(
    join(dist, 'robots.txt'),
    `User-agent: *\nAllow: /\n${url ? `\nSitemap: ${new URL('sitemap.xml', url).href}\n` : ''}`,
  );
  say(`${pages.length} pages to read, ${(bytes / 1e6).toFixed(1)} MB, after ${since(start)}`);
}

/**
 * @param {{ name: string, lang: string }[]} pages
 * @param {string} url
 */
function sitemap(pages, url) {
  const at = (/** @type {string} */ lang, /** @type {string} */ name) =>
    escaped(addressOf(pathOf(lang, name), url));
  const entries = pages.map(({ lang, name }) => `<url><loc>${at(lang, name)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${escaped(url)}</loc></url>
${entries.join('\n')}
</urlset>
`;
}
