// The package in a browser: it says what to do where something else was fetched in place of the
// WebAssembly.
import start from './merels.js';

export * from './merels.js';

const ADVICE =
  'What was fetched as merels_bg.wasm is not WebAssembly. In Vite before version 8, add merels to optimizeDeps.exclude; ' +
  'elsewhere, pass the address of merels/merels_bg.wasm to init({ module_or_path }).';

/** @type {typeof start} */
export default async function init(options) {
  try {
    return await start(options);
  } catch (error) {
    throw error instanceof WebAssembly.CompileError ? new Error(ADVICE, { cause: error }) : error;
  }
}
