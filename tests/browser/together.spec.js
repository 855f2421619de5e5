// Two devices play with each other: two browser contexts, which share nothing but the network.
import decodeQR from 'qr/decode.js';
import { audit } from './audit.js';
import { expect, test as base } from './fixtures.js';
import { takeOver } from './host.js';
import { SCRIPTS, injected } from './scripts.js';
import { line, menu, play, ready, tap, click } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

// On a bare machine no name service answers for the random names that Chromium puts in place of
// addresses, and there may be no network but the machine's own.
base.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--disable-features=WebRtcHideLocalIpsWithMdns',
        '--allow-loopback-in-peer-connection',
      ],
    }),
});

/** A second device. @type {import('@playwright/test').TestType<any, any>} */
const test = base.extend({
  guest: async ({ browser, baseURL, viewport, isMobile, hasTouch, colorScheme, watch }, use) => {
    const context = await browser.newContext({
      baseURL,
      viewport,
      isMobile,
      hasTouch,
      colorScheme,
      locale: 'en-GB',
    });
    context.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        watch.problems.push(`guest: ${message.text()} (${message.location().url})`),
    );
    context.on('weberror', (error) => watch.problems.push(`guest: ${error.error()}`));
    const page = await context.newPage();
    await use(page);
    await context.close();
  },
});

// Two pages take twice as long, and find each other in their own time.
test.beforeEach(() => test.slow());
const LONG = { timeout: 20_000 };

/** Lets a test say what no honest page says. @param {Page} page */
const tapWire = (page) =>
  page.addInitScript(() => {
    const { send } = RTCDataChannel.prototype;
    RTCDataChannel.prototype.send = function (/** @type {any} */ text) {
      Object.assign(window, { wire: this, last: text });
      return send.call(this, text);
    };
  });

/** @param {Page} page @param {object | string} message */
const inject = (page, message) =>
  page.evaluate((message) => {
    const { wire, last } = /** @type {any} */ (window);
    const { game, n } = JSON.parse(last);
    if (wire.readyState !== 'open') return;
    // As it would come next.
    wire.send(
      typeof message === 'string' ? message : JSON.stringify({ v: 1, game, n: n + 1, ...message }),
    );
    Object.assign(window, { last });
  }, message);

/** @param {Page} page */
const dialog = (page) => page.getByRole('dialog', { name: 'Play with another device' });
/** @param {Page} page */
const status = (page) => page.locator('.status-text');
/** @param {Page} page @param {string} name */
const press = (page, name) =>
  page.locator('#status').getByRole('button', { name, exact: true }).click();
/** @param {Page} page */
const linkIn = (page) => dialog(page).locator('.together-out input').inputValue();

/**
 * Two devices find each other by links.
 * @param {Page} host @param {Page} guest
 * @param {{ minutes?: number }} [wish]
 */
async function meet(host, guest, { minutes = 0 } = {}) {
  await host.goto('./');
  await ready(host);
  await menu(host, 'Another device');
  await dialog(host).locator('input[name=together-colour][value=white]').check();
  if (minutes)
    await dialog(host).getByLabel('Clock', { exact: true }).selectOption(String(minutes));
  await dialog(host).getByRole('button', { name: 'Create invitation' }).click();
  await exchange(host, guest);
}

/** The invitation is on the host's screen. @param {Page} host @param {Page} guest */
async function exchange(host, guest) {
  const invitation = await linkIn(host);
  await guest.goto(invitation);
  await ready(guest);
  await dialog(guest).getByRole('button', { name: 'Accept' }).click();
  const answer = await linkIn(guest);
  await dialog(host).getByLabel('Then scan or paste').fill(answer);
  await dialog(host).getByRole('button', { name: 'Connect', exact: true }).click();
  for (const page of [host, guest]) await expect(dialog(page)).toBeHidden(LONG);
}

/**
 * Plays turns, each on the device whose turn it is.
 * @param {Page} white
 * @param {Page} black
 * @param {string[]} turns
 */
async function playAll(white, black, turns) {
  for (const turn of turns) {
    const page = (await line(white)).includes(' w ') ? white : black;
    await expect(page.locator('.status')).toHaveAttribute('data-human', 'true', LONG);
    await play(page, turn, test.info().project.name === 'phone' ? tap : click);
    await expect.poll(() => line(page === white ? black : white), LONG).toBe(await line(page));
  }
}

