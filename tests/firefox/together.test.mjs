/**
 * Play between two devices in Firefox, which describes its connections in other words than
 * Chromium.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { atTable, click, line, play, pressButton, startFirefox } from './table.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** @type {import('puppeteer-core').Browser} */
let firefox;
// As in Chromium: no made-up names, which nobody looks up on a bare machine, and no other network
// needed than its own.
before(
  async () =>
    (firefox = await startFirefox({
      'media.peerconnection.ice.obfuscate_host_addresses': false,
      'media.peerconnection.ice.loopback': true,
    })),
);
after(() => firefox?.close());

/** The invitation or the answer on the screen. @param {Page} page */
async function told(page) {
  const field = await page.waitForSelector('.together-out input');
  return new URL((await field?.evaluate((el) => /** @type {HTMLInputElement} */ (el).value)) ?? '')
    .hash;
}

/** @param {Page} page */
const connected = (page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('dialog[open]') &&
      document.querySelector('.player-name')?.textContent === 'The other player',
  );

test('two Firefoxes find each other and play', { timeout: 240_000 }, () =>
  atTable(firefox, (host) =>
    atTable(firefox, async (guest) => {
      await host.bringToFront();
      await host.locator('[data-action=new]').click();
      await pressButton(host, 'Another device');
      await host.locator('input[name=together-colour][value=white]').click();
      await pressButton(host, 'Create invitation');
      const invitation = await told(host);
      await guest.bringToFront();
      await guest.evaluate((hash) => void (location.hash = hash), invitation);
      await pressButton(guest, 'Accept');
      const answer = await told(guest);
      await host.bringToFront();
      await host.locator('.sheet-together textarea').fill(answer);
      await pressButton(host, 'Connect');
      for (const page of [host, guest]) await connected(page);
      for (const [page, turn] of /** @type {[Page, string][]} */ ([
        [host, 'd6'],
        [guest, 'a1'],
        [host, 'b6'],
        [guest, 'd7'],
        [host, 'f6xa1'],
      ])) {
        await page.bringToFront();
        await page.waitForFunction(
          () => document.querySelector('.status')?.getAttribute('data-human') === 'true',
        );
        await play(page, turn, click);
        const after = await line(page);
        await (page === host ? guest : host).waitForFunction(
          (line) => window.merels.line === line,
          {},
          after,
        );
      }
      assert.equal(await line(host), await line(guest));
    }),
  ),
);
