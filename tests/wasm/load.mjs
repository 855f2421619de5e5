/**
 * The built WebAssembly package, ready to be used in Node: `import { version } from './load.mjs'`.
 */
import { readFileSync } from 'node:fs';
import { initSync } from '../../www/pkg-npm/merels.js';

initSync({ module: readFileSync(new URL('../../www/pkg-npm/merels_bg.wasm', import.meta.url)) });

export * from '../../www/pkg-npm/merels.js';