/** What a camera would read from the code on the screen. @param {Page} page */
async function codeOn(page) {
  const code = dialog(page).locator('canvas.together-code');
  const { width, height, data } = await code.evaluate((canvas) => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
    const pixels =
      /** @type {HTMLCanvasElement} */ (canvas).getContext('2d')?.getImageData(0, 0, width, height)
        .data ?? [];
    return { width, height, data: [...pixels] };
  });
  return decodeQR({ width, height, data: Uint8ClampedArray.from(data) });
}

test('two devices find each other by links, play a mill and take a man; after a reload the game goes on by a new invitation', async ({
  page,
  guest,
}) => {
  await test.step('two devices find each other by links, play a mill and take a man', async () => {
    await meet(page, guest, { minutes: 5 });
    await expect(page.locator('#player-bottom .player-name')).toHaveText('You');
    await expect(page.locator('#player-top .player-name')).toHaveText('The other player');
    await expect(guest.locator('#player-bottom')).toHaveAttribute('data-side', 'black');
    await expect(status(guest)).toHaveText('Connected. You play Black.');
    await playAll(page, guest, ['d6', 'a1', 'b6', 'd7']);
    await expect(status(guest)).toHaveText('The other player’s turn.');
    await expect(status(page)).toHaveText('Your turn. Place a man.');
    await playAll(page, guest, ['f6xa1', 'g7']);
    // Neither the computer nor anything that knows better has a say meanwhile.
    await expect(page.locator('[data-action=hint]')).toHaveAttribute('aria-disabled', 'true');
    await menu(page, 'Analyse');
    await expect(page.locator('#screen')).toContainText('once it is over');
    await expect(page.locator('[data-action=edit]:visible')).toHaveCount(0);
    await menu(page, 'Show exact values');
    await menu(page, 'Play');
    await expect(page.locator('#values')).toBeHidden();
  });
  await test.step('after a reload the game goes on where it was, by a new invitation', async () => {
    await playAll(page, guest, ['d2']);
    const before = await line(page);
    await page.reload();
    await ready(page);
    await expect(status(page)).toHaveText('Not connected to the other device.');
    expect(await line(page)).toBe(before);
    await expect(status(guest)).toHaveText(
      /^(Connection lost|The connection has ended)\. Your game is saved\.$/,
      { timeout: 40_000 },
    );
    // Nothing can be played meanwhile.
    await expect(guest.locator('.status')).toHaveAttribute('data-human', 'false');
    await press(page, 'Reconnect');
    const invitation = await linkIn(page);
    await guest.evaluate((link) => (location.hash = new URL(link).hash), invitation);
    await expect(dialog(guest)).toContainText('continue a game of Nine Men’s Morris');
    await dialog(guest).getByRole('button', { name: 'Accept' }).click();
    await dialog(page)
      .getByLabel('Then scan or paste')
      .fill(await linkIn(guest));
    await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog(guest)).toBeHidden();
    await playAll(page, guest, ['f2', 'b4']);
    expect(
      await page.evaluate(
        () => Object.keys(localStorage).filter((key) => key.startsWith('merels.game.')).length,
      ),
    ).toBe(1);
  });
});

