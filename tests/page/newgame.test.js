// @vitest-environment happy-dom
/** A new game: an opponent is pressed, and everything else stays as last chosen. */
import { afterAll, expect, test, vi } from 'vitest';
import { core } from './core.js';
import { openPage, pass, until } from './page.js';
import { NAMED } from '../../www/app/engine/named.ts';
import { GALLERY } from '../../www/app/home/gallery.ts';
import { chosenParts } from '../../www/app/home/newgame.ts';
import { clockForm, offered } from '../../www/app/game/clock-form.ts';

const page = await openPage();
const levels = () => [
  .../** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('dialog[open] .step')),
];
const names = (/** @type {(button: HTMLButtonElement) => boolean} */ which) =>
  levels()
    .filter(which)
    .map((button) => button.querySelector('.step-name')?.textContent?.trim());
const isUnfolded = () => !page.find('dialog[open] #new-rest')?.hidden;
const opponents = () =>
  document.querySelectorAll(
    'dialog[open] :is(.new-opponents, .new-rest):not([hidden]) :is(.ladder, .new-others, input[name=mode])',
  ).length;
const line = () => page.text('dialog[open] #new-chosen');

async function openForm(css = '[data-action=new]') {
  await page.click(css);
  await until(() => page.find('dialog[open]'));
}

/** @param {string} text the words before the field @param {string} value */
async function select(text, value) {
  const label = [...document.querySelectorAll('dialog[open] label')].find(
    (el) => el.textContent === text,
  );
  const field = /** @type {HTMLSelectElement} */ (
    document.getElementById(label?.getAttribute('for') ?? '')
  );
  field.value = value;
  field.dispatchEvent(new Event('change'));
  await pass();
}

afterAll(() => void vi.useRealTimers());

test('a level is one press: the rest is in a line, and folded', async () => {
  await openForm();
  expect(levels()).toHaveLength(11);
  expect(names((button) => button.getAttribute('aria-pressed') === 'true')).toEqual(['Novice']);
  expect(line()).toBe('Nine Men’s Morris · You play White · No clock');
  expect(isUnfolded()).toBe(false);
  await page.click('dialog[open] [data-level="5"]');
  expect(page.sheet()).toBeNull();
  expect(page.text('#player-top .player-name')).toBe('Computer · Club player');
  expect(page.find('#board')?.contains(document.activeElement)).toBe(true);
});

test('the game, the colour and the clock are behind "Change", and stay', async () => {
  await openForm();
  expect(opponents(), 'the ladder and the others').toBe(2);
  await page.click('dialog[open] [data-item=change]');
  expect(isUnfolded()).toBe(true);
  expect(opponents(), 'all of them once, in the form').toBe(4);
  await page.click('dialog[open] input[name=colour][value=black]');
  await select('Clock', '5');
  await select('Increment per move', '3');
  await page.click('dialog[open] input[name=variant][value=twelve]');
  expect(line()).toBe('Twelve Men’s Morris · You play Black · 5 minutes each + 3 seconds');
  expect(names((button) => button.disabled)).toEqual(['Perfect']);
  expect(page.text('dialog[open] [data-level="11"] .step-about')).toContain(
    'too many positions to be solved here',
  );
  await page.button('Done', 'dialog[open]');
  expect(isUnfolded()).toBe(false);
  expect(opponents()).toBe(2);
  await page.click('dialog[open] .sheet-head button');
  await openForm();
  expect(isUnfolded()).toBe(false);
  await page.click('dialog[open] [data-level="1"]');
  expect(page.text('#player-top .player-name')).toBe('Computer · Novice');
  expect(page.find('#player-bottom')?.dataset.side).toBe('black');
  expect(page.text('#bar h1')).toBe('Twelve Men’s Morris');
  await until(() => page.find('#player-bottom .clock'));
  expect(page.text('#player-bottom .clock-time')).toBe('5:00');
});

