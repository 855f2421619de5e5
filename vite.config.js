import { defineConfig } from 'vite';

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

export default defineConfig({
  root: 'www',
  plugins: [early()],
  // Relative addresses: the folder works from any sub-path of any host.
  base: './',
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Every browser that runs the page's WebAssembly preloads modules by itself.
    modulePreload: { polyfill: false },
    // Inside a script, WebAssembly could not be compiled while it arrives.
    assetsInlineLimit: (file) => (file.endsWith('.wasm') ? false : undefined),
  },
  worker: { format: 'es' },
});
