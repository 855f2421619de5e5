/**
 * Learn: the course with its checks, the trainer, the pages to read; kept, offline, and in every
 * language around it.
 */
import { readFileSync } from 'node:fs';
import { audit } from './audit.js';
import { expect, test, untilKeptOffline, untilPartsAreKept } from './fixtures.js';
import { route } from './recipe.js';
import { line, myTurn, open, place, ready, show, speak } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @type {{ id: string, steps: { answer: string }[] }[]} */
const COURSE = JSON.parse(
  readFileSync(new URL('../../www/app/lessons/course.json', import.meta.url), 'utf8'),
);
/** @type {typeof COURSE} */
const FIRST = JSON.parse(
  readFileSync(new URL('../../www/app/lessons/first.json', import.meta.url), 'utf8'),
);
/** @type {typeof COURSE} */
const WORLD = JSON.parse(
  readFileSync(new URL('../../www/app/lessons/world.json', import.meta.url), 'utf8'),
);
/**
 * @type {Record<string, { title: string, steps: { task: string, right: string, mistakes: string[] }[] }>}
 */
const WORDS = JSON.parse(
  readFileSync(new URL('../../www/app/lessons/en.json', import.meta.url), 'utf8'),
);

/** @param {Page} page */
const sheet = (page) => page.locator('[data-screen=learn]');

/** @param {Page} page @param {string} [view] */
async function learn(page, view) {
  await show(page, 'learn');
  await sheet(page).locator('[data-view]').first().waitFor();
  if (view) await sheet(page).locator(`[data-view=${view}]`).click();
}

/** @param {Page} page @param {string} point */
async function press(page, point) {
  const { x, y } = await place(sheet(page), point);
  await page.mouse.click(x, y);
}

/** @param {Page} page @param {string} turn */
async function play(page, turn) {
  for (const point of turn.split(/[-x]/).filter(Boolean)) await press(page, point);
}

/** @param {Page} page @param {string} where */
async function auditSheet(page, where) {
  await audit(page, where);
  expect(
    await sheet(page).evaluate((el) => el.scrollWidth - el.clientWidth),
    where,
  ).toBeLessThanOrEqual(0);
}

/** Presses points with the arrow keys from where the board's cursor is. @param {Page} page @param {string} turn */
async function playByKeys(page, turn) {
  for (const point of turn.split(/[-x]/)) {
    const names = await sheet(page)
      .locator('[data-point]')
      .evaluateAll((all) => all.map((c) => c.getAttribute('data-point') ?? ''));
    const here = sheet(page).locator('[data-point][tabindex="0"]');
    await here.focus();
    for (const arrow of route(names, (await here.getAttribute('data-point')) ?? '', point))
      await page.keyboard.press(arrow);
    await page.keyboard.press('Enter');
  }
}