test('a friend is one press, and has the names and the seat that are given', async () => {
  await openForm();
  await page.click('dialog[open] [data-item=change]');
  await page.click('dialog[open] input[name=mode][value=people]');
  expect(line()).toBe('Twelve Men’s Morris · A friend here · 5 minutes each + 3 seconds');
  const [white, black] = /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll('dialog[open] .names input')
  );
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll('dialog[open] .sides > .check input')
  );
  /** @param {HTMLInputElement | undefined} field @param {string} value */
  function type(field, value) {
    if (field) field.value = value;
    field?.dispatchEvent(new Event('change'));
  }
  type(white, ' Anna ');
  type(black, 'Ben');
  // The board turns, or what the far player reads does.
  for (const box of boxes) box.click();
  expect([...boxes].map((box) => box.checked)).toEqual([false, true]);
  await page.click('dialog[open] [data-item=change]');
  await page.click('dialog[open] [data-item=friend]');
  expect([page.text('#player-bottom .player-name'), page.text('#player-top .player-name')]).toEqual(
    ['Anna', 'Ben'],
  );
  await until(() => page.find('.page.facing'));
  expect(page.find('.page.far')).toBeNull();
  await page.press('d6');
  expect(page.find('.page.far')).not.toBeNull();
  // Nobody keeps them in the way of what follows.
  localStorage.removeItem('merels.names');
  await openForm();
  await page.click('dialog[open] [data-item=friend]');
  expect(page.sheet()).toBeNull();
  expect(page.text('#player-bottom .player-name')).toBe('White');
  expect(page.text('#bar h1')).toBe('Twelve Men’s Morris');
});

test('two computers begin at once, and may be chosen; another device is found', async () => {
  await openForm();
  await page.click('dialog[open] [data-item=watch]');
  expect(page.sheet()).toBeNull();
  expect(page.text('#player-bottom .player-name') + page.text('#player-top .player-name')).toMatch(
    /Computer.*Computer/,
  );
  await openForm();
  expect(line(), 'nobody here has a colour').toBe('Twelve Men’s Morris · Watch two computers');
  await page.click('dialog[open] [data-item=change]');
  await select('White plays as', '2');
  await select('Black plays as', '1');
  await page.click('dialog[open] .primary');
  expect(page.text('#player-bottom .player-name') + page.text('#player-top .player-name')).toMatch(
    /Computer.*Computer/,
  );
  await openForm();
  await page.click('dialog[open] [data-item=together]');
  await until(() => page.sheet()?.dataset.dialog === 'together');
  await page.click('dialog[open] .sheet-head button');
});

test('the name of the game opens the games to choose from', async () => {
  await openForm('#bar .change');
  expect(isUnfolded()).toBe(true);
  expect(document.activeElement?.getAttribute('value')).toBe('twelve');
  await page.click('dialog[open] input[name=variant][value=nine]');
  await page.click('dialog[open] input[name=mode][value=computer]');
  await page.click('dialog[open] .primary');
  expect(page.text('#bar h1')).toBe('Nine Men’s Morris');
});

test.each(
  /** @type {const} */ ([
    ['computer', 'You play Black · 5 minutes each'],
    ['people', 'A friend here · 5 minutes each'],
    ['message', 'By message · You play Black'],
    ['watch', 'Watch two computers'],
  ]),
)('what is chosen against %s, in a line: %s', (mode, words) => {
  const draft = /** @type {any} */ ({ mode, colour: 'black', clock: { minutes: 5, increment: 0 } });
  expect(chosenParts('Dara', draft).join(' · ')).toBe(`Dara · ${words}`);
});

test('a clock that was chosen elsewhere is offered too', () => {
  expect(offered([1, 3, 5], 4)).toEqual([1, 3, 4, 5]);
  expect(offered([1, 3, 5], 3)).toEqual([1, 3, 5]);
  expect(offered([1, 3, 5], undefined)).toEqual([1, 3, 5]);
});

test('between two devices a clock never rests, and that is not asked', () => {
  /** @type {{ minutes: number, increment: number } | null} */
  let clock = null;
  const form = clockForm(
    'pair',
    () => clock,
    (part) => (clock = part && { minutes: 5, increment: 0, ...clock, ...part }),
  );
  /** @param {number} at @param {string} value */
  function choose(at, value) {
    const field = form.querySelectorAll('select')[at];
    if (field) field.value = value;
    field?.dispatchEvent(new Event('change'));
  }
  expect(form.children).toHaveLength(1);
  choose(0, '10');
  choose(1, '3');
  expect([clock, form.children.length, form.querySelector('input')]).toEqual([
    { minutes: 10, increment: 3 },
    2,
    null,
  ]);
  choose(0, '0');
  expect([clock, form.children.length]).toEqual([null, 1]);
});

