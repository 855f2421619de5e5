/**
 * The analysis: values, lines and arrows of any position, a tree of variations that loses nothing,
 * remarks that are kept.
 */
import { expect, test } from './fixtures.js';
import {
  cell,
  drop,
  legal,
  line,
  menu,
  myTurn,
  oneTurnEach,
  open,
  play,
  ready,
  start,
} from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const panel = (page) => page.getByRole('region', { name: 'Analysis' });
/** @param {Page} page */
const tree = (page) => panel(page).getByRole('group', { name: 'Moves and variations' });
/**
 * Until the part that shows it has come, and has decided whether it opens by itself.
 * @param {Page} page
 */
const isThere = (page) => page.locator('#analysis > *').first().waitFor({ state: 'attached' });
/** @param {Page} page */
async function analyse(page) {
  await menu(page, 'Analyse');
  await expect(panel(page)).toBeVisible();
}
/** @param {Page} page */
const record = (page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('merels.game.'))
      .map(([, text]) => JSON.parse(text).record)
      .join('\n'),
  );

for (const [what, late, heading] of /** @type {[string, boolean, string | RegExp][]} */ ([
  ['estimated', false, /^White’s expected score: \d+%$/],
  ['exact', true, 'Draw.'],
]))
  test.describe(`what is ${what}`, { tag: late ? ['@slow'] : [] }, () => {
    test.use({ late });

    test('is told of a position: bar, lines, values at points', async ({ page }) => {
      await open(page);
      await analyse(page);
      await expect(panel(page).locator('.analysis-line:visible')).toHaveCount(3);
      await expect(panel(page).locator('.analysis-depth')).toContainText(
        late ? 'Exact, with best play.' : /Depth \d+ · positions: [\d,]+/,
      );
      await expect(panel(page).getByRole('heading')).toHaveText(heading, { timeout: 30_000 });
      await expect(page.getByRole('img', { name: heading })).toBeVisible();
      await expect(cell(page, 'd6')).toHaveAccessibleName(
        late ? 'd6, empty, draw' : /^d6, empty, expected score \d+%$/,
      );
      await panel(page).getByText('Show', { exact: true }).click();
      await panel(page).getByRole('combobox', { name: 'Number of lines' }).selectOption('5');
      await expect(panel(page).locator('.analysis-line:visible')).toHaveCount(5);
      await panel(page).getByLabel('Values on the board').uncheck();
      await expect(cell(page, 'd6')).toHaveAccessibleName('d6, empty');
      await panel(page).getByLabel('Computer analysis').uncheck();
      await expect(panel(page).locator('.analysis-line:visible')).toHaveCount(0);
      await menu(page, 'Play');
      await expect(panel(page)).toBeHidden();
    });
  });

for (const [spec, moves, told, tag] of /** @type {[string, string, string, string[]][]} */ ([
  ['morabaraba', '1. d6 f4 2. d2 b4', '.value-mark', ['@slow']],
  ['nine', '1. d6 f4 2. d2 b4', '.explorer-turn', ['@slow']],
  ['three', '1. a1 c3 2. a2 c2', '.explorer-turn', []],
]))
  test.describe(`what is found, ${spec}`, { tag }, () => {
    test.use({ late: spec === 'nine' });

    test('moves nothing that may be being pressed', async ({ page }) => {
      await page.addInitScript(() => {
        const places = /** @type {Set<number>} */ (new Set());
        Object.assign(window, { places });
        const look = () => {
          const { top = 0, height = 0 } =
            document.querySelector('.analysis-review button')?.getBoundingClientRect() ?? {};
          const scrolled = document.querySelector('.analysis')?.scrollTop ?? 0;
          if (height) places.add(Math.round(top + scrolled));
          requestAnimationFrame(look);
        };
        look();
      });
      await open(page, `./#game=${encodeURIComponent(`[Variant "${spec}"]\n\n${moves} *`)}`);
      await analyse(page);
      if (told === '.explorer-turn') {
        await panel(page).getByRole('tab', { name: 'All moves' }).click();
        await page.evaluate(() => /** @type {any} */ (window).places.clear());
      }
      const found = panel(page).locator(told).nth(2);
      await expect(found).toBeVisible({ timeout: 60_000 });
      // There, and at the position before.
      await page.keyboard.press('ArrowLeft');
      await expect(found).toBeVisible({ timeout: 60_000 });
      await expect(panel(page).locator('.value-mark').nth(2)).toHaveText(/\S/);
      expect(await page.evaluate(() => [.../** @type {any} */ (window).places])).toHaveLength(1);
    });
  });