test(
  'each is called by name on the other device, greets there in its language, and the score is kept',
  { tag: '@desktop' },
  async ({ page, guest }) => {
    await page.goto('./');
    await ready(page);
    await menu(page, 'Another device');
    await dialog(page).locator('input[name=together-colour][value=white]').check();
    await dialog(page).getByLabel('Your name').fill('Anna');
    await dialog(page).getByRole('button', { name: 'Create invitation' }).click();
    await guest.addInitScript(() =>
      localStorage.setItem('merels.language', '{"version":1,"code":"de"}'),
    );
    await guest.goto(await linkIn(page));
    await ready(guest);
    const sheet = guest.locator('dialog[open]');
    await expect(sheet).toContainText('Anna lädt dich zu einer Partie ein: Mühle.');
    // There is no link yet that would have any.
    await expect(sheet).not.toContainText('Netzwerkadressen');
    await sheet.locator('[data-do=how]').click();
    await expect(guest.getByRole('heading', { name: 'So wird gespielt' }).first()).toBeVisible();
    await audit(guest, 'how to play');
    await guest.keyboard.press('Escape');
    await sheet.getByLabel('Dein Name').fill('Ben');
    await sheet.locator('[data-do=join]').click();
    await expect(sheet).toContainText('Netzwerkadressen');
    await dialog(page)
      .getByLabel('Then scan or paste')
      .fill(await sheet.locator('.together-out input').inputValue());
    await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.locator('#player-top .player-name')).toHaveText('Ben', LONG);
    await expect(guest.locator('#player-top .player-name')).toHaveText('Anna', LONG);
    await expect(page.locator('[data-action=hint]')).toBeHidden();
    await page.locator('[data-action=greet]').click();
    await audit(page, 'greetings');
    await page.getByRole('button', { name: 'Good luck!' }).click();
    await expect(status(page)).toHaveText('You: “Good luck!”');
    await expect(status(guest)).toHaveText('Anna: „Viel Glück!“');
    await expect(guest.locator('#live')).toHaveText('Anna: „Viel Glück!“');
    // Who does not want to hear them, does not.
    await page.locator('[data-action=greet]').click();
    await page.getByLabel('Don’t show greetings').check();
    await page.keyboard.press('Escape');
    await guest.locator('[data-action=greet]').click();
    await guest.getByRole('button', { name: 'Hallo!' }).click();
    await expect(status(guest)).toHaveText('Du: „Hallo!“');
    await playAll(page, guest, ['d6']);
    await expect(status(page)).toHaveText('Ben’s turn.');
    await guest.locator('[data-action=resign]').click();
    await guest.locator('[data-item=resign]').click();
    await expect(page.locator('.end-score')).toHaveText('You 1 – 0 Ben');
    await expect(guest.locator('.end-score')).toHaveText('Du 0 – 1 Anna');
    await page.locator('[data-action=greet]').click();
    await page.getByRole('button', { name: 'Well played!' }).click();
    await expect(status(guest)).toHaveText('Anna: „Gut gespielt!“');
    await expect(status(guest), 'beside the end of the game').toBeVisible();
    await page.locator('.end').getByRole('button', { name: 'Rematch' }).click();
    await expect(status(guest)).toHaveText('Anna möchte eine Revanche.');
    await guest.locator('#status button').last().click();
    await expect(status(page)).toHaveText('Colours swapped: you play Black.');
    await expect(page.locator('#player-top .player-name')).toHaveText('Ben');
  },
);

test(
  'script in what the other device says is refused and runs nowhere',
  { tag: ['@desktop', '@slow'] },
  async ({ page, guest }) => {
    await tapWire(page);
    await meet(page, guest);
    await playAll(page, guest, ['d6', 'a1']);
    const before = await line(guest);
    const move = { kind: 'move', ply: 3, before, left: null };
    // What is said often enough ends the connection, so each script takes another way.
    const ways = [
      (/** @type {string} */ text) => text,
      (/** @type {string} */ turn) => ({ ...move, turn }),
      (/** @type {string} */ before) => ({ ...move, before, turn: 'b6' }),
      (/** @type {string} */ kind) => ({ kind }),
      (/** @type {string} */ start) => ({
        kind: 'hello',
        start,
        turns: '',
        left: null,
        ended: null,
      }),
    ];
    for (const [i, script] of SCRIPTS.entries())
      for (const way of [0, 1 + (i % 4)]) {
        await inject(page, ways[way]?.(script) ?? '');
        await expect(status(guest)).toHaveText(
          /^The other device sent (?:something this one couldn’t use|an illegal move)/,
        );
      }
    await expect(dialog(guest)).toBeHidden();
    expect(await line(guest)).toBe(before);
    expect([await injected(guest), await injected(page)]).toEqual([false, false]);
    expect(await guest.locator('#page :is(img, script, iframe, object, embed)').count()).toBe(0);
  },
);

test('the codes on the screen can be read again, and a camera that sees one connects', async ({
  page,
  guest,
}) => {
  // By day on the one, by night on the other.
  for (const device of [page, guest])
    await device.emulateMedia({
      colorScheme: test.info().project.name === 'phone' ? 'dark' : 'light',
    });
  // What the camera sees: the code on the other device's screen, as it is at the moment.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 900;
      const ctx = canvas.getContext('2d');
      const picture = new Image();
      setInterval(() => {
        if (!ctx) return;
        ctx.fillStyle = '#999';
        ctx.fillRect(0, 0, 900, 900);
        picture.src = /** @type {any} */ (window).seen ?? picture.src;
        if (picture.complete && picture.width) ctx.drawImage(picture, 90, 60, 700, 700);
      }, 100);
      return canvas.captureStream(10);
    };
  });
  await page.goto('./');
  await ready(page);
  await menu(page, 'Another device');
  await audit(page, 'the beginning');
  await dialog(page).getByRole('button', { name: 'Create invitation' }).click();
  const invitation = await linkIn(page);
  expect(await codeOn(page)).toBe(invitation);
  await audit(page, 'an invitation');
  await guest.goto(invitation);
  await ready(guest);
  await audit(guest, 'an invitation is read');
  await dialog(guest).getByRole('button', { name: 'Accept' }).click();
  await linkIn(guest);
  await audit(guest, 'an answer');
  const picture = await dialog(guest)
    .locator('canvas.together-code')
    .evaluate((c) => /** @type {HTMLCanvasElement} */ (c).toDataURL());
  await page.evaluate((picture) => Object.assign(window, { seen: picture }), picture);
  await dialog(page).getByRole('button', { name: 'Scan code' }).click();
  for (const device of [page, guest]) await expect(dialog(device)).toBeHidden({ timeout: 20_000 });
  await expect(page.locator('#player-bottom .player-name')).toHaveText('You');
  await audit(guest, 'a game with another device');
  await menu(guest, 'Another device');
  await audit(guest, 'connected');
  await dialog(guest).getByRole('button', { name: 'End connection' }).click();
  await expect(guest.getByRole('button', { name: 'New game' })).toBeFocused();
  await expect(status(page)).toHaveText('The connection has ended. Your game is saved.');
  await audit(page, 'the connection has ended');
});

