/**
 * `npm run build`: the folder dist/, which any static host serves from any sub-path.
 * With --no-solution, without the values of all of Nine Men's Morris, and then only its endgames are exact.
 * With --wasm, only what `npm run dev` needs: www/pkg, the compiled Rust core, and the icons.
 */
import { drawIcons } from './lib/icons.mjs';
import { buildPage } from './lib/page.mjs';
import { main } from './lib/say.mjs';
import { setup } from './lib/setup.mjs';
import { buildWasm, compileWasm } from './lib/wasm.mjs';

await main(async () => {
  await setup({ meanwhile: compileWasm });
  await buildWasm();
  await drawIcons();
  if (!process.argv.includes('--wasm')) await buildPage();
});