test('exact values where the game is solved here, estimates where nothing is proved', async ({
  page,
}) => {
  await test.step('where the game is solved here every turn has its exact value', async () => {
    await open(page);
    await start(page, { mode: 'computer', spec: 'three', colour: 'white' });
    await analyse(page);
    await expect(panel(page).getByRole('heading')).toHaveText(/^White wins in \d+ moves\.$/);
    await expect(cell(page, 'b2')).toHaveAccessibleName(/b2, empty, wins in \d+/);
    await expect(cell(page, 'a2')).toHaveAccessibleName(/a2, empty, loses in \d+/);
    await expect(page.locator('.analysis-bar')).not.toHaveClass(/estimate/);
  });
  await test.step('where nothing is proved the values are marked as estimates', async () => {
    await start(page, { mode: 'computer', spec: 'morabaraba', colour: 'white' });
    await analyse(page);
    await play(page, 'd6');
    await play(page, 'f4');
    await expect(panel(page).getByRole('heading')).toHaveText(/^White’s expected score: \d+%$/);
    await expect(page.locator('.analysis-bar')).toHaveClass(/estimate/);
    await expect(panel(page).locator('.value-mark').first()).toHaveText(/^\d+%$/);
    await expect(panel(page).locator('.value-mark').first()).toHaveClass(/estimate/);
    await expect(cell(page, 'b4')).toHaveAccessibleName(/b4, empty, expected score \d+%$/);
  });
});

test('both sides are played, another turn makes a variation, and the game goes on where it stood', async ({
  page,
}) => {
  const stood = await oneTurnEach(page);
  await analyse(page);
  const tried = (await legal(page)).slice(0, 3);
  await play(page, tried[0] ?? '');
  // Black's turn, and the computer leaves it to whoever looks into the game.
  expect(await page.evaluate(() => window.merels.thinking)).toBe(false);
  await play(page, (await legal(page))[0] ?? '');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => line(page)).toBe(stood);
  await play(page, tried[1] ?? '');
  await expect(tree(page).getByRole('button')).toHaveCount(5);
  await expect(tree(page).locator('.tree-variation')).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await expect(tree(page).locator('[aria-current]')).toContainText(tried[0] ?? '');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  expect(await line(page)).toContain(' w 9,9 ');
  await page.keyboard.press('x');
  await expect.poll(() => line(page)).toBe(stood);
  // What is played now is the game; what was tried is beside it.
  await play(page, tried[2] ?? '');
  await expect
    .poll(async () => (await record(page)).replaceAll(/\s+/g, ' '))
    .toMatch(new RegExp(`2\\. ${tried[2]} \\(2\\. ${tried[0]} \\w+\\) \\(2\\. ${tried[1]}\\)`));
  // The computer answers it.
  await myTurn(page);
});

test('after a reload an analysis is gone on with, and the game still stands where it stood', async ({
  page,
}) => {
  await test.step('after a reload it is gone on with, and the game still stands where it stood', async () => {
    const stood = await oneTurnEach(page);
    await analyse(page);
    const tried = (await legal(page)).slice(0, 2);
    await play(page, tried[0] ?? '');
    await play(page, (await legal(page))[0] ?? '');
    const looked = await line(page);
    await page.reload();
    await ready(page);
    await expect(panel(page)).toBeVisible();
    await expect.poll(() => line(page)).toBe(looked);
    await expect(tree(page).getByRole('button')).toHaveCount(4);
    await page.keyboard.press('x');
    await expect(panel(page)).toBeHidden();
    await expect.poll(() => line(page)).toBe(stood);
    await play(page, tried[1] ?? '');
    await expect
      .poll(async () => (await record(page)).replaceAll(/\s+/g, ' '))
      .toMatch(new RegExp(`2\\. ${tried[1]} \\(2\\. ${tried[0]} \\w+\\)`));
    // It goes on against the computer.
    await myTurn(page);
  });
  await test.step('a game of two people that has not begun is gone on looking into after a reload', async () => {
    await start(page, { mode: 'people', spec: 'nine' });
    await analyse(page);
    for (const move of ['d6', 'f4']) await play(page, move);
    const looked = await line(page);
    await page.reload();
    await ready(page);
    await expect(panel(page)).toBeVisible();
    await expect.poll(() => line(page)).toBe(looked);
  });
});

test(
  'a link that is opened instead brings a game that is not looked into',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await oneTurnEach(page);
    await analyse(page);
    await play(page, (await legal(page))[0] ?? '');
    await page.goto('about:blank');
    await open(page, `./#position=${encodeURIComponent('six WB1/3/4/3/3 w 5,5 0 2')}`);
    await isThere(page);
    await expect(panel(page)).toBeHidden();
    expect(await line(page)).toContain('six WB1/3/4/3/3 w 5,5 0 2');
  },
);