test(
  'an answer that is opened as a link reaches the tab that waits for it',
  { tag: ['@desktop', '@slow'] },
  async ({ page, guest }) => {
    await page.goto('./');
    await ready(page);
    await menu(page, 'Another device');
    await dialog(page).getByRole('button', { name: 'Create invitation' }).click();
    await guest.goto(await linkIn(page));
    await dialog(guest).getByRole('button', { name: 'Accept' }).click();
    const answer = await linkIn(guest);
    const other = await page.context().newPage();
    await other.goto(answer);
    await expect(dialog(other)).toContainText('reached the tab that was waiting for it');
    for (const device of [page, guest]) await expect(dialog(device)).toBeHidden();
    // A second time nobody waits for it.
    const late = await page.context().newPage();
    await late.goto(answer);
    await expect(dialog(late)).toContainText('no tab in this browser is waiting for it');
  },
);

test(
  'where the devices do not find each other, the next steps are said',
  // tests/page/together.test.js has it too, without the audit.
  { tag: ['@desktop', '@slow'] },
  async ({ page, guest }) => {
    await page.clock.install();
    await page.goto('./');
    await ready(page);
    await menu(page, 'Another device');
    await dialog(page).getByRole('button', { name: 'Create invitation' }).click();
    await guest.goto(await linkIn(page));
    await dialog(guest).getByRole('button', { name: 'Accept' }).click();
    const answer = await linkIn(guest);
    // The other device is gone.
    await guest.goto('about:blank');
    await dialog(page).getByLabel('Then scan or paste').fill(answer);
    await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog(page)).toContainText('Connecting…');
    await page.clock.fastForward(26_000);
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'The two devices couldn’t find each other.',
    );
    await expect(dialog(page).getByRole('listitem')).toHaveCount(4);
    await audit(page, 'no connection');
    await dialog(page).getByRole('button', { name: 'Start over' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Create invitation' })).toBeVisible();
    // The answer belongs to nothing any more.
    await dialog(page).getByLabel('Link or text').fill(answer);
    await dialog(page).getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('is no longer open');
  },
);

/* A host with a folder for invitations (docs/together.md). */

/** @param {import('./fixtures.js').Site} site */
function meetingHost(site) {
  const host = takeOver(site);
  host.meeting = new Map();
  return host;
}

/** One link, and one tap. @param {Page} page @param {Page} guest */
async function meetByOne(page, guest) {
  await page.goto('./');
  await ready(page);
  await menu(page, 'Another device');
  await dialog(page).locator('input[name=together-colour][value=white]').check();
  await dialog(page).getByRole('button', { name: 'Create invitation' }).click();
  const link = await linkIn(page);
  await guest.goto(link);
  await ready(guest);
  await dialog(guest).getByRole('button', { name: 'Accept' }).click();
  for (const device of [page, guest]) await expect(dialog(device)).toBeHidden(LONG);
  return link;
}

/** Reconnecting takes as long as one device asks for the other. */
const AGAIN = { timeout: 60_000 };
const CONNECTED = /^Connected\. You play (?:White|Black)\.$/;

