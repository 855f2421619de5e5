/**
 * `npm run build`: builds dist/, which any static host can serve from any sub-path.
 * --no-solution leaves out the solution of Nine Men's Morris; only its endgames are exact then.
 * --wasm builds only what `npm run dev` needs: the compiled Rust core in www/pkg, the icons and the
 * fonts. MERELS_URL may hold the page's address, for messengers (docs/hosting.md).
 */
import { cutFonts } from './lib/fonts.mjs';
import { drawIcons } from './lib/icons.mjs';
import { buildPage } from './lib/page.mjs';
import { main } from './lib/say.mjs';
import { setup } from './lib/setup.mjs';
import { buildWasm, compileWasm } from './lib/wasm.mjs';

await main(async () => {
  await setup({ meanwhile: compileWasm });
  await buildWasm();
  await drawIcons();
  if (process.argv.includes('--wasm')) await cutFonts();
  else await buildPage();
});
