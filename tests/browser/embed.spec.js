// <merels-board> on pages that are not ours.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { audit } from './audit.js';
import { expect, test } from './fixtures.js';

const GAME = `[White "Anna"]
[Black "Béla"]
[Event "A friendly game"]
[Date "2026.11.21"]

{Played by the fire.} 1. d6 $1 f4 2. d2 {Why not <b>b4</b>? <script>window.broken = 1</script>} (2. b4 b6) d3 3. b4 b6 4. f6 b2 *`;
const LINE = 'nine W2/3/2B/2W3/3/1B1/3 w 7,7 0 3';

/** Anything that a page may hold, as HTML. @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * Opens a page that has the element's script and this body.
 * @param {import('@playwright/test').Page} page
 * @param {string} body
 * @param {{ lang?: string, script?: string, address?: string }} [how]
 */
async function host(
  page,
  body,
  { lang = 'en', script = './merels-board.js', address = './host.html' } = {},
) {
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Somebody’s page</title><script type="module" src="${script}"></script></head><body><main><h1>Somebody’s page</h1>${body}</main></body></html>`;
  await page.route('**/host.html', (route) =>
    route.fulfill({ contentType: 'text/html;charset=utf-8', body: html }),
  );
  await page.goto(address);
}

/** @param {import('@playwright/test').Page} page @param {string} id */
const board = (page, id) => page.locator(`#${id}`);
/** @param {import('@playwright/test').Locator} element */
const stage = (element) => element.locator('.stage');
/** @param {import('@playwright/test').Locator} element */
const said = (element) => element.getByRole('status');

test('what is gone watches the page no longer, and what plays by itself stops when told to, at the end and when it is taken away', async ({
  page,
}) => {
  await test.step('elements that are gone watch the page no longer', async () => {
    await page.addInitScript(() => {
      const { observe, disconnect } = MutationObserver.prototype;
      const watching = new Set();
      Object.assign(window, { watching });
      MutationObserver.prototype.observe = function (target, how) {
        if (target === document.documentElement) watching.add(this);
        return observe.call(this, target, how);
      };
      MutationObserver.prototype.disconnect = function () {
        watching.delete(this);
        return disconnect.call(this);
      };
    });
    await host(
      page,
      `<merels-board id="a" position="${LINE}"></merels-board><merels-board id="b" position="${LINE}"></merels-board>`,
    );
    await expect(stage(board(page, 'b'))).toBeVisible();
    const watching = () => page.evaluate(() => /** @type {any} */ (window).watching.size);
    expect(await watching()).toBe(1);
    await page.evaluate(() => document.getElementById('a')?.remove());
    expect(await watching()).toBe(1);
    await page.evaluate(() => document.getElementById('b')?.remove());
    expect(await watching()).toBe(0);
  });
  await test.step('plays by itself, stops when told to, at the end and when it is taken away; with reduced motion it does not start so', async () => {
    await test.step('plays by itself, stops when told to, at the end and when it is taken away', async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const record = '1. d6 f4 2. d2 f2 3. b4 b6';
      await host(
        page,
        `<merels-board id="a" speed="100" autoplay record="${record}"></merels-board><merels-board id="b" speed="100" record="${record}"></merels-board>`,
      );
      const [a, b] = [board(page, 'a'), board(page, 'b')];
      await expect.poll(() => progress(a)).toEqual([6, false]);
      // What is changed besides does not start it again: another, told to play then, has made turns
      // meanwhile.
      await a.evaluate((el) => el.setAttribute('coordinates', 'off'));
      await stage(b).focus();
      await page.keyboard.press('Space');
      await expect(b.getByRole('button', { name: 'Pause' })).toBeVisible();
      await expect.poll(async () => (await progress(b))[0]).toBeGreaterThan(1);
      expect(await progress(a)).toEqual([6, false]);
      await page.keyboard.press('Space');
      await expect(b.getByRole('button', { name: 'Play the moves' })).toBeVisible();
      // Taken away while it plays: nothing is heard of it any more, though another that began with it
      // comes to its end.
      const heard = await b.evaluate(async (el) => {
        let steps = 0;
        el.addEventListener('merels-ply', () => (steps += 1));
        const it = /** @type {any} */ (el);
        const other = /** @type {any} */ (document.querySelector('#a'));
        it.ply = other.ply = 0;
        it.play();
        other.play();
        steps = 0;
        el.remove();
        await new Promise((resolve) =>
          other.addEventListener('merels-ply', () => other.ply === 6 && resolve(null)),
        );
        return [steps, it.playing];
      });
      expect(heard).toEqual([0, false]);
    });
    await test.step('with reduced motion nothing starts by itself', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await host(
        page,
        '<merels-board id="a" speed="100" autoplay record="1. d6 f4"></merels-board><merels-board id="b" speed="100" record="1. d6 f4"></merels-board>',
      );
      await expect(said(board(page, 'a'))).toHaveText('White to move.');
      // Another is told to play, and has come to its end.
      await board(page, 'b').getByRole('button', { name: 'Play the moves' }).click();
      await expect.poll(() => progress(board(page, 'b'))).toEqual([2, false]);
      expect(await progress(board(page, 'a'))).toEqual([0, false]);
    });
  });
});

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(
    `several elements on one page, ${colorScheme}`,
    { tag: colorScheme === 'dark' ? '@touch' : [] },
    async ({ page }) => {
      /** @type {string[]} */
      const fetched = [];
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
      await page.emulateMedia({ colorScheme });
      await host(
        page,
        `<style>:root { color-scheme: light dark; }</style>
       <merels-board id="a" record="${escaped(GAME)}"></merels-board>
       <merels-board id="b" position="${LINE}" look="wood"></merels-board>
       <merels-board id="c" ply="last" moves="off">${escaped('[Variant "six"] 1. a1 c1 2. a3 c2')}</merels-board>`,
      );
      const a = board(page, 'a');
      await expect(said(a)).toHaveText('White to move.');
      await expect(said(board(page, 'c'))).toHaveText('Black plays c2. White to move.');
      await expect(stage(a)).toHaveAccessibleName('Board, Nine Men’s Morris');
      await expect(stage(board(page, 'b'))).toHaveAccessibleDescription(
        /^Rank 7: White a7\. Rank 6: empty\. Rank 5: Black e5\. Rank 4: White c4\./,
      );
      await expect(a.locator('.name')).toHaveText(['Béla', 'Anna']);
      // A position has nothing to walk through.
      await expect(board(page, 'b').getByRole('button')).toHaveCount(0);
      await expect(board(page, 'c').getByRole('region')).toHaveCount(0);
      // The rules come once for all.
      expect(fetched.filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
      expect(fetched.filter((path) => path.endsWith('.json'))).toEqual([]);
      await audit(page, 'elements');
    },
  );

test('walked through by buttons, by the list and by keys', async ({ page }) => {
  await host(page, `<merels-board id="a" record="${escaped(GAME)}"></merels-board>`);
  const a = board(page, 'a');
  await page.evaluate(() => {
    const told = /** @type {unknown[]} */ ([]);
    Object.assign(window, { told });
    document.addEventListener('merels-ply', (event) =>
      told.push(/** @type {CustomEvent} */ (event).detail),
    );
  });
  await a.getByRole('button', { name: 'Next move' }).click();
  await expect(said(a)).toHaveText('White plays d6. Black to move.');
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (window).told))
    .toEqual([{ ply: 1, line: 'nine 3/1W1/3/6/3/3/3 b 8,9 0 1', move: 'd6!' }]);
  await expect(a.locator('[aria-current]')).toHaveAccessibleName('1. White d6!');
  await a.getByRole('button', { name: 'Go to the end' }).click();
  await expect(said(a)).toHaveText('Black plays b2. White to move.');
  await expect(a.getByRole('button', { name: 'Next move' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await a.getByRole('button', { name: '2. White d2' }).click();
  await expect(a.locator('.table .comment')).toHaveText(
    'Why not <b>b4</b>? <script>window.broken = 1</script>',
  );
  await stage(a).focus();
  for (const [key, text] of [
    ['ArrowRight', 'Black plays d3. White to move.'],
    ['ArrowLeft', 'White plays d2. Black to move.'],
    ['End', 'Black plays b2. White to move.'],
    ['Home', 'White to move.'],
  ]) {
    await page.keyboard.press(key ?? '');
    await expect(said(a)).toHaveText(text ?? '');
  }
  await a.getByRole('button', { name: 'Flip the board' }).click();
  await expect(a.locator('.name')).toHaveText(['Anna', 'Béla']);
  await expect(a.getByRole('button', { name: 'Flip the board' })).toBeFocused();
  await expect(stage(a)).toHaveAccessibleDescription(/^Rank 1: /);
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
  await expect(a.locator('script, b')).toHaveCount(0);
});

/**
 * @param {import('@playwright/test').Locator} element
 * @returns {Promise<[ply: number, playing: boolean]>}
 */
const progress = (element) =>
  element.evaluate((el) => [/** @type {any} */ (el).ply, /** @type {any} */ (el).playing]);

test('what cannot be read is said in words, what is changed is followed, and so are languages and colours', async ({
  page,
}) => {
  await test.step('what cannot be read is said in words, and what is changed is followed', async () => {
    await host(
      page,
      `<merels-board id="a" position="nine 3/3/3 w 9,9 0 1"></merels-board><merels-board id="b" record="1. d6 d6"></merels-board><merels-board id="c"></merels-board>
     <merels-board id="d" ply="many" speed="-3" look="gold" theme="7" orientation="left" position="${LINE}"></merels-board>`,
    );
    await expect(board(page, 'a').getByRole('alert')).toContainText('rank');
    await expect(board(page, 'b').getByRole('alert')).toHaveText(
      'Line 1, character 7: d6 is not empty.',
    );
    // What can be read is shown.
    await expect(stage(board(page, 'b'))).toBeVisible();
    await board(page, 'b').evaluate((el) =>
      el.setAttribute('record', 'Our game:\n[Variant "Laskers"]\n1. d6 f4 *\nCheers'),
    );
    await expect(board(page, 'b').getByRole('alert')).toHaveText([
      'The record doesn’t say which game it is. Shown as Lasker Morris.',
      'Only the game was opened; the words around it were left out.',
    ]);
    await expect(board(page, 'c').getByRole('alert')).toHaveText('No game to show yet.');
    await expect(stage(board(page, 'd'))).toBeVisible();
    await audit(page, 'elements that show nothing');
    await board(page, 'b').evaluate((el) => el.setAttribute('record', '1. d6 f4 2. d2'));
    await expect(said(board(page, 'b'))).toHaveText('White to move.');
    await board(page, 'b').evaluate((el) => el.setAttribute('ply', '2'));
    await expect(said(board(page, 'b'))).toHaveText('Black plays f4. White to move.');
    await board(page, 'b').evaluate((el) => el.setAttribute('orientation', 'black'));
    await expect(board(page, 'b').locator('.side').first()).toHaveAttribute('data-side', 'white');
    await board(page, 'c').evaluate((el) => (el.textContent = '1. a1'));
    await expect(said(board(page, 'c'))).toHaveText('White to move.');
  });
  await test.step('speaks the language of the place it stands in, and another when that changes', async () => {
    await host(
      page,
      `<merels-board id="a" record="1. d6 f4" ply="1"></merels-board><section lang="hu"><merels-board id="b" record="1. d6" ply="1"></merels-board><merels-board id="c" record="1. d9"></merels-board></section>`,
      { lang: 'de-AT' },
    );
    await expect(said(board(page, 'a'))).toHaveText('Weiß setzt auf d6. Schwarz ist am Zug.');
    await expect(said(board(page, 'b'))).toContainText('Világos');
    await expect(board(page, 'c').getByRole('alert')).toContainText('1. sor');
    await board(page, 'a').locator('[data-step=next]').click();
    await expect(said(board(page, 'a'))).toHaveText('Schwarz setzt auf f4. Weiß ist am Zug.');
    await page.evaluate(() => (document.documentElement.lang = 'en'));
    await expect(said(board(page, 'a'))).toHaveText('Black plays f4. White to move.');
  });
  await test.step('colours are the page’s to choose', async () => {
    await host(
      page,
      `<style>#a { --merels-ground: rgb(1, 200, 3); --merels-board: 200px; }</style><merels-board id="a" position="${LINE}"></merels-board>`,
    );
    await expect(stage(board(page, 'a'))).toHaveCSS('background-color', 'rgb(1, 200, 3)');
    expect((await stage(board(page, 'a')).boundingBox())?.width).toBe(200);
  });
});

test('small sizes have room for everything, and its shade is that of the page', async ({
  page,
}) => {
  await test.step('names, buttons and board stay within a small element', async () => {
    await host(
      page,
      [120, 180, 240]
        .flatMap((width) =>
          ['en', 'de'].map(
            (lang) =>
              `<div style="inline-size: ${width}px"><merels-board lang="${lang}" record="1. d6 f4 2. d2 d3" ply="3"></merels-board></div>`,
          ),
        )
        .join(''),
    );
    await expect(page.locator('merels-board .stage')).toHaveCount(6);
    const found = await page.locator('merels-board').evaluateAll((elements) =>
      elements.map(({ shadowRoot }) => {
        const boxes = (/** @type {string} */ what) =>
          [...(shadowRoot?.querySelectorAll(what) ?? [])]
            .map((el) => el.getBoundingClientRect())
            .filter(({ width }) => width);
        const [outer = new DOMRect()] = boxes('.merels');
        return {
          out: boxes('.disc, .name, .count, .stage, .step, .said, .turn').filter(
            ({ left, right }) => left < outer.left || right > outer.right,
          ).length,
          rows: new Set(boxes('.step').map(({ top }) => top)).size,
          // A name of one word is on one line.
          high: boxes('.name').filter(({ height }) => height > 30).length,
          // A finger needs as much.
          small: boxes('.step').filter(({ width }) => width < 24).length,
        };
      }),
    );
    expect(found).toEqual(Array(6).fill({ out: 0, rows: 1, high: 0, small: 0 }));
  });
  await test.step('it is dark where the page is, not where the device is', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await host(
      page,
      `<merels-board id="a" position="${LINE}"></merels-board><div style="color-scheme: dark"><merels-board id="b" position="${LINE}"></merels-board></div><merels-board id="c" theme="light" position="${LINE}"></merels-board>`,
    );
    const shades = () =>
      page
        .locator('merels-board .frame')
        .evaluateAll((frames) =>
          frames.map((frame) => /** @type {HTMLElement} */ (frame).dataset.shade),
        );
    await expect(stage(board(page, 'c'))).toBeVisible();
    await expect.poll(shades).toEqual(['light', 'dark', 'light']);
    await page.evaluate(() => (document.documentElement.style.colorScheme = 'light dark'));
    await expect.poll(shades).toEqual(['dark', 'dark', 'light']);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(shades).toEqual(['light', 'dark', 'light']);
  });
});

test(
  'a script can be early, and is told what cannot be read; on a server nothing is defined',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const told = /** @type {string[]} */ ([]);
      Object.assign(window, { told });
      document.addEventListener('merels-error', ({ detail, target }) =>
        told.push(`${/** @type {Element} */ (target).id} ${detail.message}`),
      );
    });
    await host(
      page,
      '<merels-board id="a" record="1. d6 d6"></merels-board><merels-board id="b" record="1. z9"></merels-board><merels-board id="c" record="Hi Bob\n1. d6 f4"></merels-board><merels-board id="d"></merels-board>',
    );
    await expect(board(page, 'c').getByRole('alert').first()).toBeVisible();
    const told = () => page.evaluate(() => /** @type {any} */ (window).told);
    await expect
      .poll(told)
      .toEqual(['a Line 1, character 7: d6 is not empty.', expect.stringMatching(/^b /)]);
    // As frameworks do: they set a property where there is one, whatever its type.
    const plies = await page.evaluate(async () => {
      /** @type {[number | 'last' | string, number][]} */
      const found = [];
      for (const ply of [2, 'last', '1', 'x']) {
        const element = document.createElement('merels-board');
        element.setAttribute('record', '1. d6 f4 2. d2');
        Object.assign(element, { ply });
        document.body.append(element);
        while (!element.line) await new Promise((next) => setTimeout(next, 20));
        found.push([ply, element.ply]);
      }
      return found;
    });
    expect(plies).toEqual([
      [2, 2],
      ['last', 3],
      ['1', 1],
      ['x', 0],
    ]);
    const script = JSON.stringify(new URL('../../dist/merels-board.js', import.meta.url).href);
    const run = `await import(${script}); console.log(typeof customElements)`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', run]);
    expect(String(printed).trim()).toBe('undefined');
  },
);

