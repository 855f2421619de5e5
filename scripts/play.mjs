/** `npm run play`: builds the page if needed, serves it locally and opens it in the browser. */
import { spawn } from 'node:child_process';
import { drawIcons } from './lib/icons.mjs';
import { buildPage } from './lib/page.mjs';
import { main, say } from './lib/say.mjs';
import { serve } from './lib/serve.mjs';
import { setup } from './lib/setup.mjs';
import { buildWasm, compileWasm } from './lib/wasm.mjs';

// The same port each time if it is free: browsers store games and settings by address.
const PORT = 8137;

await main(async () => {
  await setup({ meanwhile: compileWasm });
  await buildWasm();
  await drawIcons();
  await buildPage();
  const { url } = await serve({ port: PORT });
  console.log(`\nMerels is ready to play at ${url}\nCtrl-C ends it.\n`);
  openBrowser(url);
});

/**
 * Opens the default browser, if there is one.
 * @param {string} url
 */
function openBrowser(url) {
  const { platform, env } = process;
  if (env.CI || (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY)) return;
  const [program, ...args] =
    platform === 'darwin'
      ? ['open', url]
      : platform === 'win32'
        ? ['cmd', '/c', 'start', url]
        : ['xdg-open', url];
  say('opening it in your browser');
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => say('no browser could be started: open the address yourself'));
  child.unref();
}