test(
  'where the host has a folder for it, one link connects, and a lost connection and reloads need none',
  { tag: '@desktop' },
  async ({ page, guest, site }) => {
    const host = meetingHost(site);
    await page.addInitScript(() => {
      const Peer = RTCPeerConnection;
      window.RTCPeerConnection = class extends Peer {
        /** @param {RTCConfiguration} how */
        constructor(how) {
          super(how);
          Object.assign(window, { peer: this });
        }
      };
    });
    try {
      await meetByOne(page, guest);
      await playAll(page, guest, ['d6']);
      // What is left there is empty: a nonce and the mark of the cipher.
      await expect
        .poll(() => [...(host.meeting?.values() ?? [])].map(({ length }) => length))
        .toEqual([28, 28]);
      await page.evaluate(() => {
        const { peer } = /** @type {any} */ (window);
        Object.defineProperty(peer, 'connectionState', { get: () => 'failed' });
        peer.dispatchEvent(new Event('connectionstatechange'));
      });
      for (const device of [page, guest]) await expect(status(device)).toHaveText(CONNECTED, AGAIN);
      await playAll(page, guest, ['a1', 'b6']);
      await guest.reload();
      await ready(guest);
      for (const device of [guest, page]) await expect(status(device)).toHaveText(CONNECTED, AGAIN);
      await playAll(page, guest, ['d7', 'f6xa1']);
      await page.reload();
      await ready(page);
      for (const device of [page, guest]) await expect(status(device)).toHaveText(CONNECTED, AGAIN);
      await playAll(page, guest, ['g7']);
      for (const device of [page, guest]) await expect(dialog(device)).toBeHidden();
    } finally {
      host.leave();
    }
  },
);

test(
  'who has left and opens the one link again is back in the game',
  { tag: ['@desktop', '@slow'] },
  async ({ page, guest, site }) => {
    const host = meetingHost(site);
    try {
      const link = await meetByOne(page, guest);
      await playAll(page, guest, ['d6', 'a1']);
      await guest.goto('about:blank');
      await expect(status(page)).toHaveText('Connection interrupted. Reconnecting…', AGAIN);
      await audit(page, 'reconnecting');
      await guest.goto(link);
      await ready(guest);
      for (const device of [page, guest]) await expect(status(device)).toHaveText(CONNECTED, AGAIN);
      await playAll(page, guest, ['b6']);
      // Whoever ends the connection is not called back.
      await menu(guest, 'Another device');
      await dialog(guest).getByRole('button', { name: 'End connection' }).click();
      for (const device of [page, guest])
        await expect(status(device)).toHaveText('The connection has ended. Your game is saved.');
      await guest.reload();
      await ready(guest);
      for (const device of [page, guest]) await expect(status(device)).toHaveText(CONNECTED, AGAIN);
      await playAll(page, guest, ['d7']);
    } finally {
      host.leave();
    }
  },
);

test(
  'where the host’s folder fails, two links connect as ever',
  { tag: '@desktop' },
  async ({ page, guest, site, watch }) => {
    watch.allowed.push(/status of 50\d|status of 404 .*meet/);
    const host = meetingHost(site);
    const wrong = 'This site couldn’t pass it on. Exchange two links instead.';
    try {
      await page.goto('./');
      await ready(page);
      await menu(page, 'Another device');
      host.fail(/^meet\//, 'error', 1);
      await dialog(page).getByRole('button', { name: 'Create invitation' }).click();
      await expect(dialog(page).getByRole('alert')).toHaveText(wrong);
      await audit(page, 'the folder takes nothing');
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await dialog(page).getByRole('button', { name: 'Create invitation' }).click();
      await expect(dialog(page)).toContainText('Waiting for the other device…');
      await audit(page, 'one link');
      const link = await linkIn(page);
      expect(new URL(link).hash).toMatch(/^#join=[\w-]{22}$/);
      // Nobody asks while the dialog is closed.
      await page.keyboard.press('Escape');
      const asked = () => host.asked.filter((name) => name.endsWith('.answer')).length;
      await guest.goto(link);
      await ready(guest);
      await expect(dialog(guest)).toContainText('invited to play');
      const before = asked();
      host.fail(/^meet\//, 'error', 1);
      await dialog(guest).getByRole('button', { name: 'Accept' }).click();
      await expect(dialog(guest).getByRole('alert')).toHaveText(wrong);
      const answer = await linkIn(guest);
      expect(asked()).toBe(before + 1);
      await menu(page, 'Another device');
      await dialog(page).getByRole('button', { name: 'Use two links instead' }).click();
      await dialog(page).getByLabel('Then scan or paste').fill(answer);
      await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click();
      for (const device of [page, guest]) await expect(dialog(device)).toBeHidden(LONG);
      // Where nothing is there any more, that is said.
      await page.goto('./#join=AAAAAAAAAAAAAAAAAAAAAA');
      await ready(page);
      await expect(dialog(page).getByRole('alert')).toHaveText(
        'This invitation is no longer there. Ask for a new one.',
      );
    } finally {
      host.leave();
    }
  },
);
