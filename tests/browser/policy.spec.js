/** What the page's security policy lets in: its own files, and nothing that a text could carry. */
import { createHash } from 'node:crypto';
import { expect, test } from './fixtures.js';
import { SCRIPTS, injected } from './scripts.js';
import { line, menu, open, ready } from './table.js';

/** What a browser says of what it stopped. */
const STOPPED = /Content Security Policy|Trusted(?:HTML|Script|ScriptURL)|violates the following/;

test('markup, code and other hosts are stopped, by a policy that stands in the page before anything is loaded', async ({
  site,
  page,
  watch,
}) => {
  await test.step('the policy stands in the page before anything is loaded', async () => {
    const html = await (await fetch(site.url)).text();
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html);
    expect(policy?.[1]).toContain("default-src 'none'");
    expect(policy?.[1]).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
    expect(policy?.index).toBeLessThan(html.search(/<link|<script|<style/));
    expect(html).not.toMatch(/\son\w+=|\sstyle=/);
    // The one script and the one style that stand in the page are those that the policy names.
    for (const [element, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ]) {
      const inPage = [
        ...html.matchAll(new RegExp(`<${element}(?: data-file="[^"]*")?>(.*?)</${element}>`, 'gs')),
      ].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
      expect(inPage).toHaveLength(1);
      expect(new RegExp(`${directive} 'self' ([^ ;]+)`).exec(policy?.[1] ?? '')?.[1]).toBe(
        inPage[0],
      );
    }
  });
  await test.step('markup, code and other hosts are stopped', async () => {
    watch.allowed.push(STOPPED, /Failed to (?:load|fetch)|net::ERR/);
    await open(page);
    const tried = await page.evaluate(async () => {
      // What a debugger runs at once may make code of text; what it leaves for later may not.
      await new Promise((later) => setTimeout(later));
      /** @param {() => unknown} run */
      const name = async (run) => {
        try {
          await run();
          return 'done';
        } catch (error) {
          return /** @type {Error} */ (error).name;
        }
      };
      const script = document.createElement('script');
      return {
        markup: await name(() => (document.body.innerHTML = '<b>x</b>')),
        code: await name(() => Function('window.injected = 1')()),
        text: await name(() => {
          script.textContent = 'window.injected = 1';
          document.head.append(script);
        }),
        data: await name(() => new Worker('data:text/javascript,')),
        elsewhere: await name(() => new Worker('https://example.org/x.js')),
        above: await name(() => new Worker(new URL('../x.js', document.baseURI))),
        host: await name(() => fetch('https://example.org/')),
      };
    });
    expect(tried).toEqual({
      markup: 'TypeError',
      code: 'EvalError',
      text: 'TypeError',
      data: 'TypeError',
      elsewhere: 'TypeError',
      above: 'TypeError',
      host: 'TypeError',
    });
    expect(await injected(page)).toBe(false);
  });
});

test('script in a link, a record, a name and a stored game stays text', async ({ page }) => {
  await open(page);
  for (const script of SCRIPTS) {
    await page.evaluate((hash) => (location.hash = hash), `#m=${encodeURIComponent(script)}`);
    await expect(page.locator('#paste-error')).not.toBeEmpty();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const tags = ['White', 'Black', 'Event', 'Site', 'Round'].map(
    (name, i) => `[${name} "${SCRIPTS[i]?.replaceAll('"', '')}"]`,
  );
  const comments = SCRIPTS.map((script) => `{${script.replaceAll(/[{}]/g, '')}}`);
  await menu(page, 'Share and import');
  await page.locator('#paste').fill(`${tags.join('\n')}\n\n1. d6 ${comments.join(' ')} f4 *`);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => line(page)).toContain('nine 3/1W1/3/4B1/');
  await page.reload();
  await ready(page);
  await expect.poll(() => line(page)).toContain('nine 3/1W1/3/4B1/');
  expect(await injected(page)).toBe(false);
  await page.evaluate((scripts) => {
    for (const key of Object.keys(localStorage)) {
      const text = localStorage.getItem(key) ?? '';
      localStorage.setItem(
        key,
        text.replaceAll(/"(?:[^"\\]|\\.){3,}"(?!:)/g, () => JSON.stringify(scripts[0])),
      );
    }
  }, SCRIPTS);
  await page.reload();
  await page.locator('#page[data-ready]').waitFor();
  await menu(page, 'Games');
  expect(await injected(page)).toBe(false);
});

test('pages to read have their style and fonts, no script, and a way into the game', async ({
  site,
  page,
}) => {
  await page.goto(`${site.url}read/en/six.html`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Six Men’s Morris');
  expect(await page.evaluate(() => document.scripts.length)).toBe(1);
  expect(
    await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].some(({ status }) => status === 'loaded');
    }),
  ).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('1024px');
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sechsermühle');
  await page.getByRole('link', { name: 'Sechsermühle spielen' }).click();
  await ready(page);
  await expect(page).toHaveTitle(/Six Men’s Morris/);
});

test('the page on the element has its examples at work, and their parts can be styled', async ({
  site,
  page,
  watch,
}) => {
  // One of the examples cannot be read.
  watch.allowed.push(/not empty/);
  await page.goto(`${site.url}merels-board.html`);
  const diagram = page.locator('merels-board.diagram');
  await expect(diagram.locator('[part~=board]')).toBeVisible();
  await expect(diagram.locator('[part~=player]').first()).toBeHidden();
  await expect(
    page.locator('merels-board').first().locator('[part~=player]').first(),
  ).toBeVisible();
  await expect(page.locator('merels-board [part=error]')).toContainText('d6 is not empty');
});