test('each step of the ladder: its rating, what it overlooks, the score against it, and whether it was beaten in this game', async () => {
  const result = {
    ended: 1,
    mode: 'computer',
    human: 'white',
    turns: 30,
    hints: 0,
    accuracy: null,
  };
  const games = [
    { ...result, id: 'a', spec: 'nine', level: 2, winner: 'white' },
    { ...result, id: 'b', spec: 'nine', level: 4, winner: 'black' },
    { ...result, id: 'c', spec: 'six', level: 6, winner: 'white' },
    { ...result, id: 'd', spec: 'nine', level: 2, winner: 'black' },
  ];
  localStorage.setItem(
    'merels.statistics',
    JSON.stringify({ version: 1, kind: 'merels-statistics', games }),
  );
  await openForm();
  const text = (/** @type {number} */ level) => page.text(`dialog[open] [data-level="${level}"]`);
  expect(text(2)).toBe(
    '2 Beginner beaten 650Closes its own mills and often overlooks yours. won 1 · lost 1',
  );
  expect(text(4)).toBe(
    '4 Hobbyist 1200Sees your reply to its move and sometimes misses something. won 0 · lost 1',
  );
  expect(text(6)).toBe('6 Tactician 1640Rarely overlooks a threat. ');
  expect(text(11)).toMatch(/^Perfect plays perfectlyKnows the value of every position/);
  expect(page.text('dialog[open] .ladder-head')).toBe(
    'Against the computerRating among Merels’ levels',
  );
  expect(names((button) => button.classList.contains('beaten'))).toEqual(['Beginner']);
});

test('each game shows a position, its men, its time and what is known', async () => {
  await page.click('dialog[open] .sheet-head button');
  await openForm('#bar .change');
  const choice = (/** @type {string} */ spec) =>
    page.find(`input[name=variant][value="${spec}"]`)?.closest('label');
  const facts = (/** @type {string} */ spec) =>
    choice(spec)?.querySelector('.choice-facts')?.textContent;
  expect(facts('nine')).toBe('9 men each · about 10 minutes · drawn with best play');
  expect(facts('seven')).toBe(
    '7 men each · about 5 minutes · the first player wins with best play',
  );
  expect(facts('morabaraba')).toBe('12 men each · about 10 minutes');
  expect(facts('marelle-triple')).toBe('9 men each · about 10 minutes');
  expect(facts('nine[fly=never]'), 'other rules').toBe('9 men each · about 10 minutes');
  expect(facts('picaria')).toBe(
    '3 men each · about 2 minutes · the first player wins with best play',
  );
  for (const { spec } of core.variants())
    expect(choice(spec)?.querySelectorAll('.man-white, .man-black').length, spec).toBeGreaterThan(
      5,
    );
});

