// @vitest-environment happy-dom
/** The rules of the game: how it is won, short rules with boards, and the rest folded below. */
import { beforeEach, expect, test, vi } from 'vitest';
import { nameOf } from '../../www/app/game/rule-sources.ts';
import { ruleWords } from '../../www/app/game/rule-words.ts';
import { createRules } from '../../www/app/game/rules.ts';
import { selectLanguage } from '../../www/app/i18n/i18n.ts';
import { createTable } from './table.js';
import { core } from './core.js';
import english from '../../www/app/i18n/en/rules.json' with { type: 'json' };
import polish from '../../www/app/i18n/pl/rules.json' with { type: 'json' };

beforeEach(() => {
  document.body.replaceChildren();
  return () => void vi.useRealTimers();
});

/** @param {{ id: string, values: Record<string, string> }} sentence */
const inEnglish = ({ id, values }) =>
  /** @type {Record<string, string>} */ (english)[`rule.${id}`]?.replace(
    /\{(\w+)\}/g,
    (_, name) => values[name] ?? '',
  );

/** The open page of the rules. @param {string} spec */
async function open(spec) {
  const { store } = await createTable({ spec });
  const { open: show, dialog } = await createRules(store, core);
  show();
  const texts = (/** @type {string} */ css) =>
    [...dialog.querySelectorAll(css)].map((el) => el.textContent ?? '');
  const marks = (/** @type {string} */ name) =>
    Object.fromEntries(
      ['mill', 'goal', 'ring', 'way'].map((kind) => [
        kind,
        dialog.querySelectorAll(
          `.rule:nth-child(${texts('.rule h3').indexOf(name) + 1}) .figure-${kind}`,
        ).length,
      ]),
    );
  return { dialog, texts, marks };
}

const BOTH = 'You win when your opponent is down to two men or can’t move.';

test.each([
  ['nine', BOTH, ['Placing', 'Mills', 'Moving', 'Flying', 'How the game ends']],
  [
    'nine[fly=never,blocked=pass]',
    'You win when your opponent is down to two men.',
    ['Placing', 'Mills', 'Moving', 'How the game ends'],
  ],
  ['six', BOTH, ['Placing', 'Mills', 'Moving', 'How the game ends']],
  ['morabaraba', BOTH, ['Placing', 'Mills', 'Moving', 'Flying', 'How the game ends']],
  [
    'three',
    'You win with three in a row, or when your opponent can’t move.',
    ['Placing', 'Mills', 'Moving', 'How the game ends'],
  ],
  [
    'picaria',
    'You win with three in a row, or when your opponent can’t move.',
    ['Placing', 'Mills', 'Moving', 'How the game ends'],
  ],
  [
    'shisima',
    'You win with three in a row, or when your opponent can’t move.',
    ['Starting position', 'Mills', 'Moving', 'How the game ends'],
  ],
  [
    'tsoro-yematatu',
    'You win with three in a row, or when your opponent can’t move.',
    ['Placing', 'Mills', 'Moving', 'How the game ends'],
  ],
  [
    'mul-mulan',
    'You win when your opponent has no men left or can’t move.',
    ['Placing', 'Mills', 'Between two', 'Moving', 'How the game ends'],
  ],
  [
    'nao-guti[blocked=pass]',
    'You win when your opponent has no men left.',
    ['Placing', 'Mills', 'Moving', 'How the game ends'],
  ],
])('%s: how it is won comes first, then short rules', async (spec, win, titles) => {
  const { dialog, texts } = await open(spec);
  expect(
    dialog.querySelector('.sheet-body')?.firstElementChild?.firstElementChild?.textContent,
  ).toBe(win);
  expect(texts('.rule h3')).toEqual(titles);
});

test('what a game forbids stands among its short rules: shuttling in Morabaraba', async () => {
  const text = async (/** @type {string} */ spec) =>
    (await open(spec)).dialog.querySelector('.rules-short')?.textContent;
  expect(await text('morabaraba')).toContain('No shuttling');
  expect(await text('nine')).not.toContain('double mill');
});

test('readings, sources and the finer points are folded; every rule is there once', async () => {
  const { dialog, texts } = await open('nine');
  const folded = [...dialog.querySelectorAll('details')];
  expect(folded.map((each) => [each.open, each.querySelector('summary')?.textContent])).toEqual([
    [false, 'More rules'],
    [false, 'Sources and variants'],
  ]);
  const short = dialog.querySelector('.rules-short')?.textContent ?? '';
  expect(short).not.toMatch(/Murray|Walker|Lasker|nineteenth-century/);
  expect(short.split(/\s+/).length).toBeLessThan(230);
  const { sections } = core.rulesText('nine');
  const clauses = sections
    .filter(({ title }) => title.id !== 'section.known')
    .flatMap((each) => each.clauses);
  expect(texts('.clause').sort()).toEqual(
    clauses.map(({ sentence }) => inEnglish(sentence)).sort(),
  );
  for (const { dispute } of clauses)
    if (dispute) expect(folded[1]?.textContent).toContain(inEnglish(dispute));
});

