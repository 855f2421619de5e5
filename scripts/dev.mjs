/**
 * `npm run dev [-- ARGUMENTS]`: builds the Rust core, the icons and the fonts if needed, and serves
 * the page's sources with Vite, which takes the arguments.
 */
import { join } from 'node:path';
import { ROOT, main, run } from './lib/say.mjs';

await main(async () => {
  await run('node', [join(ROOT, 'scripts/build.mjs'), '--wasm']);
  await run('node', [join(ROOT, 'node_modules/vite/bin/vite.js'), ...process.argv.slice(2)]);
});
