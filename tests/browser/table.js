/**
 * The board as a test sees it: what may be played is asked of the page, and played with a mouse, a
 * finger or keys.
 */
import { expect } from './fixtures.js';
import { pick, route } from './recipe.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */
/** @typedef {(page: Page, point: string) => Promise<void>} Press */

/** Opens the page, and plays on in the game of a link, if it is not over. @param {Page} page */
export async function open(page, address = './') {
  await page.goto(address);
  await ready(page);
  if (/#(?:m|game|position)=/.test(address) && !(await outcome(page))) await playOn(page);
}

/**
 * The way back to the game before, which goes after eight seconds, stays for a test that does much
 * meanwhile.
 * @param {Page} page
 */
export const keepWayBack = (page) =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = /** @type {typeof setTimeout} */ (
      (
        /** @type {TimerHandler} */ run,
        /** @type {number} */ millis,
        /** @type {any[]} */ ...rest
      ) => (millis === 8000 ? 0 : setTimeout(run, millis, ...rest))
    );
  });

/** Plays on in a game that was shared. @param {Page} page */
export const playOn = (page) => page.locator('[data-link=play]').click();

/** @param {Page} page */
export async function ready(page) {
  await page.locator('#page[data-ready]').waitFor({ state: 'attached' });
}

/** Waits until every animation is over. @param {Page} page */
export const still = (page) =>
  expect
    .poll(() =>
      page.evaluate(
        () => document.getAnimations().filter((a) => a.playState !== 'finished').length,
      ),
    )
    .toBe(0);

/** @param {Page} page @returns {Promise<string[]>} */
export const legal = (page) => page.evaluate(() => window.merels.legal);
/** @param {Page} page @returns {Promise<string>} */
export const line = (page) => page.evaluate(() => window.merels.line);
/** @param {Page} page */
export const outcome = (page) => page.evaluate(() => window.merels.outcome);

/** @param {Page | Locator} scope @param {string} point */
export const cell = (scope, point) => scope.locator(`[data-point="${point}"]`);