test('a first visitor is taught the whole game in six tasks, by mouse and by keyboard, and plays level 1', async ({
  page,
}) => {
  await open(page);
  await page.locator('[data-offer=teach]').click();
  const steps = FIRST[0]?.steps ?? [];
  expect(steps).toHaveLength(6);
  const said = sheet(page).locator('.lesson-said');
  const button = sheet(page).locator('.primary');
  for (const [i, { answer }] of steps.entries()) {
    await expect(sheet(page).locator('.lesson-task')).toHaveText(WORDS.first?.steps[i]?.task ?? '');
    await expect(said.locator('.icon')).toHaveCount(0);
    const byKeys = i % 2 === 1;
    await (byKeys ? playByKeys : play)(page, answer);
    await expect(said).toHaveText(WORDS.first?.steps[i]?.right ?? '');
    await expect(said.locator('.icon')).toHaveCount(1);
    // As wide as the words, and there without scrolling.
    await expect(button).toBeInViewport({ ratio: 1 });
    const [box, words] = await Promise.all([button, said].map((el) => el.boundingBox()));
    expect(Math.abs((box?.width ?? 0) - (words?.width ?? 0))).toBeLessThan(20);
    await expect(sheet(page).getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
    await expect(button).toHaveText(i < 5 ? 'Next' : 'Play now');
    if (byKeys) await expect(button).toBeFocused();
    await (byKeys ? page.keyboard.press('Enter') : button.click());
  }
  await expect(page.locator('#player-top .player-name')).toHaveText('Computer · Novice');
  await expect(page.locator('#player-bottom .player-name')).toHaveText('You');
  await expect.poll(() => line(page)).toBe('nine 3/3/3/6/3/3/3 w 9,9 0 1');
  expect(await page.evaluate(() => localStorage.getItem('merels.course'))).toContain('first');
  // The keyboard is on the board when the game begins.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('#board') !== null))
    .toBe(true);
});

// The Rust tests try every step of every lesson.
for (const [which, lessons, tag] of /** @type {[string, typeof COURSE, string[]][]} */ ([
  ['the first lessons', COURSE.slice(0, 3), ['@desktop']],
  ['all lessons', COURSE, ['@desktop', '@slow']],
]))
  test(`${which} can be done, one after the other`, { tag }, async ({ page }) => {
    await open(page);
    const before = await line(page);
    await learn(page);
    await sheet(page).locator('.lessons [data-lesson]').first().click();
    for (const { id, steps } of lessons) {
      const words = WORDS[id];
      await expect(
        sheet(page).getByRole('heading', { name: words?.title ?? '', exact: true }),
      ).toBeVisible();
      for (const [i, { answer }] of steps.entries()) {
        await expect(sheet(page).locator('.lesson-task')).toHaveText(words?.steps[i]?.task ?? '');
        await play(page, answer);
        await expect(sheet(page).locator('.lesson-said')).toHaveText(words?.steps[i]?.right ?? '');
        const next = sheet(page).locator('.primary');
        if (await next.isVisible()) await next.click();
      }
    }
    await sheet(page).locator('.screen-back').click();
    await expect(sheet(page)).toContainText(`${lessons.length} of ${COURSE.length} done`);
    // The game on the table has seen nothing of it.
    await page.keyboard.press('Escape');
    expect(await line(page)).toBe(before);
  });

for (const [which, lessons, tag] of /** @type {[string, typeof COURSE, string[]][]} */ ([
  [
    'in which men are removed or freed',
    WORLD.filter(({ id }) => /el-filja|nerenchi|shax/.test(id)),
    ['@desktop'],
  ],
  ['of the world', WORLD, ['@desktop', '@slow']],
]))
  test(`games ${which} have a lesson`, { tag }, async ({ page }) => {
    await open(page);
    await learn(page, 'world');
    for (const { id, steps } of lessons) {
      await sheet(page).locator(`[data-game=${id}] a`).click();
      for (const [i, { answer }] of steps.entries()) {
        await expect(sheet(page).locator('.lesson-task')).toHaveText(
          WORDS[id]?.steps[i]?.task ?? '',
        );
        await sheet(page).getByRole('button', { name: 'Show me' }).click();
        for (const point of answer.split(/[-x]/))
          await expect(sheet(page).locator('.lesson-said')).toContainText(point);
        await play(page, answer);
        await expect(sheet(page).locator('.lesson-said')).toHaveText(
          WORDS[id]?.steps[i]?.right ?? '',
        );
        if (i < steps.length - 1) await sheet(page).locator('.primary').click();
      }
      await sheet(page).locator('.screen-back').click();
    }
  });

test('a mistake is explained and taken back, a refusal said, the answer shown, what is done kept; the other side answers; one plays on from there', async ({
  page,
}) => {
  await test.step('a mistake is explained and taken back, a refusal said, the answer shown, what is done kept; the other side answers', async () => {
    await test.step('a mistake is explained and taken back, a refusal said, the answer shown, what is done kept', async () => {
      await open(page);
      await learn(page);
      await sheet(page).locator('[data-lesson=capture]').click();
      const said = sheet(page).locator('.lesson-said');
      await play(page, 'g7xe5');
      await expect(said).toContainText('that man was doing nothing');
      await expect(sheet(page).locator('[data-point=g7]')).toHaveAttribute('data-man', '');
      await press(page, 'g7');
      await expect(said).toHaveText('Mill! Take a black piece.');
      await press(page, 'g7');
      await sheet(page).getByRole('button', { name: 'Show me' }).click();
      await expect(said).toHaveText('For example: White plays g7, takes d2.');
      await expect(sheet(page).locator('[data-point=d2]')).toHaveAccessibleName(/circled/);
      await play(page, 'g7xb2');
      await expect(said).toHaveText(WORDS.capture?.steps[0]?.right ?? '');
      await page.reload();
      await ready(page);
      await learn(page);
      await expect(sheet(page)).toContainText(`1 of ${COURSE.length} done`);
      await expect(sheet(page).locator('[data-lesson=capture]')).toContainText('done');
      await sheet(page).locator('[data-lesson=protected]').click();
      await press(page, 'g7');
      await press(page, 'd2');
      await expect(said).toHaveText('Protected: it stands in a mill.');
    });
    await test.step('the other side answers, which is shown and said, and the next position goes on from there', async () => {
      await sheet(page).locator('.screen-back').click();
      await sheet(page).locator('[data-lesson=crossings]').click();
      await play(page, 'd2');
      await expect(sheet(page).locator('.lesson-reply')).toHaveText('Black plays f4');
      await expect(sheet(page).locator('[data-point=f4]')).toHaveAttribute('data-man', 'black');
      await sheet(page).getByRole('button', { name: 'Next' }).click();
      await expect(sheet(page).locator('.lesson-count')).toHaveText('Position 2 of 2');
      await expect(sheet(page).locator('.lesson-reply')).toHaveText('');
      const done = () => page.evaluate(() => localStorage.getItem('merels.course'));
      expect(await done(), 'half a lesson').not.toContain('crossings');
      await play(page, 'a1');
      await expect(sheet(page).locator('.lesson-said')).toHaveText(
        WORDS.crossings?.steps[1]?.mistakes[1] ?? '',
      );
      await expect(sheet(page).locator('[data-point=a1]')).toHaveAttribute('data-man', '');
      await play(page, 'd6');
      await expect(sheet(page).getByRole('button', { name: 'Next lesson' })).toBeVisible();
      await expect.poll(() => done()).toContain('crossings');
    });
  });
  await test.step('by keyboard alone; then play on from there', async () => {
    await learn(page);
    await sheet(page).locator('[data-lesson=shutting-in]').focus();
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByRole('heading', { level: 1 })).toBeFocused();
    await sheet(page).locator('[data-point=g1]').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await expect(sheet(page).locator('[data-point=g4]')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(sheet(page).locator('.lesson-said')).toHaveText(
      WORDS['shutting-in']?.steps[0]?.right ?? '',
    );
    await expect(sheet(page).getByRole('button', { name: 'Next lesson' })).toBeFocused();
    await sheet(page).getByRole('button', { name: 'Play on from here' }).click();
    await expect.poll(() => line(page)).toContain('nine BBB/1W1/3/BW3W/3/3/W2 b');
  });
});

test('points are found and named against the clock, and the best round is kept', async ({
  page,
}) => {
  await test.step('points are found and named against the clock, and the best round is kept', async () => {
    await page.clock.install();
    await open(page);
    await learn(page, 'coords');
    await sheet(page).getByRole('button', { name: 'Start' }).click();
    const prompt = sheet(page).locator('.lesson-task');
    for (let round = 0; round < 3; round++) {
      const point = (await prompt.getAttribute('data-wanted')) ?? '';
      await expect(prompt).toHaveText(`Where is ${point}?`);
      if (round === 0) {
        const other = point === 'a7' ? 'g1' : 'a7';
        await press(page, other);
        await expect(sheet(page).locator('.lesson-said')).toHaveText(`That was ${other}.`);
      }
      await press(page, point);
      await expect(prompt).not.toHaveAttribute('data-wanted', point);
    }
    await page.clock.runFor(31_000);
    await expect(prompt).toHaveText('Time’s up. Correct: 3.');
    await expect(sheet(page)).toContainText('Your best score: 3');
    await sheet(page).getByLabel('Name the point').check();
    await sheet(page).getByRole('button', { name: 'Start' }).click();
    const marked = await sheet(page).locator('[aria-label*="circled"]').getAttribute('data-point');
    await sheet(page)
      .getByRole('group', { name: 'File' })
      .getByRole('button', { name: marked?.[0] ?? '' })
      .click();
    await sheet(page)
      .getByRole('group', { name: 'Rank' })
      .getByRole('button', { name: marked?.[1] ?? '' })
      .click();
    await page.clock.runFor(31_000);
    await expect(prompt).toHaveText('Time’s up. Correct: 1.');
  });
  await test.step('the point to be named stays marked, on a board that stands as the game’s', async () => {
    await open(page, `./#position=${encodeURIComponent('nine 3/3/3/6/3/W2/3 b 8,9 0 1')}`);
    const stands = async () => {
      const [low, high] = await Promise.all(
        ['a1', 'g7'].map((point) => page.locator(`[data-point=${point}]`).last().boundingBox()),
      );
      return Math.sign((low?.y ?? 0) - (high?.y ?? 0));
    };
    await page.keyboard.press('t');
    await expect.poll(stands).not.toBe(0);
    const before = await stands();
    await learn(page, 'coords');
    // A board that has just come has no size before the next frame.
    await expect.poll(stands).toBe(before);
    await sheet(page).getByRole('radio', { name: 'Name the point' }).check({ force: true });
    await sheet(page).getByRole('button', { name: 'Start' }).click();
    const marked = sheet(page).getByRole('gridcell', { name: /circled/ });
    await expect(marked).toHaveCount(1);
    await press(page, (await marked.getAttribute('data-point')) ?? '');
    // What a press on the board changes is drawn with the next frame.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await expect(marked).toHaveCount(1);
  });
});

for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark']))
  test(
    `the audit finds nothing to complain of in learning, ${colorScheme}`,
    { tag: colorScheme === 'light' ? '@desktop' : ['@phone', '@slow'] },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      if (colorScheme === 'dark') await page.setViewportSize({ width: 320, height: 640 });
      await open(page);
      await learn(page);
      await auditSheet(page, 'learn');
      // What to practise comes before the lessons, which take several screens of a phone.
      const views = sheet(page).locator('[data-view], [data-lesson]');
      const order = await views.evaluateAll((all) => all.map((el) => el.dataset.view ?? ''));
      expect(order.slice(0, 3)).toEqual(['exercises', 'practice', '']);
      for (const view of ['coords', 'strategy', 'world', 'history']) {
        await sheet(page).locator(`[data-view=${view}]`).click();
        await sheet(page).locator('.screen-back').waitFor();
        await auditSheet(page, view);
        await sheet(page).locator('.screen-back').click();
      }
      await sheet(page).locator('[data-view=openings]').click();
      await sheet(page).locator('[data-turn=d6]').click();
      await expect(sheet(page).locator('.openings h2')).toHaveText('First man on a crossing');
      await auditSheet(page, 'an opening');
      await sheet(page).locator('.screen-back').click();
      await sheet(page).locator('[data-turn=b6]').waitFor();
      await sheet(page).locator('.screen-back').click();
      await sheet(page).locator('[data-view=history]').click();
      await expect(sheet(page).getByRole('heading', { name: 'Sources' })).toBeVisible();
      await sheet(page).locator('.screen-back').click();
      await sheet(page).locator('[data-lesson=mill]').click();
      await play(page, 'g7xd6');
      await sheet(page).locator('.primary').waitFor();
      await auditSheet(page, 'a lesson');
      // What was missed there is due, and what was practised before is drawn.
      await page.evaluate(() => {
        const memory = {
          due: 1,
          stability: 0,
          difficulty: 0,
          reps: 0,
          lapses: 0,
          state: 0,
          last: 0,
        };
        const line = 'nine WW1/1B1/3/6/3/1B1/3 w 7,7 0 3';
        const tasks = [{ line, lesson: 'mill', step: 0, memory }];
        const week = Math.floor((Date.now() / 86_400_000 + 3) / 7);
        const weeks = { [week]: { tried: 3, right: 2 }, [week - 2]: { tried: 8, right: 8 } };
        localStorage.setItem('merels.practice', JSON.stringify({ version: 1, tasks }));
        localStorage.setItem('merels.weeks', JSON.stringify({ version: 1, weeks }));
      });
      await learn(page, 'practice');
      await expect(sheet(page).locator('.lesson-task')).toHaveText(
        WORDS.mill?.steps[0]?.task ?? '',
      );
      await auditSheet(page, 'practice');
      await play(page, 'g7xd6');
      await sheet(page).locator('.primary').click();
      await expect(sheet(page).locator('.weeks')).toBeVisible();
      await auditSheet(page, 'nothing left to practise');
      if (colorScheme === 'dark') return;
      // The lessons come in another language, too.
      await page.keyboard.press('Escape');
      await speak(page, 'de');
      await learn(page);
      await expect(sheet(page).locator('.lessons')).toHaveAttribute('lang', 'de');
      await expect(sheet(page).locator('[data-lesson=double]')).toContainText('Die Zwickmühle');
    },
  );

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('it works offline, once it was asked for', { tag: '@slow' }, async ({ page, context }) => {
    await open(page);
    await untilKeptOffline(page);
    await learn(page);
    await page.keyboard.press('Escape');
    await untilPartsAreKept(page, /\blearn(?:\.words)?-/, 3);
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await learn(page);
    await sheet(page).locator('[data-lesson=mill]').click();
    await expect(sheet(page).locator('.lesson-task')).toHaveText(WORDS.mill?.steps[0]?.task ?? '');
  });
});

