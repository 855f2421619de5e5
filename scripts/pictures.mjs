/** `npm run pictures`: takes the README's pictures anew, from the page as it is built now, and puts them into docs/. */
import { drawIcons } from './lib/icons.mjs';
import { buildPage } from './lib/page.mjs';
import { main, run, say } from './lib/say.mjs';
import { setup } from './lib/setup.mjs';
import { buildWasm } from './lib/wasm.mjs';

await main(async () => {
  await setup({ browser: true });
  await buildWasm();
  await drawIcons();
  await buildPage();
  await run('npm', ['run', '--silent', 'test:browser', '--', 'picture', '--project', 'desktop'], { env: { MERELS_PICTURES: 'docs' } });
  say('the pictures are in docs/');
});