test('games are listed by region, in each from small boards to large ones', () => {
  const groups = [...document.querySelectorAll('dialog[open] .variants h3')].map((heading) => [
    heading.textContent,
    [...(heading.nextElementSibling?.querySelectorAll('input') ?? [])].map((input) => input.value),
  ]);
  expect(groups.slice(0, 4)).toEqual([
    [
      'Europe',
      [
        'three',
        'nine-holes',
        'five',
        'six',
        'seven',
        'six-penny-madell',
        'nine',
        'lasker',
        'one-time',
        'marelle-triple',
        'eleven',
        'twelve',
      ],
    ],
    ['Africa', ['tsoro-yematatu', 'shisima', 'el-filja', 'shax', 'morabaraba']],
    [
      'Asia',
      [
        'tant-fant',
        'nao-guti',
        'cheng-san-qi',
        'dooz',
        'cham-gonu',
        'zhi-qi',
        'da-san-qi',
        'nerenchi',
        'mul-mulan',
      ],
    ],
    ['The Americas', ['picaria']],
  ]);
  const presets = core.variants().filter(({ kind }) => kind === 'preset');
  expect(Object.keys(GALLERY).sort()).toEqual(presets.map(({ spec }) => spec).sort());
  for (const [, specs] of groups.slice(0, 4)) {
    const sizes = /** @type {string[]} */ (specs).map(
      (spec) => core.rules(spec).board.points.length,
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  }
});

test('the positions shown are of their game, and go on', () => {
  for (const [spec, { position }] of Object.entries(GALLERY)) {
    const game = core.read(`${spec} ${position}`);
    const state = game.state();
    game.free();
    expect([state.spec, state.outcome, state.legal.length > 0]).toEqual([spec, null, true]);
  }
});

/** The games that are listed. */
const listed = () =>
  [...document.querySelectorAll('dialog[open] .choice')]
    .filter((item) => !(/** @type {HTMLElement} */ (item).hidden))
    .map((item) => item.querySelector('input')?.value);
/** @param {string} text */
async function find(text) {
  const field = /** @type {HTMLInputElement} */ (page.find('dialog[open] .gallery-search'));
  field.value = text;
  field.dispatchEvent(new Event('input'));
  await pass();
}

test.each([
  ['tapatan', ['three']],
  ['luk tsut ki', ['three']],
  ['Fanorona', ['three']],
  ['AKIDADA', ['nine-holes']],
  ['san noku', ['nine-holes']],
  ['Djara-Badakh', ['nine-holes[fly=never]']],
  ['achi', ['six[protect=never]', 'three[men=4]']],
  ['triodi', ['nine[fly=never,protect=never]', 'twelve[fly=never,men=9,protect=never]']],
  ['La Chascona', ['nine[fly=never]']],
  ['rundmuhle', ['shisima[begin=hand]']],
  ['Les Pendus', ['three[fly=always]']],
  ['Kraitchik', ['three[fly=always]']],
  ['merrills', ['nine']],
  ['cowboy', ['nine']],
  ['malom', ['nine']],
  ['mlynek', ['nine']],
  ['Mølle', ['nine']],
  ['tintar', ['nine']],
  ['umlabalaba', ['morabaraba']],
  ['epelle', ['tant-fant']],
  ['driesticken', ['nine-holes']],
  ['dooz', ['dooz']],
  ['from china', ['cheng-san-qi', 'zhi-qi', 'da-san-qi']],
  ['chess', []],
])('%s is found under its names', async (text, specs) => {
  await find(text);
  expect(listed()).toEqual(specs);
  expect(page.text('dialog[open] .gallery-found')).toBe(
    specs.length ? `${specs.length} game${specs.length > 1 ? 's' : ''}` : 'No game of that name',
  );
  expect(
    [...document.querySelectorAll('dialog[open] .variants h3')].filter(
      (heading) => !(/** @type {HTMLElement} */ (heading).hidden),
    ),
  ).toHaveLength(Math.min(1, specs.length));
});

test('a game under another name can be played, each once', () => {
  const specs = NAMED.map(({ spec }) => spec);
  expect(new Set(specs).size).toBe(specs.length);
  for (const { spec } of NAMED) {
    expect(core.rules(spec).spec).toBe(spec);
    core.start(spec).free();
  }
});

test('a region on the map leads to its games, whatever was searched for', async () => {
  await find('tapatan');
  await page.click('dialog[open] .map-region[data-region=africa]');
  expect(document.activeElement?.textContent).toBe('Africa');
  expect(listed().length).toBeGreaterThan(27);
  expect(
    [...document.querySelectorAll('dialog[open] .map-region')].map((button) => button.textContent),
  ).toEqual(['Europe 12', 'Africa 5', 'Asia 9', 'The Americas 1']);
});

test('no land is cut off the map', () => {
  const [left = 0, top = 0, width = 0, height = 0] = (
    page.find('dialog[open] .map-land')?.getAttribute('viewBox') ?? ''
  )
    .split(' ')
    .map(Number);
  const land = page.find('dialog[open] .map-land path')?.getAttribute('d') ?? '';
  // As far south as America goes.
  let south = 0;
  for (const coast of land.split('M').filter(Boolean)) {
    const steps = (coast.match(/-?\d+/g) ?? []).map(Number);
    let [x, y] = [0, 0];
    for (let i = 0; i < steps.length; i += 2) {
      [x, y] = [x + (steps[i] ?? 0), y + (steps[i + 1] ?? 0)];
      expect([x >= left && x <= left + width, y >= top && y <= top + height], `${x} ${y}`).toEqual([
        true,
        true,
      ]);
      south = Math.max(south, y);
    }
  }
  expect(south).toBe(108);
});

test('a game under another name is chosen, and its place is marked on the map', async () => {
  await page.click('dialog[open] input[name=variant][value="six[protect=never]"]');
  expect(line()).toContain('Achi');
  expect(document.querySelectorAll('dialog[open] .map .chosen')).toHaveLength(0);
  await page.click('dialog[open] input[name=variant][value=shax]');
  expect(document.querySelectorAll('dialog[open] .map .chosen')).toHaveLength(1);
  expect(
    page
      .find('dialog[open] input[name=variant][value=cham-gonu]')
      ?.closest('label')
      ?.querySelector('.picture > path:last-child')
      ?.getAttribute('d'),
  ).toContain('M');
});

test('the game whose rules were changed is marked when the form opens again', async () => {
  await page.click('dialog[open] input[name=variant][value=nine]');
  await select('Men in a mill', 'never');
  const checked = () =>
    page.find('dialog[open] input[name=variant]:checked')?.getAttribute('value');
  expect(checked()).toBe('nine');
  await page.click('dialog[open] .sheet-head button');
  await openForm('#bar .change');
  expect(checked()).toBe('nine');
});