test(
  'lessons know nothing of an analysis, nor of each other, and end with their sheet',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await page.clock.install();
    await open(page);
    await page.locator('[data-point=d6]').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('x');
    await expect(page.locator('.analysis .value-mark').first()).toHaveText(/\S/);
    await learn(page);
    await sheet(page).locator('[data-lesson=moving]').click();
    await expect(sheet(page).locator('[data-point=g4]')).toHaveAccessibleName('g4, white piece');
    // A wrong turn is taken back in its own lesson only.
    await play(page, 'g4-f4');
    await expect(sheet(page).locator('.lesson-said')).not.toHaveText('');
    await sheet(page).locator('.screen-back').click();
    await sheet(page).locator('[data-lesson=mill]').click();
    await expect(sheet(page).locator('[data-point=d7]')).toHaveAccessibleName(/^d7, white piece/);
    await play(page, 'g7');
    await expect(sheet(page).locator('.lesson-said')).toHaveText('Mill! Take a black piece.');
    await page.clock.runFor(2500);
    await expect(sheet(page).locator('[data-point=g7]')).toHaveAttribute('data-man', 'white');
    // Closed in the middle of a movement, nothing is drawn any more.
    await play(page, 'd6');
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    // Nor is the computer's answer on its way.
    await myTurn(page);
    await page.clock.runFor(1000);
    await page.evaluate(() => {
      const { requestAnimationFrame } = window;
      Object.assign(window, { frames: 0 });
      window.requestAnimationFrame = (draw) =>
        /** @type {any} */ (window.frames++, requestAnimationFrame(draw));
    });
    await page.clock.runFor(1000);
    const frames = await page.evaluate(() => /** @type {any} */ (window).frames);
    expect(frames).toBeLessThan(5);
  },
);