test(
  'what is brought back after the analysis goes beside the game, which stays where it stands',
  { tag: '@slow' },
  async ({ page }) => {
    const stood = await oneTurnEach(page);
    await analyse(page);
    const tried = (await legal(page)).slice(0, 2);
    await play(page, tried[0] ?? '');
    await panel(page).getByRole('button', { name: 'Delete from here' }).click();
    await page.keyboard.press('x');
    await expect(panel(page)).toBeHidden();
    await play(page, tried[1] ?? '');
    await myTurn(page);
    const played = await line(page);
    expect(played).not.toBe(stood);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(async () => (await record(page)).replaceAll(/\s+/g, ' '))
      .toMatch(new RegExp(`2\\. ${tried[1]} \\(2\\. ${tried[0]}\\)`));
    expect(await line(page)).toBe(played);
    await play(page, (await legal(page))[0] ?? '');
    await myTurn(page);
  },
);

test(
  'a game that has ended stays so, whatever is made its main line',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    await start(page, { mode: 'people', spec: 'three' });
    for (const move of ['b2', 'a1', 'a2', 'c1', 'c2']) await play(page, move);
    for (let i = 0; i < 3; i++) await page.keyboard.press('u');
    const stood = await line(page);
    // As it is kept of a game with another device.
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((key) => key.startsWith('merels.game.')) ?? '';
      const game = JSON.parse(localStorage.getItem(key) ?? '');
      localStorage.setItem(
        key,
        JSON.stringify({ ...game, settings: { ...game.settings, mode: 'away' } }),
      );
    });
    await page.reload();
    await ready(page);
    await analyse(page);
    await play(page, 'c3');
    await panel(page).getByRole('button', { name: 'Make main line' }).click();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => line(page)).toBe(stood);
    await page.keyboard.press('ArrowRight');
    await expect(cell(page, 'c3')).toHaveAttribute('data-man', 'white');
    await page.reload();
    await ready(page);
    await expect(panel(page)).toBeVisible();
    await page.keyboard.press('x');
    await expect.poll(() => line(page)).toBe(stood);
    // What was played can be walked through.
    await page.keyboard.press('u');
    await expect(cell(page, 'a1')).toHaveAttribute('data-man', '');
    await expect(page.locator('.status')).not.toContainText('device');
    await analyse(page);
  },
);

test(
  'an analysis that loads slowly after a reload gives way to a turn that is played, and opens otherwise',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await oneTurnEach(page);
    await analyse(page);
    const [tried, other] = await legal(page);
    await play(page, tried ?? '');
    const looked = await line(page);
    /** @type {(() => void)[]} */
    const asked = [];
    await page.route(/\/analysis-[\w-]+\.js$/, async (route) => {
      await new Promise((resolve) => asked.push(() => resolve(null)));
      await route.continue();
    });
    const come = async () => {
      await expect.poll(() => asked.length).toBe(1);
      asked.pop()?.();
    };
    await page.reload();
    await ready(page);
    await page.keyboard.press('x');
    await come();
    await expect(panel(page)).toBeVisible();
    await expect.poll(() => line(page)).toBe(looked);
    await page.reload();
    await ready(page);
    await play(page, other ?? '');
    await myTurn(page);
    const played = await line(page);
    await come();
    await isThere(page);
    await expect(panel(page)).toBeHidden();
    expect(await line(page)).toBe(played);
    await expect
      .poll(async () => (await record(page)).replaceAll(/\s+/g, ' '))
      .toMatch(new RegExp(`2\\. ${other} \\(2\\. ${tried}\\)`));
  },
);

