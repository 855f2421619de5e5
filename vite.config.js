import { defineConfig } from 'vite';

export default defineConfig({
  root: 'www',
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
