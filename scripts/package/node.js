// The package in Node: the same as in a browser, but that the WebAssembly is read at once.
import { readFileSync } from 'node:fs';
import { initSync } from './merels.js';

initSync({ module: readFileSync(new URL('./merels_bg.wasm', import.meta.url)) });

export * from './merels.js';
export { default } from './merels.js';