test('a line is played by a press on one of its turns; remarks stand in the record, and lines are promoted, deleted and brought back', async ({
  page,
}) => {
  await test.step('a line is played by a press on one of its turns', async () => {
    await open(page);
    await analyse(page);
    const first = panel(page).locator('.analysis-line').first();
    await expect(first.locator('.line-move:visible').nth(2)).toBeVisible();
    await page.evaluate(() =>
      document
        .querySelectorAll('.line-move')[2]
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true })),
    );
    await expect(tree(page).getByRole('button')).toHaveCount(3);
    expect(await line(page)).toContain(' b 7,8 ');
  });
  await test.step('remarks stand in the record and come back; lines are promoted, deleted and brought back', async () => {
    await test.step('remarks stand in the record and come back; lines are promoted, deleted and brought back', async () => {
      await start(page, { mode: 'computer', spec: 'nine', colour: 'white' });
      await analyse(page);
      await play(page, 'd6');
      await play(page, 'f4');
      await page.keyboard.press('ArrowLeft');
      await play(page, 'a1');
      await expect(tree(page).locator('.tree-variation')).toHaveText(/1… a1/);
      const { remarks, acts } = {
        remarks: panel(page).getByLabel('Comment on a1'),
        acts: panel(page),
      };
      await remarks.fill('In the corner {far} from all');
      await acts.getByRole('button', { name: 'dubious move', exact: true }).click();
      await expect(
        tree(page).getByRole('button', { name: '1. Black a1, dubious move' }),
      ).toHaveText('1… a1?!');
      await expect(acts.getByRole('button', { name: 'dubious move', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await acts.getByRole('button', { name: 'mistake', exact: true }).click();
      await expect(tree(page).getByRole('button', { name: '1. Black a1, mistake' })).toBeVisible();
      await acts.getByRole('button', { name: 'Make main line' }).click();
      await expect(tree(page).locator('.tree-variation')).toHaveText(/1… f4/);
      await expect(acts.getByRole('button', { name: 'Make main line' })).toBeHidden();
      await acts.getByRole('button', { name: 'Delete from here' }).click();
      await expect(tree(page).getByRole('button')).toHaveCount(2);
      expect(await record(page)).not.toContain('corner');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(tree(page).getByRole('button')).toHaveCount(3);
      await expect(tree(page)).toContainText('In the corner {far} from all');
      await page.reload();
      await ready(page);
      await expect(tree(page).getByRole('button', { name: '1. Black a1, mistake' })).toBeVisible();
      await expect(tree(page)).toContainText('In the corner {far} from all');
    });
    await test.step('a comment that is being typed is there after a reload', async () => {
      await start(page, { mode: 'computer', spec: 'six', colour: 'white' });
      await analyse(page);
      await play(page, 'a1');
      const field = panel(page).getByLabel('Comment on a1');
      await field.pressSequentially('On a crossing ');
      await expect.poll(() => record(page)).toContain('{On a crossing}');
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('On a crossing ');
      await field.pressSequentially('of two lines');
      await page.reload();
      await ready(page);
      expect(await record(page)).toContain('{On a crossing of two lines}');
    });
  });
});

test(
  'variations that stand thousands deep in each other are shown',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    test.slow();
    const DEEP = 4500;
    // In every variation the other of two men goes to and fro, with a variation in turn.
    const turns = [
      ['a7-d7', 'g1-d1', 'd1-g1'],
      ['b6-d6', 'f2-d2', 'd2-f2'],
    ];
    let text =
      '[Position "nine[fly=never,quiet=never,repeat=never] W2/B2/3/2W3/1B1/2B/2W w 0,0 0 1"]\n\n';
    for (let ply = 0; ply < DEEP; ply++) {
      const [main, there, back] = turns[ply % 2] ?? [];
      text += `${main} (${ply % 4 < 2 ? there : back} `;
    }
    await open(page);
    await drop(page, `${text}${')'.repeat(DEEP)} *\n`);
    await expect.poll(() => line(page), { timeout: 20_000 }).toContain('nine[fly=never');
    await analyse(page);
    await expect(panel(page).locator('.tree-move')).toHaveCount(2 * DEEP, { timeout: 30_000 });
    await expect(panel(page).locator('.analysis-tree')).toContainText(
      '1. a7-d7 1. g1-d1 b6-d6 1… f2-d2 2. a7-d7',
    );
    // Indented as far as there is room, and in brackets within.
    await expect(panel(page).locator('.tree-variation')).toHaveCount(12);
    await expect(panel(page).locator('.analysis-tree')).toContainText(
      '7. a7-d7 (7. g1-d1 b6-d6 (7… f2-d2',
    );
  },
);

test(
  'while the computer thinks the page keeps its promises to fingers',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await open(page);
    await page.evaluate(() => {
      const told = /** @type {any} */ (window);
      told.drawn = 0;
      new MutationObserver(() => told.drawn++).observe(
        document.getElementById('analysis') ?? document.body,
        { subtree: true, childList: true, characterData: true },
      );
    });
    await analyse(page);
    for (const move of ['d6', 'f4', 'd2', 'b4']) {
      await play(page, move);
      await expect(panel(page).locator('.analysis-line:visible')).toHaveCount(3);
    }
    const drawn = await page.evaluate(async () => {
      const told = /** @type {any} */ (window);
      const before = told.drawn;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return told.drawn - before;
    });
    // Ten a second at the most: each is one change of the page.
    expect(drawn).toBeLessThanOrEqual(10);
  },
);