test('the boards show what Rust allows: nine points to go, men to take, a closed mill', async () => {
  const { marks, texts, dialog } = await open('nine');
  expect(marks('Placing')).toEqual({ mill: 0, goal: 22, ring: 0, way: 0 });
  expect(marks('Mills')).toEqual({ mill: 1, goal: 0, ring: 4, way: 1 });
  expect(marks('Moving')).toMatchObject({ goal: 3 });
  expect(marks('Flying')).toMatchObject({ goal: 17 });
  expect(marks(texts('.rule h3').at(-1) ?? '')).toMatchObject({ mill: 1, ring: 0 });
  expect(
    dialog
      .querySelector('.rule:last-child [role=img]')
      ?.getAttribute('aria-label')
      ?.match(/Black/g),
  ).toHaveLength(2);
  expect((await open('three')).marks('Mills')).toMatchObject({ ring: 0, way: 1 });
  const between = await open('mul-mulan');
  expect(between.marks('Between two')).toEqual({ mill: 0, goal: 0, ring: 2, way: 1 });
  for (const [value, ring] of /** @type {const} */ ([
    ['enclosed', 1],
    ['either', 2],
  ]))
    expect((await open(`nine[between=${value}]`)).marks('Between two')).toEqual({
      mill: 0,
      goal: 0,
      ring,
      way: 1,
    });
  expect((await open('nine[leap=take]')).marks('Leap capture')).toEqual({
    mill: 0,
    goal: 0,
    ring: 1,
    way: 1,
  });
  expect(
    between.dialog.querySelector('.rule:last-child [role=img]')?.getAttribute('aria-label'),
  ).not.toMatch(/Black/);
  expect((await open('picaria')).marks('Placing')).toMatchObject({ goal: 10 });
  expect((await open('tsoro-yematatu')).marks('Moving')).toMatchObject({ goal: 1 });
});

test('every game that is offered has a board for each short rule that has one', async () => {
  for (const { spec } of core.variants()) {
    const { dialog, texts } = await open(spec);
    const bare = texts('.rule h3').filter(
      (_, i) => !dialog.querySelector(`.rule:nth-child(${i + 1}) .picture`),
    );
    // Who loses no men cannot be shown with two.
    expect(bare, spec).toEqual(
      core
        .rulesText(spec)
        .sections.some(({ clauses }) => clauses.some(({ sentence }) => sentence.id === 'goal.mill'))
        ? ['How the game ends']
        : [],
    );
    dialog.remove();
  }
});

test('what differs from the usual is marked, and what hides it stands open', async () => {
  expect((await open('nine[protect=never]')).texts('.rule .changed .tag')).toEqual(['changed']);
  const never = await open('nine[fly=never]');
  expect(never.texts('.rules-head .quiet')[0]).toBe('No flying');
  expect(never.dialog.textContent).toContain('Walker’s rules (2011)');
  expect(never.texts('.changed p')).toEqual([
    expect.stringContaining('Men never fly'),
    expect.stringContaining('Usual in Nine Men’s Morris: Once you’re down to three men'),
  ]);
  expect((await open('three')).texts('.changed')).toEqual([]);
  const { dialog, texts } = await open('nine[mills=each]');
  expect(texts('.rule .changed')).toEqual([]);
  expect(dialog.querySelector('details')?.open).toBe(true);
  expect(texts('details .changed .quiet')).toEqual([
    expect.stringContaining('Usual in Nine Men’s Morris'),
  ]);
});

test('a rule that is a list is shown as one', async () => {
  const { dialog } = await open('el-filja');
  const clause = [...dialog.querySelectorAll('.clause')].find((each) => each.querySelector('ul'));
  expect(clause?.querySelector('p')?.textContent).toBe(
    'A mill closed by placing a man captures nothing. When all men are placed, the mills are counted:',
  );
  const items = [...(clause?.querySelectorAll('ul > li') ?? [])].map((item) => item.textContent);
  expect(items).toHaveLength(5);
  expect(items.at(-1)).toBe('More mills: you capture one more than your opponent has mills.');
});

test('where a mill closed by placing captures nothing, no sentence says that it does', async () => {
  for (const spec of ['shax', 'nerenchi', 'el-filja', 'dooz'])
    expect((await open(spec)).texts('.clause').join(' '), spec).not.toContain(
      'place or move a man and close a mill',
    );
  expect((await open('nine')).texts('.clause').join(' ')).toContain(
    'place or move a man and close a mill',
  );
});

test('a number in a rule has the plural form of the language', () => {
  const said = (/** @type {string} */ id, /** @type {Record<string, string>} */ values) =>
    ruleWords({ id, values, text: '' });
  selectLanguage('pl', polish);
  expect(['3', '9', '12', '22'].map((men) => said('men.on-board', { men }))).toEqual([
    'Każdy gracz ma 3 pionki.',
    'Każdy gracz ma 9 pionków.',
    'Każdy gracz ma 12 pionków.',
    'Każdy gracz ma 22 pionki.',
  ]);
  expect(said('quiet', { moves: '49½' })).toContain('49½ ruchu');
  selectLanguage('en', null);
});

test('the sources are those that the rules of the game name, and the general books', async () => {
  const { sources } = core.rulesText('nine');
  const listed = async (/** @type {string} */ spec) =>
    (await open(spec)).texts('.sources li').map(nameOf);
  expect(await listed('shisima')).toEqual(['Bell', 'Crane', 'Murray', 'Parlett', 'Walker']);
  expect(await listed('shax')).toEqual(
    expect.arrayContaining(['Marin', 'Bell', 'Murray', 'Parlett']),
  );
  expect(await listed('nine')).not.toContain('Crane');
  const named = new Set();
  for (const { spec } of core.variants()) for (const name of await listed(spec)) named.add(name);
  expect([...named].sort(), 'every source is named by some game').toEqual(
    sources.map(nameOf).sort(),
  );
});

test('rules as a game has them are a page of their own, too', async () => {
  const link = (/** @type {HTMLElement} */ dialog) =>
    dialog.querySelector('.rules-page a')?.getAttribute('href');
  expect(link((await open('six')).dialog)).toBe('./read/en/six.html');
  document.body.replaceChildren();
  expect(link((await open('six[fly=3]')).dialog)).toBeUndefined();
});
