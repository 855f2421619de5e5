/**
 * `npm run build`: builds dist/, which any static host can serve from any sub-path.
 * --no-solution leaves out the solution of Nine Men's Morris; only its endgames are exact then.
 * --wasm builds only what `npm run dev` needs: the compiled Rust core in www/pkg, the icons and the
 * fonts. --url https://example.org/merels/ says where the page will be, for search engines and
 * messengers (docs/hosting.md); MERELS_URL may hold it too.
 */
import { cutFonts } from './lib/fonts.mjs';
import { drawIcons } from './lib/icons.mjs';
import { buildPage } from './lib/page.mjs';
import { Trouble, main } from './lib/say.mjs';
import { setup } from './lib/setup.mjs';
import { buildWasm, compileWasm } from './lib/wasm.mjs';

/** The address that --url gives, with a slash at its end. */
function givenUrl() {
  const at = process.argv.findIndex((arg) => arg.startsWith('--url'));
  const text =
    at < 0 ? process.env.MERELS_URL : (process.argv[at]?.split('=')[1] ?? process.argv[at + 1]);
  if (text === undefined) return '';
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new Trouble(`--url needs the page's address, such as https://example.org/merels/.`);
  return text.replace(/\/?$/, '/');
}

await main(async () => {
  const url = givenUrl();
  if (url) process.env.MERELS_URL = url;
  await setup({ meanwhile: compileWasm });
  await buildWasm();
  await drawIcons();
  if (process.argv.includes('--wasm')) await cutFonts();
  else await buildPage();
});
