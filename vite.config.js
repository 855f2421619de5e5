import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, defineConfig } from 'vite';
import { packs, packsInDevelopment } from './scripts/lib/packs.mjs';
import { assetFileNames } from './scripts/lib/page.mjs';

/** What every first load needs and the browser would hear of late: the WebAssembly and the letters that English has. */
const EARLY = [
  { pattern: /^assets\/merels_bg-.*\.wasm$/, attrs: { as: 'fetch', type: 'application/wasm' } },
  { pattern: /-latin-[456]00-.*\.woff2$/, attrs: { as: 'font', type: 'font/woff2' } },
];

/** Tells the browser of them in the page's head. @returns {import('vite').Plugin} */
const early = () => ({
  name: 'merels-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      EARLY.flatMap(({ pattern, attrs }) =>
        Object.keys(bundle)
          .filter((name) => pattern.test(name))
          .map((name) => ({ tag: 'link', attrs: { rel: 'preload', href: `./${name}`, ...attrs, crossorigin: true }, injectTo: /** @type {const} */ ('head') })),
      ),
  },
});

/**
 * Lets the script that everything waits for come after what names the other files: behind it no browser looks for them ahead
 * of time, for the policy might forbid them. @returns {import('vite').Plugin}
 */
const together = () => ({
  name: 'merels-together',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const script = '    <script src="./support.js"></script>\n';
      if (!html.includes(script)) throw new Error('index.html has another script first');
      const soon = '    <link rel="preload" href="./support.js" as="script">\n';
      return html.replace(script, soon).replace('  </head>', `${script}  </head>`);
    },
  },
});

/**
 * What the page may load and run: its own files and its own WebAssembly. Said in the page itself, so that it holds on every host;
 * not in the development server, which brings scripts of its own.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
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

/** Says it before anything is loaded. @returns {import('vite').Plugin} */
const policy = () => ({
  name: 'merels-policy',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<meta charset="utf-8">', (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">`),
  },
});

/** What git prints of this folder, or nothing where there is no git. @param {string[]} args */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** As it follows the version: the commit, with a plus sign where something is not committed; nothing where there is no git. */
function commitWords() {
  const commit = git('rev-parse', '--short=10', 'HEAD');
  const changed = commit && git('status', '--porcelain', '--untracked-files=no') ? '+' : '';
  return commit && ` · ${commit}${changed}`;
}

/** Says in the page itself, not in a script, which commit it is: what is the same in two versions keeps its name. @returns {import('vite').Plugin} */
const commit = () => ({
  name: 'merels-commit',
  transformIndexHtml: (html) => html.replace('<html ', (start) => `${start}data-commit="${commitWords()}" `),
});

/** What a file must be, for files that say nothing of it themselves: `import hash from './file?hash'`, to be fetched with. @returns {import('vite').Plugin} */
const hashed = () => ({
  name: 'merels-hashed',
  // Before what would make a file of it.
  enforce: 'pre',
  load(id) {
    const [file = '', query] = id.split('?');
    if (query !== 'hash') return null;
    const hash = createHash('sha384').update(readFileSync(file)).digest('base64');
    return `export default ${JSON.stringify(`sha384-${hash}`)};`;
  },
});

const SCRIPT = 'virtual:exported';

/**
 * The script of a page that a game is saved as: in one piece, for it stands in that page, with the hash by which the page allows
 * it and no other. @returns {import('vite').Plugin}
 */
const exported = () => ({
  name: 'merels-exported',
  resolveId: (id) => (id === SCRIPT ? `\0${SCRIPT}` : null),
  async load(id) {
    if (id !== `\0${SCRIPT}`) return null;
    const entry = fileURLToPath(new URL('www/app/show/exported.js', import.meta.url));
    const made = await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      build: { write: false, minify: true, lib: { entry, formats: ['iife'], name: 'merels' } },
    });
    const [first] = Array.isArray(made) ? made.flatMap((one) => one.output) : 'output' in made ? made.output : [];
    const code = first?.type === 'chunk' ? first.code.trim() : '';
    // What would end the element that it stands in, or be read otherwise than it was written.
    if (code === '' || /<\/script|<!--|\r/i.test(code)) throw new Error('the script of saved pages cannot stand in a page');
    const hash = createHash('sha256').update(code).digest('base64');
    return `export const code = ${JSON.stringify(code)}; export const hash = ${JSON.stringify(`sha256-${hash}`)};`;
  },
});

export default defineConfig({
  root: 'www',
  plugins: [early(), together(), policy(), commit(), hashed(), exported(), packsInDevelopment()],
  define: { __PACKS__: JSON.stringify(packs()) },
  // Relative addresses: the folder works from any sub-path of any host.
  base: './',
  // Writes nesting and `light-dark()` as browsers of 2023 know them, also in the development server: the board reads colours that are resolved.
  css: { transformer: 'lightningcss' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Every browser that runs the page's WebAssembly preloads modules by itself.
    modulePreload: { polyfill: false },
    // Inside a script, WebAssembly could not be compiled while it arrives, and nothing is fetched from a script.
    assetsInlineLimit: (file) => (/\.(?:wasm|json)$/.test(file) ? false : undefined),
    rolldownOptions: { output: { assetFileNames } },
  },
  worker: { format: 'es' },
});