test(
  'works on a page of another origin, and as its documentation has it',
  { tag: '@desktop' },
  async ({ page, site, watch }) => {
    await test.step('works on a page of another origin', async () => {
      watch.allowed.push(/request to http:\/\/elsewhere\.test\//);
      await page.route(`${site.url}**`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'access-control-allow-origin': '*' },
        });
      });
      await host(page, `<merels-board id="a" lang="fr" record="1. d6 f4" ply="2"></merels-board>`, {
        script: `${site.url}merels-board.js`,
        address: 'http://elsewhere.test/host.html',
      });
      await expect(said(board(page, 'a'))).toContainText('f4');
      await expect(stage(board(page, 'a'))).toHaveAccessibleName(/Plateau/);
    });
    await test.step('the example of its documentation works as it stands', async () => {
      const guide = readFileSync(new URL('../../docs/merels-board.md', import.meta.url), 'utf8');
      const example =
        /^ {4}<!doctype html>\n(?: {4}.*\n|\n)*/m.exec(guide)?.[0].replace(/^ {4}/gm, '') ?? '';
      expect(example).toContain('https://example.org/merels/merels-board.js');
      await page.route('**/guide.html', (route) =>
        route.fulfill({
          contentType: 'text/html;charset=utf-8',
          body: example
            .replace('https://example.org/merels/', './')
            .replace('<title>', '<link rel="icon" href="data:,"><title>'),
        }),
      );
      /** @type {string[]} */
      const told = [];
      page.on('console', (message) => told.push(message.text()));
      await page.goto('./guide.html');
      const first = page.locator('merels-board').first();
      await expect(said(first)).toHaveText('White plays d2. Black to move.');
      await expect(first.locator('.table .comment')).toHaveText('Two on one file.');
      await first.getByRole('button', { name: 'Next move' }).click();
      await expect.poll(() => told).toEqual(['4 d3 nine 3/1W1/3/4B1/1B1/1W1/3 w 7,7 0 3']);
      await expect(stage(page.locator('merels-board').last())).toHaveAccessibleName(
        'Board, Nine Men’s Morris',
      );
      // Each attribute of the table is followed, and none is followed that is not in it.
      const table = [...guide.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name);
      const observed = await page.evaluate(
        () => /** @type {any} */ (customElements.get('merels-board')).observedAttributes,
      );
      expect([...table].sort()).toEqual([...observed].sort());
    });
  },
);
