/**
 * What befalls a Firefox: it is killed, its worker hangs, it stores nothing. The rest of
 * docs/threat-model.md is tried in Chromium.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../../scripts/lib/page.mjs';
import { serve } from '../../scripts/lib/serve.mjs';
import {
  atTable,
  line,
  man,
  myTurn,
  play,
  pressButton,
  ready,
  start,
  startFirefox,
} from './table.mjs';

const LONG = { timeout: 240_000 };

test('killed right after a turn, it has every turn when it is started again', LONG, async () => {
  const site = await serve({ path: '/some/sub-path/' });
  const folder = mkdtempSync(join(tmpdir(), 'merels-firefox-'));
  try {
    const first = await startFirefox({}, folder);
    const page = await first.newPage();
    await page.goto(site.url);
    await ready(page);
    await start(page, { mode: 'people', spec: 'nine' });
    for (const move of ['d6', 'f4', 'd2', 'b4', 'd3']) await play(page, move);
    const before = await line(page);
    const ended = once(
      /** @type {import('node:child_process').ChildProcess} */ (first.process()),
      'exit',
    );
    first.process()?.kill('SIGKILL');
    await ended;

    const second = await startFirefox({}, folder);
    try {
      const again = await second.newPage();
      await again.goto(site.url);
      await ready(again);
      assert.equal(await line(again), before);
      await play(again, 'd5');
    } finally {
      await second.close();
    }
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('a computer that hangs is replaced, and answers', LONG, async () => {
  const firefox = await startFirefox();
  try {
    await atTable(firefox, async (page, site) => {
      const name =
        readdirSync(join(DIST, 'assets')).find((file) => file.startsWith('engine.worker-')) ??
        'none';
      const script = readFileSync(join(DIST, 'assets', name), 'utf8');
      const hangs = `self.addEventListener('message', ({ data }) => { if (data.type === 'go') for (;;); });`;
      site.replaced.set(`assets/${name}`, hangs + script);
      await page.evaluate(() =>
        navigator.serviceWorker.getRegistration().then((one) => one?.unregister()),
      );
      await page.reload();
      await ready(page);
      await start(page, { mode: 'computer', spec: 'six', colour: 'white', level: 1 });
      site.replaced.delete(`assets/${name}`);
      await play(page, 'a1');
      await myTurn(page);
      assert.equal((await page.$$('[data-man=black]')).length, 1);
    });
  } finally {
    await firefox.close();
  }
});

test('where nothing may be stored it is said, and one plays all the same', LONG, async () => {
  // Cookies are refused, and with them all that a page stores.
  const firefox = await startFirefox({ 'network.cookie.cookieBehavior': 2 });
  try {
    await atTable(
      firefox,
      async (page) => {
        await start(page, { mode: 'people', spec: 'six' });
        await play(page, 'a1');
        await page.waitForFunction(() =>
          document
            .querySelector('.notice')
            ?.textContent?.includes('This browser isn’t saving data'),
        );
        await play(page, 'c1');
        assert.equal(await man(page, 'c1'), 'black');
        await start(page, { mode: 'computer', spec: 'five', colour: 'white', level: 1 });
        await play(page, 'a1');
        await myTurn(page);
        // Its worker waits until it can be watched, which by a lock it cannot be here.
        await page.keyboard.press('s');
        await pressButton(page, 'Animation');
        await pressButton(page, 'Create animation');
        await page.waitForFunction(() =>
          document.querySelector('dialog[open]')?.textContent?.includes('Animation ready'),
        );
      },
      /Failed to register\/update a ServiceWorker/,
    );
  } finally {
    await firefox.close();
  }
});
