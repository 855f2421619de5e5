/**
 * Games shown elsewhere, as Firefox has it: the element for other pages, the saved page, the
 * animation.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { atTable, play, start, startFirefox } from './table.mjs';

/** @type {import('puppeteer-core').Browser} */
let firefox;
const folder = mkdtempSync(join(tmpdir(), 'merels-'));
before(async () => (firefox = await startFirefox()));
after(async () => {
  await firefox?.close();
  rmSync(folder, { recursive: true });
});

const LONG = { timeout: 240_000 };

test('the element shows a game and is walked through by keys', LONG, () =>
  atTable(firefox, async (page) => {
    const said = () =>
      page.evaluate(
        () =>
          document.querySelector('merels-board')?.shadowRoot?.querySelector('[role=status]')
            ?.textContent,
      );
    await page.evaluate(async () => {
      const element = document.createElement('merels-board');
      element.setAttribute('record', '1. d6 f4 {a remark} 2. d2');
      document.body.replaceChildren(element);
      const script = Object.assign(document.createElement('script'), {
        type: 'module',
        src: './merels-board.js',
      });
      document.head.append(script);
      await customElements.whenDefined('merels-board');
    });
    await page.waitForFunction(() =>
      document.querySelector('merels-board')?.shadowRoot?.querySelector('.stage'),
    );
    assert.equal(await said(), 'White to move.');
    await page.evaluate(() =>
      /** @type {HTMLElement | null} */ (
        document.querySelector('merels-board')?.shadowRoot?.querySelector('.stage')
      )?.focus(),
    );
    await page.keyboard.press('End');
    assert.equal(await said(), 'White plays d2. Black to move.');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await said(), 'Black plays f4. White to move.');
  }),
);

test('a saved page opens from the disk, and an animation is made', LONG, () =>
  atTable(firefox, async (page) => {
    // What is handed out is looked at before it becomes a file.
    await page.evaluate(() => {
      const made = /** @type {Blob[]} */ ([]);
      Object.assign(window, { made });
      const usual = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        made.push(/** @type {Blob} */ (blob));
        return usual(blob);
      };
    });
    /** @param {string} type */
    const made = async (type) => {
      await page.waitForFunction(
        (wanted) =>
          /** @type {any} */ (window).made.some((/** @type {Blob} */ blob) => blob.type === wanted),
        {},
        type,
      );
      const bytes = await page.evaluate(async (wanted) => {
        const blob = /** @type {any} */ (window).made.find(
          (/** @type {Blob} */ one) => one.type === wanted,
        );
        return [...new Uint8Array(await blob.arrayBuffer())];
      }, type);
      return Buffer.from(bytes);
    };
    await start(page, { mode: 'people', spec: 'nine' });
    for (const move of ['d6', 'f4', 'd2']) await play(page, move);
    await page.click('[data-action=share]');
    await page.waitForSelector('[data-export=more]');
    await page.$eval('[data-export=more]', (button) => /** @type {HTMLElement} */ (button).click());
    await page.waitForSelector('[data-export=page] button');
    await page.$eval('[data-export=gif] .primary', (button) =>
      /** @type {HTMLElement} */ (button).click(),
    );
    const { pages, width } = await sharp(await made('image/gif'), { animated: true }).metadata();
    assert.deepEqual([pages, width], [4, 480]);
    await page.$eval('[data-export=page] button:last-child', (button) =>
      /** @type {HTMLElement} */ (button).click(),
    );
    const file = join(folder, 'game.html');
    writeFileSync(file, await made('text/html'));
    const own = await page.browserContext().newPage();
    await own.goto(pathToFileURL(file).href);
    await own.waitForSelector('.stage');
    const said = () => own.$eval('[role=status]', (el) => el.textContent);
    assert.equal(await said(), 'White plays d2. Black to move.');
    await own.focus('.stage');
    await own.keyboard.press('Home');
    assert.equal(await said(), 'White to move.');
    assert.equal(
      await own.evaluate(
        () => getComputedStyle(document.querySelector('.stage') ?? document.body).backgroundColor,
      ),
      'rgb(246, 241, 231)',
    );
  }),
);
