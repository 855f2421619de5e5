/**
 * A Firefox, the built page in it, and a hand at the board. Playwright cannot drive a
 * distribution's own Firefox.
 */
import assert from 'node:assert/strict';
import puppeteer from 'puppeteer-core';
import { findFirefox } from '../../scripts/lib/browsers.mjs';
import { serve } from '../../scripts/lib/serve.mjs';
import { pick, route } from '../browser/recipe.js';

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {(page: Page, point: string) => Promise<void>} Press */

/** Long enough for a busy machine, in milliseconds. */
const PATIENCE = 30_000;

/**
 * @param {Record<string, unknown>} [prefs] settings of the browser
 * @param {string} [userDataDir] whose it is, to be started again
 * @returns {Promise<import('puppeteer-core').Browser>}
 */
export async function startFirefox(prefs = {}, userDataDir) {
  const executablePath = findFirefox();
  assert.ok(
    executablePath,
    "There is no Firefox here: install firefox-esr or set FIREFOX, or run 'npm test -- build firefox', which does.",
  );
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    ...(userDataDir ? { userDataDir } : {}),
    // The window as it is: this Firefox cannot pretend to have another.
    defaultViewport: null,
    args: ['--width=1280', '--height=900'],
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      'intl.locale.requested': 'en-GB',
      ...prefs,
    },
  });
}

/**
 * Serves the page, opens it in a Firefox that has never seen it, and closes everything afterwards.
 * The test fails where the page logs an error, throws, or asks another host for anything.
 * @param {import('puppeteer-core').Browser} browser
 * @param {(page: Page, site: import('../../scripts/lib/serve.mjs').Site) => Promise<void>} body
 * @param {RegExp} [allowed] what this Firefox says by itself
 */
export async function atTable(browser, body, allowed = /^$/) {
  /** @type {string[]} */
  const problems = [];
  const site = await serve({ path: '/some/sub-path/' });
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const { origin } = new URL(site.url);
    page.on(
      'console',
      (message) => message.type() === 'error' && problems.push(`console error: ${message.text()}`),
    );
    page.on('pageerror', (error) =>
      problems.push(`uncaught: ${error instanceof Error ? error.stack : error}`),
    );
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin)
        problems.push(`request to ${url}`);
    });
    await page.goto(site.url);
    await ready(page);
    await body(page, site);
  } finally {
    await context.close();
    await site.close();
  }
  assert.deepEqual(
    problems.filter((problem) => !allowed.test(problem)),
    [],
    'the page logs no error and asks no other host',
  );
}

/** @param {Page} page */
export const ready = (page) => page.waitForSelector('#page[data-ready]');

/** @param {Page} page @returns {Promise<string>} */
export const line = (page) => page.evaluate(() => window.merels.line);

/** @param {Page} page */
export const outcome = (page) => page.evaluate(() => window.merels.outcome);

/** What stands on a point. @param {Page} page @param {string} point */
export const man = (page, point) =>
  page.$eval(`[data-point="${point}"]`, (cell) => cell.getAttribute('data-man'));

/** Waits for a text in the status line. @param {Page} page @param {string} words */
export const told = (page, words) =>
  page.waitForFunction(
    (wanted) => document.querySelector('.status-text')?.textContent?.includes(wanted),
    {},
    words,
  );

/** @type {Press} */
export async function click(page, point) {
  const { x, y } = await page.$eval(`[data-point="${point}"]`, (cell) => {
    const box = cell.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  await page.mouse.click(x, y);
}

/** With the arrow keys from where the focus is, then Enter. @type {Press} */
export async function keys(page, point) {
  const { names, here } = await page.evaluate(() => ({
    names: [...document.querySelectorAll('[data-point]')].map(
      (cell) => cell.getAttribute('data-point') ?? '',
    ),
    here: document.activeElement?.getAttribute('data-point') ?? '',
  }));
  assert.ok(names.includes(here), 'the focus is on the board');
  for (const arrow of route(names, here, point))
    await page.keyboard.press(/** @type {import('puppeteer-core').KeyInput} */ (arrow));
  await page.keyboard.press('Enter');
}

/**
 * Plays a whole turn: from, to, and each capture.
 * @param {Page} page
 * @param {string} move
 * @param {Press} [press]
 */
export async function play(page, move, press = click) {
  const before = await line(page);
  for (const point of move.split(/[-x]/)) await press(page, point);
  await page.waitForFunction((was) => window.merels.line !== was, {}, before);
}

/** A person's turn, or the end. @param {Page} page */
export const myTurn = (page) =>
  page.waitForFunction(() => {
    const { outcome, legal, thinking } = window.merels;
    return (
      outcome !== null ||
      (!thinking &&
        legal.length > 0 &&
        document.querySelector('.status')?.getAttribute('data-human') === 'true')
    );
  });

/**
 * Plays on until the game is over. Returns the turns played, and whether anybody flew.
 * @param {Page} page @param {Press} press @param {number} most
 */
export async function playOut(page, press, most) {
  /** @type {string[]} */
  const played = [];
  let flown = false;
  while (played.length < most) {
    await myTurn(page);
    const { moves, flying } = await page.evaluate(() => ({
      moves: window.merels.legal,
      flying: document.querySelector('.to-move .badge:not([hidden])') !== null,
    }));
    if (!moves.length) break;
    flown ||= flying;
    const move = pick(moves, played.length);
    if (move === 'pass') await pressButton(page, 'Pass');
    else await play(page, move, press);
    played.push(move);
  }
  return { played, flown };
}

/** Presses the button with these words. @param {Page} page @param {string} words */
export async function pressButton(page, words) {
  await page.locator(`::-p-aria([name="${words}"][role="button"])`).click();
}

/**
 * Starts a game from the form.
 * @param {Page} page
 * @param {{ mode?: string, spec?: string, colour?: string, level?: number }} wish
 */
export async function start(page, { mode, spec, colour, level }) {
  await page.locator('[data-action=new]').click();
  await page.locator('dialog [data-item=change]').click();
  for (const [name, value] of Object.entries({ mode, colour, variant: spec }))
    if (value) await page.locator(`dialog input[name=${name}][value="${value}"]`).click();
  if (level)
    for (const select of await page.$$('dialog .sides select')) await select.select(String(level));
  await page.locator('dialog .sheet-foot .primary').click();
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
}
