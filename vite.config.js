import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig, minifySync } from 'vite';
import { packs, packsInDevelopment } from './scripts/lib/packs.mjs';
import { assetFileNames } from './scripts/lib/page.mjs';

/**
 * Files that every first load needs and that the browser would discover late: the WebAssembly and
 * the fonts of English.
 */
const EARLY = [
  { pattern: /^assets\/merels_bg-.*\.wasm$/, attrs: { as: 'fetch', type: 'application/wasm' } },
  { pattern: /\/(?:serif|sans)-\d+-[\w-]{8}\.woff2$/, attrs: { as: 'font', type: 'font/woff2' } },
];

/** Preloads them. @returns {import('vite').Plugin} */
const early = () => ({
  name: 'merels-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      EARLY.flatMap(({ pattern, attrs }) =>
        Object.keys(bundle)
          .filter((name) => pattern.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `./${name}`, ...attrs, crossorigin: true },
            injectTo: /** @type {const} */ ('head'),
          })),
      ),
  },
});

/** The hash of an inline script or style, for a Content-Security-Policy. @param {string} code */
const hashOf = (code) => `sha256-${createHash('sha256').update(code).digest('base64')}`;

/**
 * The Content-Security-Policy: the page may load and run only its own files, and one inline script
 * and style. It is in the page itself, so that it applies on every host, but not in the development
 * server, which adds scripts of its own.
 * @param {string} script @param {string} style
 */
const policy = (script, style) =>
  [
    "default-src 'none'",
    `script-src 'self' '${hashOf(script)}' 'wasm-unsafe-eval'`,
    `style-src 'self' '${hashOf(style)}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

const END = /<\/head>/;
const CHARSET = /<meta charset="utf-8" ?\/?>/;
const SUPPORT = / *<script[^>]* src="\/support\.js"><\/script>\n/;

/**
 * Inlines the style sheet and the first script, so that the page is painted before any other file
 * arrives. The script comes after the links to the other files. A host's own policy may forbid
 * both: each is also a file.
 * @returns {import('vite').Plugin}
 */
function inlined() {
  let style = '';
  let styleFile = '';
  return {
    name: 'merels-inlined',
    apply: 'build',
    // Before Vite links the style sheet from the page and preloads it with scripts.
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
        const linked = entry?.type === 'chunk' ? entry.viteMetadata?.importedCss : null;
        const [name = '', ...others] = linked ?? [];
        const file = bundle[name];
        if (file?.type !== 'asset' || others.length)
          throw new Error('the page must have exactly one style sheet');
        style = String(file.source).replaceAll('url(./', 'url(./assets/').trim();
        styleFile = `./${name}`;
        linked?.clear();
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        // In the words that it is written in, which browsers of any age know: closer writing would
        // use template literals.
        const script = minifySync(
          'support.js',
          readFileSync(new URL('www/support.js', import.meta.url), 'utf8'),
          { compress: false, codegen: { removeWhitespace: false } },
        ).code.trim();
        for (const needed of [SUPPORT, CHARSET, END])
          if (!needed.test(html)) throw new Error(`index.html lacks what ${needed} finds`);
        // Only the words and tags: how the file is laid out is for its authors.
        return html
          .replace(/\n\s+/g, '\n')
          .replace(/ \/>/g, '>')
          .replace(
            CHARSET,
            (charset) =>
              `${charset}\n<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">`,
          )
          .replace(SUPPORT, '')
          .replace(
            END,
            (end) =>
              `<style data-file="${styleFile}">${style}</style>\n<script>${script}</script>\n${end}`,
          );
      },
    },
  };
}

/** The output of git, or an empty string if there is none. @param {string[]} args */
function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

/** The commit, to be shown after the version, with a plus sign if there are uncommitted changes. */
function commitWords() {
  const commit = git('rev-parse', '--short=10', 'HEAD');
  const changed = commit && git('status', '--porcelain', '--untracked-files=no') ? '+' : '';
  return commit && ` · ${commit}${changed}`;
}

/**
 * Writes the commit into the page rather than a script, so that unchanged scripts keep their names.
 * @returns {import('vite').Plugin}
 */
const commit = () => ({
  name: 'merels-commit',
  transformIndexHtml: (html) =>
    html.replace('<html ', (start) => `${start}data-commit="${commitWords()}" `),
});

/**
 * What messengers show of a link to the page. They want the picture's whole address: MERELS_URL, if
 * it is set, is where the page will be.
 * @returns {import('vite').Plugin}
 */
const card = () => ({
  name: 'merels-card',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [, title = ''] = /<title>(.*)<\/title>/.exec(html) ?? [];
      const [, description = ''] = /name="description"\s+content="(.*)"/.exec(html) ?? [];
      const { MERELS_URL } = process.env;
      const image = MERELS_URL ? new URL('icons/card.png', MERELS_URL).href : './icons/card.png';
      const said = {
        'og:type': 'website',
        'og:title': title,
        'og:description': description,
        'og:image': image,
        'og:image:width': '1200',
        'og:image:height': '630',
      };
      return Object.entries(said).map(([property, content]) => ({
        tag: 'meta',
        attrs: { property, content },
        injectTo: /** @type {const} */ ('head'),
      }));
    },
  },
});

/**
 * `import hash from './file?hash'` is the integrity hash to fetch a file with.
 * @returns {import('vite').Plugin}
 */
const hashed = () => ({
  name: 'merels-hashed',
  // Before Vite treats it as an asset.
  enforce: 'pre',
  load(id) {
    const [file = '', query] = id.split('?');
    if (query !== 'hash') return null;
    const hash = createHash('sha384').update(readFileSync(file)).digest('base64');
    return `export default ${JSON.stringify(`sha384-${hash}`)};`;
  },
});

export default defineConfig({
  root: 'www',
  plugins: [early(), inlined(), commit(), card(), hashed(), packsInDevelopment()],
  define: { __PACKS__: JSON.stringify(packs()) },
  // Relative addresses, so that the folder works at any sub-path of any host.
  base: './',
  // Compiles nesting and `light-dark()` for browsers of 2023, also in the development server: the
  // board reads resolved colours.
  css: { transformer: 'lightningcss' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Every browser that runs the page's WebAssembly supports module preloading.
    modulePreload: { polyfill: false },
    // Do not inline WebAssembly, which is compiled while it streams, and JSON, which is fetched.
    assetsInlineLimit: (file) => (/\.(?:wasm|json)$/.test(file) ? false : undefined),
    rolldownOptions: { output: { assetFileNames } },
  },
  worker: { format: 'es', rolldownOptions: { output: { assetFileNames } } },
});