/** The middle of a point, in the window. @param {Page | Locator} scope @param {string} point */
export async function place(scope, point) {
  const box = async () =>
    (await cell(scope, point).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // A board that has just come has no size before the next frame.
  await expect
    .poll(async () => (await box()).width, { message: `there is a point ${point}` })
    .toBeGreaterThan(0);
  const { x, y, width, height } = await box();
  return { x: x + width / 2, y: y + height / 2 };
}

/** @type {Press} */
export async function click(page, point) {
  const { x, y } = await place(page, point);
  await page.mouse.click(x, y);
}

/** @type {Press} */
export async function tap(page, point) {
  const { x, y } = await place(page, point);
  await page.touchscreen.tap(x, y);
}

/** With the arrow keys from where the focus is, then Enter. @type {Press} */
export async function keys(page, point) {
  const names = await page
    .locator('[data-point]')
    .evaluateAll((cells) => cells.map((c) => c.getAttribute('data-point') ?? ''));
  const here = await page.evaluate(() => document.activeElement?.getAttribute('data-point') ?? '');
  expect(names, 'the focus is on the board').toContain(here);
  for (const arrow of route(names, here, point)) await page.keyboard.press(arrow);
  await expect(cell(page, point)).toBeFocused();
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
  await expect.poll(() => line(page), { message: `${move} is played` }).not.toBe(before);
}

/** A person's turn, or the end. @param {Page} page */
export async function myTurn(page) {
  await page.waitForFunction(
    () => {
      const { outcome, legal, thinking } = window.merels;
      const act = [...document.querySelectorAll('[data-point]')].length > 0;
      return (
        act &&
        (outcome !== null ||
          (!thinking &&
            legal.length > 0 &&
            document.querySelector('.status')?.getAttribute('data-human') === 'true'))
      );
    },
    null,
    { timeout: 30_000 },
  );
}

/**
 * Plays on until the game is over. Returns the turns played.
 * @param {Page} page
 * @param {Press} press
 * @param {number} most
 */
export async function playOut(page, press, most) {
  /** @type {string[]} */
  const played = [];
  while (played.length < most) {
    await myTurn(page);
    const moves = await legal(page);
    if (!moves.length) break;
    const move = pick(moves, played.length);
    if (move === 'pass') await page.getByRole('button', { name: 'Pass' }).click();
    else await play(page, move, press);
    played.push(move);
  }
  return played;
}

/** Unfolds the form of a new game that is open. @param {Page} page */
export async function unfold(page) {
  const form = page.locator('dialog[data-dialog=new]');
  await form.locator('[data-item=change]').click();
  return form;
}

/**
 * Starts a game from the form.
 * @param {Page} page
 * @param {{ mode?: 'computer' | 'people' | 'watch', spec?: string, colour?: 'white' | 'black' | 'toss', level?: number }}
 *   wish
 * @param {(form: import('@playwright/test').Locator) => Promise<unknown>} [more] what else is set
 *   there
 */
export async function start(page, wish, more) {
  const button = page.locator('[data-action=new]');
  // Not in the row of actions of the analysis.
  if (!(await button.isVisible())) await show(page, 'play');
  await button.click();
  const form = await unfold(page);
  if (wish.mode) await form.locator(`input[name=mode][value=${wish.mode}]`).check();
  if (wish.colour) await form.locator(`input[name=colour][value=${wish.colour}]`).check();
  await more?.(form);
  // Some levels are for some games only.
  if (wish.spec) await form.locator(`input[name=variant][value="${wish.spec}"]`).check();
  if (wish.level)
    for (const select of await form.getByLabel(/plays as/).all())
      await select.selectOption(String(wish.level));
  await form.locator('.button.primary').click();
  await expect(form).toBeHidden();
}

/** What can be opened, by its English name. @type {Record<string, string>} */
const NAMES = {
  Play: 'play',
  Learn: 'learn',
  Puzzles: 'puzzles',
  Analyse: 'analyse',
  Games: 'games',
  'Games from a file': 'file',
  Statistics: 'statistics',
  Settings: 'settings',
  'Rules of this game': 'rules',
  Keyboard: 'help',
  'Type a move': 'type',
  'Read the board aloud': 'read',
  'Update to the new version': 'update',
  'Show exact values': 'values',
  'Share and import': 'share',
  'Set up a position': 'edit',
  'Another device': 'together',
  Resign: 'resign',
  'Offer a draw': 'offer',
};

const DOORS = ['play', 'learn', 'puzzles', 'analyse', 'games'];
/** What stands in the sheet of settings. */
const IN_SETTINGS = ['rules', 'help', 'type', 'read', 'update'];

/**
 * Opens something where people find it, in any language.
 * @param {Page} page
 * @param {string} what a value of `NAMES`
 */
export async function show(page, what) {
  const press = (/** @type {string} */ css) => page.locator(`${css}:visible`).click();
  const door = (/** @type {string} */ name) => press(`[data-door=${name}]`);
  const tab = { file: 'collection', statistics: 'statistics' }[what];
  // What belongs to the game is at the table.
  if (/^(?:share|resign|offer)$/.test(what) && (await page.locator('#page.away').count()))
    await door('play');
  if (DOORS.includes(what)) return door(what);
  if (tab) return (await door('games'), press(`[data-tab=${tab}]`));
  if (what === 'settings' || what === 'share') return press(`[data-action=${what}]`);
  if (IN_SETTINGS.includes(what))
    return (await press('[data-action=settings]'), press(`dialog [data-item=${what}]`));
  if (what === 'values')
    return (
      await press('[data-action=settings]'),
      await page.locator('dialog[open] [name=values]').click(),
      page.keyboard.press('Escape')
    );
  if (what === 'edit') return (await door('analyse'), press('[data-action=edit]'));
  if (what === 'together')
    return (await press('[data-action=new]'), press('dialog [data-item=together]'));
  const button = page.locator('[data-action=draw]:visible');
  if (what === 'offer' && (await button.count())) return button.click();
  await press('[data-action=resign]');
  // The computer is asked in the sheet of giving up.
  if (what === 'offer') await press('dialog [data-item=offer]');
}

/** @param {Page} page @param {string} name in English */
export const menu = (page, name) => show(page, NAMES[name] ?? name);

/** Chooses a language. @param {Page} page @param {string} code empty for that of the browser */
export async function speak(page, code) {
  await show(page, 'settings');
  await page.locator('dialog[open] select').first().selectOption(code);
  await expect(page.locator('html')).toHaveAttribute('lang', code || 'en');
  await page.keyboard.press('Escape');
}

/** The screen that is open, other than the table. @param {Page} page */
export const screen = (page) => page.locator('#screen');

/**
 * Opens what stands in a text: a position, a game or a link.
 * @param {Page} page
 * @param {string} text
 */
export async function openText(page, text) {
  await menu(page, 'Share and import');
  await page.locator('#paste').fill(text);
  await page.locator('.share-in .primary').click();
}

/** The same; plays on in a game that is not over. @param {Page} page @param {string} text */
export async function paste(page, text) {
  await openText(page, text);
  if (!/^ *1\. /m.test(text)) return;
  await page.locator('[data-link=analyse]').waitFor();
  if (!(await outcome(page))) await playOn(page);
}

/** Drops a file of text onto the page. @param {Page} page @param {string} text */
export async function drop(page, text, name = 'game.txt', onto = '#shell') {
  const dataTransfer = await page.evaluateHandle(
    ({ text, name }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: 'text/plain' }));
      return transfer;
    },
    { text, name },
  );
  for (const event of ['dragover', 'drop']) await page.dispatchEvent(onto, event, { dataTransfer });
}

/**
 * A game of Nine against the weakest computer, with one turn of each. Returns where it stands.
 * @param {Page} page
 */
export async function oneTurnEach(page) {
  await open(page);
  await start(page, { mode: 'computer', spec: 'nine', colour: 'white', level: 1 });
  await play(page, 'd6');
  await myTurn(page);
  return line(page);
}

/**
 * A broken page fetches its files again and reloads itself once if all are answered; waits for
 * that.
 * @param {Page} page
 */
export const reloaded = (page) =>
  expect
    .poll(() =>
      page
        .evaluate(() =>
          performance
            .getEntriesByType('navigation')
            .map((entry) => /** @type {PerformanceNavigationTiming} */ (entry).type),
        )
        .catch(() => []),
    )
    .toEqual(['reload']);
