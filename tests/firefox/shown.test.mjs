/** Games shown elsewhere, as Firefox has it: the element for other pages, the animation. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { atTable, play, start, startFirefox } from './table.mjs';

/** @type {import('puppeteer-core').Browser} */
let firefox;
before(async () => (firefox = await startFirefox()));
after(async () => firefox?.close());

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

test('an animation is made', LONG, () =>
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
    await start(page, { mode: 'people', spec: 'nine' });
    for (const move of ['d6', 'f4', 'd2']) await play(page, move);
    await page.click('[data-action=share]');
    await page.waitForSelector('[data-export=more]');
    await page.$eval('[data-export=more]', (button) => /** @type {HTMLElement} */ (button).click());
    await page.waitForSelector('[data-export=gif] .primary');
    await page.$eval('[data-export=gif] .primary', (button) =>
      /** @type {HTMLElement} */ (button).click(),
    );
    await page.waitForFunction(() => /** @type {any} */ (window).made.length);
    const bytes = await page.evaluate(async () => [
      ...new Uint8Array(await /** @type {any} */ (window).made[0].arrayBuffer()),
    ]);
    const { pages, width } = await sharp(Buffer.from(bytes), { animated: true }).metadata();
    assert.deepEqual([pages, width], [4, 480]);
  }),
);
