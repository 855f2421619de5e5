// @vitest-environment happy-dom
/** What the whole page wires together. */
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, pass, until } from './page.js';

const page = await openPage();

beforeEach(async () => {
  // Two people, so that every turn is a press.
  await page.start('people');
});
afterEach(() => {
  page.sheet()?.close();
});
afterAll(() => void vi.useRealTimers());

test('the rules of the game are one press away', async () => {
  await page.click('[data-action=rules]');
  await until(page.sheet);
  expect(page.sheet()?.querySelector('h2')?.textContent).toBe('Rules of this game');
});

describe('single keys', () => {
  test.each([
    ['?', 'Keyboard'],
    ['n', 'New game'],
    ['l', 'Rules of this game'],
    ['s', 'Share and import'],
  ])('%s opens "%s"', async (key, title) => {
    await page.key(key);
    await until(page.sheet);
    expect(page.sheet()?.querySelector('h2')?.textContent).toBe(title);
  });

  test('they are switched off in their list', async () => {
    const single = () =>
      /** @type {HTMLInputElement} */ (page.find('dialog[open] input[type=checkbox]'));
    await page.key('?');
    await until(page.sheet);
    single().click();
    page.sheet()?.close();
    await page.key('n');
    expect(page.sheet()).toBeNull();
    await page.click('[data-action=settings]');
    await until(page.sheet);
    await page.click('dialog[open] [data-item=help]');
    await until(() => page.text('dialog[open] h2') === 'Keyboard');
    expect(single().checked).toBe(false);
    single().click();
    page.sheet()?.close();
    await page.key('n');
    await until(() => page.text('dialog[open] h2') === 'New game');
  });

  test('k opens the kept games', async () => {
    await page.key('k');
    await until(() => page.text('#screen h1') === 'Your games');
    expect(location.hash).toBe('#/games');
    await page.door('play');
  });

  test('t turns the board', async () => {
    const side = () => page.find('#player-bottom')?.dataset.side;
    expect(side()).toBe('white');
    await page.key('t');
    expect(side()).toBe('black');
    await page.key('t');
    expect(side()).toBe('white');
  });

  test('u takes back, y makes again, held down several times', async () => {
    await page.press('d6', 'a1', 'f4');
    const count = () => page.merels.line.replace(/[^WB]/g, '').length;
    const undone = () =>
      [...document.querySelectorAll('#moves .undone')].map((move) => move.textContent);
    await page.key('u');
    expect(count()).toBe(2);
    await page.key('u', { repeat: true });
    expect(count()).toBe(1);
    expect(undone()).toEqual(['a1', 'f4']);
    await page.key('y');
    await page.key('y', { repeat: true });
    expect(count()).toBe(3);
    expect(undone()).toEqual([]);
    await page.key('z', { ctrlKey: true });
    expect(count()).toBe(2);
    await page.key('y', { ctrlKey: true });
    expect(count()).toBe(3);
    await page.key('ArrowLeft');
    expect(count()).toBe(2);
    await page.key('ArrowRight');
    expect(count()).toBe(3);
  });

  test('r reads the board aloud', async () => {
    await page.press('d6');
    await page.key('r');
    await until(() => page.text('#reading'));
    expect(page.text('#reading')).toMatch(/^Rank 7: empty\. Rank 6: White d6\./);
  });

  test('o goes to the board', async () => {
    await page.key('o');
    expect(document.activeElement?.getAttribute('data-point')).toBe('a7');
    const first = /** @type {HTMLElement} */ (page.find('a, button, input, [tabindex="0"]'));
    expect(first.textContent).toBe('Skip to the board');
    first.focus();
    first.click();
    expect(document.activeElement?.getAttribute('data-point')).toBe('a7');
  });

  test('m opens a field for a turn, a letter begins one, and what is wrong is refused in words', async () => {
    const field = () =>
      /** @type {HTMLInputElement | null} */ (page.find('form:not([hidden]) #typed'));
    await page.key('m');
    await until(field);
    expect(field()?.value).toBe('');
    field()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(field()).toBeNull();
    await page.key('d');
    expect(field()?.value).toBe('d');
    /** @type {HTMLInputElement} */ (field()).value = ' D6 ';
    field()?.form?.requestSubmit();
    await pass();
    expect(page.merels.line).toContain('3/1W1/3');
    expect(field()?.value).toBe('');
    for (const [typed, reason] of /** @type {[string, RegExp][]} */ ([
      ['d6', /d6/],
      ['z9', /^“z9” isn’t a move here\.$/],
      ['', /Type a move first/],
    ])) {
      /** @type {HTMLInputElement} */ (field()).value = typed;
      field()?.form?.requestSubmit();
      expect(page.text('#typed-error')).toMatch(reason);
      expect(document.activeElement).toBe(field());
    }
    /** @type {HTMLInputElement} */ (field()).value = 'rg4';
    field()?.form?.requestSubmit();
    field()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await page.key('m');
    expect(field()?.value).toBe('');
    expect(page.text('#typed-error')).toBe('');
    field()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });

  test('h gives a hint', async () => {
    await page.key('h');
    await until(() => page.text('.status-text').startsWith('Look here'));
    await page.key('Escape');
    expect(page.text('.status-text')).toBe('White’s turn. Place a man.');
  });

  test('v shows the exact values and hides them', async () => {
    const values = () => page.find('#values')?.hidden;
    expect(values()).toBe(true);
    await page.key('v');
    await until(() => values() === false);
    await page.key('v');
    await until(() => values() === true);
  });

  test('x begins and ends the analysis', async () => {
    const analysis = () => page.find('#analysis')?.hidden;
    expect(analysis()).toBe(true);
    await page.key('x');
    await until(() => analysis() === false);
    await page.key('x');
    await until(() => analysis() === true);
  });
});

describe('the doors', () => {
  const at = () => [
    location.hash,
    page.find('[data-door][aria-current]')?.dataset.door,
    page.text('#screen h1'),
    page.find('#page')?.classList.contains('away'),
  ];

  test('each leads to a screen of its own, with its name in the title, and the game waits', async () => {
    await page.press('d6', 'a1');
    const { line } = page.merels;
    for (const [door, title] of [
      ['learn', 'Learn'],
      ['puzzles', 'Puzzles'],
      ['games', 'Your games'],
    ]) {
      await page.door(door ?? '');
      await until(() => page.text('#screen h1') === title);
      expect(at()).toEqual([`#/${door}`, door, title, true]);
      expect(document.title).toBe(`${title} · Merels`);
      expect(document.activeElement).toBe(page.find('#screen h1'));
      // What the keys of the game do, they do at the table only.
      await page.key('u');
      await page.key('ArrowLeft');
      expect(page.merels.line).toBe(line);
    }
    expect(page.text('.way-back')).toBe('Your game: your turn');
    expect(page.find('[data-door=play]')?.getAttribute('aria-label')).toBe(
      'Play. Your game: your turn',
    );
    await page.click('.way-back');
    expect(at()).toEqual(['', 'play', '', false]);
    expect(page.find('[data-door=play]')?.getAttribute('aria-label')).toBeNull();
    expect(document.title).toBe('Nine Men’s Morris · Merels');
    expect(page.merels.line).toBe(line);
  });

  test('the analysis is that of the game at the table, and ends as one leaves it', async () => {
    await page.start('computer');
    await page.press('d6');
    await pass(2000);
    await page.door('analyse');
    await until(() => page.find('#analysis')?.hidden === false);
    expect(at()).toEqual(['#/analyse', 'analyse', '', false]);
    expect(page.text('#player-bottom .player-name')).toBe('You');
    await page.button('Start', '#actions');
    const { line } = page.merels;
    await page.door('learn');
    await until(() => page.text('#screen h1') === 'Learn');
    await until(() => page.merels.line !== line);
    expect(page.find('#analysis')?.hidden).toBe(true);
    await page.door('play');
    expect(page.text('#moves .movelist')).toMatch(/^1\.d6a7$/);
  });

  test('a game between two people is not analysed before its end', async () => {
    await page.press('d6');
    await page.door('analyse');
    await until(() => page.text('#screen h1') === 'Analyse');
    expect(page.text('#screen')).toContain('once it is over');
    expect(page.find('#analysis')?.hidden).toBe(true);
    await page.button('Set up a position', '#screen');
    await until(() => page.find('.editor'));
    expect(at()).toEqual(['', 'play', '', false]);
    await page.button('Cancel', '.editor');
  });

  test('another game that is opened is shown', async () => {
    await page.door('learn');
    await until(() => page.text('#screen h1') === 'Learn');
    await page.start('people', 'six');
    expect(at()).toEqual(['', 'play', '', false]);
  });
});

describe('a game', () => {
  test('is given up after a question, and begins anew by a rematch', async () => {
    await page.start('computer');
    await page.resign();
    await page.button('Keep playing', 'dialog[open]');
    expect(page.merels.outcome).toBeNull();
    await page.resign();
    expect(page.text('dialog[open] .sheet-body')).toBe('Black will win.');
    await page.button('Resign', 'dialog[open]');
    expect(page.text('.status-text')).toBe('You resigned.');
    await until(() => page.find('.end'));
    expect(page.buttons('.end-buttons')).toEqual(['Rematch', 'Review']);
    await page.button('Rematch');
    expect(page.find('#player-bottom')?.dataset.side).toBe('black');
    await pass(2000);
    expect(page.text('.status-text')).toBe('Your turn. Place a man.');
    expect(page.merels.line).toMatch(/ b 8,9 /);
  });

  test('a draw is offered at one screen, declined and agreed', async () => {
    await page.press('d6');
    await page.click('[data-action=draw]');
    expect(page.text('.status-text')).toBe('Black offers a draw. White, do you accept?');
    expect(page.text('#live')).toBe('Black offers a draw. White, do you accept?');
    await page.button('Decline');
    expect(page.merels.outcome).toBeNull();
    await page.click('[data-action=draw]');
    await page.button('Accept');
    expect(page.merels.outcome).toMatchObject({ winner: null, reason: 'agreement' });
    expect(page.text('.status-text')).toBe('Draw by agreement.');
  });

  test('against the computer is taken back to the person’s own turn, and walked through', async () => {
    await page.start('computer');
    const begin = page.merels.line;
    await page.press('d6');
    await pass(2000);
    const after = page.merels.line;
    expect(page.text('#moves .movelist')).toMatch(/^1\.d6a7$/);
    await page.button('Take back', '#actions');
    expect(page.merels.line).toBe(begin);
    await page.button('Redo', '#actions');
    expect(page.merels.line).toBe(after);
    // On the computer's turn in the past it waits until it is asked to go on.
    await page.click('#moves .move');
    await pass(2000);
    expect(page.text('.status-text')).toBe('Black to move.');
    await page.button('Continue', '#status');
    await pass(2000);
    expect(page.merels.line).toBe(after);
  });

  test('of two computers is paused and stepped, and a pace is chosen', async () => {
    await page.start('watch', 'six');
    await pass(1500);
    const count = () => document.querySelectorAll('#moves .move').length;
    expect(count()).toBeGreaterThan(0);
    await page.button('Pause', '#status');
    const before = count();
    await pass(10_000);
    expect(count()).toBe(before);
    await page.button('Step', '#status');
    await pass(500);
    expect(count()).toBe(before + 1);
    await page.click('#actions [data-action=pace]');
    await until(page.sheet);
    const fast = [...(page.sheet()?.querySelectorAll('label') ?? [])].find(
      (label) => label.textContent === 'Fast',
    );
    fast?.querySelector('input')?.click();
    page.sheet()?.close();
    await page.button('Continue', '#status');
    await pass(1500);
    expect(count()).toBeGreaterThan(before + 5);
    await page.button('Pause', '#status');
  });

  test('shows who plays, what is in hand and what is lost', async () => {
    await page.press('d6', 'a1', 'b6', 'd7', 'f6', 'a1');
    expect(page.text('#player-top .player-note')).toBe('placing · 7 in hand · 1 lost');
    expect(page.text('#player-bottom .player-note')).toBe('placing · 6 in hand');
    expect(page.text('#live')).toBe('Mill! White plays f6, takes a1. Black’s turn. Place a man.');
  });
});

test('a position that was being set up is cancelled, and two computers play on', async () => {
  await page.start('watch', 'six');
  await pass(1500);
  const count = () => document.querySelectorAll('#moves .move').length;
  await page.key('p');
  await until(() => page.find('.editor'));
  const before = count();
  await pass(10_000);
  expect(count()).toBe(before);
  await page.button('Cancel', '.editor');
  await pass(3000);
  expect(page.find('.editor')).toBeNull();
  expect(count()).toBeGreaterThan(before);
  await page.button('Pause', '#status');
});

// The last one: it leaves the page so.
test('p sets up a position, where no other single key is a command', async () => {
  await page.key('p');
  await until(() => page.find('.editor'));
  await page.key('n');
  await pass(100);
  expect(page.sheet()).toBeNull();
});

test('the link of a turn by message, copied from "Share and import", counts as sent', async () => {
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async () => {} },
  });
  await page.click('[data-action=new]');
  await until(page.sheet);
  await page.click('dialog[open] [data-item=message]');
  await page.press('d6');
  await until(() => page.text('#link-title') === 'Send this link to your friend');
  await page.key('s');
  await until(page.sheet);
  await page.button('Copy: This position', 'dialog[open]');
  expect(page.text('#link-title')).toBe('Send this link to your friend');
  await page.button('Copy: Link to this game', 'dialog[open]');
  await until(() => page.text('#link-title') === 'Waiting for your friend');
  await page.click('dialog[open] .sheet-head button');
});

test('a broken link of a million letters is shown cut, with the reason', async () => {
  location.hash = `#m=${'x'.repeat(1_000_000)}`;
  await until(page.sheet);
  const field = /** @type {HTMLTextAreaElement} */ (page.sheet()?.querySelector('#paste'));
  expect(field.value.length).toBeLessThan(30_000);
  expect(field.value.slice(-3)).toBe('xx…');
  expect(page.sheet()?.querySelector('#paste-error')?.textContent).not.toBe('');
  history.replaceState(null, '', location.pathname);
});

/** Opens a text from the sheet. @param {string} text */
async function openText(text) {
  if (!page.sheet()) await page.key('s');
  await until(page.sheet);
  /** @type {HTMLTextAreaElement} */ (page.find('#paste')).value = text;
  await page.button('Open', 'dialog[open]');
}

test('texts that cannot be read leave a message at the field, and the game as it was', async () => {
  await page.press('d6');
  const { line } = page.merels;
  for (const text of [
    'nonsense',
    'nine 3/3/3/6/3/3/3 w 9,9 0',
    'nine 3/3/3/6/3/3/4 w 9,9 0 1',
    'nine 3/3/3/6/3/3/3 w 12,9 0 1',
    'nine[fly=sideways] 3/3/3/6/3/3/3 w 9,9 0 1',
    '[Variant "nine"]\n\n1. d6 d6 *',
    '********/********/*** w p p 0 9 0 9 0 0 0 0 0',
    '12 12',
    'x',
    '\u0000\uffff',
  ]) {
    await openText(text);
    const field = page.find('#paste');
    expect(field?.getAttribute('aria-invalid'), text).toBe('true');
    expect(page.text('#paste-error'), text).not.toBe('');
    expect(document.activeElement).toBe(field);
    expect(page.merels.line).toBe(line);
    /** @type {HTMLElement} */ (document.activeElement).blur();
  }
  await openText('');
  expect(page.text('#paste-error')).toBe('Paste something or choose a file first.');
});

test('other programs’ positions and games are opened', async () => {
  for (const [text, line] of /** @type {const} */ ([
    ['********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1', 'nine 3/3/3/6/3/3/3 w 9,9 0 1'],
    ['1. 5 14 2. 1', 'nine W2/1W1/3/4B1/3/3/3 b 7,8 0 2'],
    ['  six 3/3/4/3/3 b 6,6 0 1\n', 'six 3/3/4/3/3 b 6,6 0 1'],
  ])) {
    await openText(text);
    await until(() => page.sheet() === null);
    expect(page.merels.line).toBe(line);
  }
});

test.each([
  ['FEN', /^[O@X*]{8}\//, 'cham-gonu BBW/BWW/XWX/B2BBW/WBW/W1B/BWW b 1,2 0 11'],
  ['MFEN', /^MFEN/, 'morabaraba W1W/B1B/3/6/3/2B/2W w 0,0 4 10 d1-a7,-'],
])(
  '%s, which does not tell the rules, is opened by those of the game on the table',
  async (_, form, line) => {
    await openText(line);
    await until(() => page.merels.line === line);
    await page.key('s');
    await until(page.sheet);
    const fen = [...document.querySelectorAll('dialog[open] input')]
      .map((field) => /** @type {HTMLInputElement} */ (field).value)
      .find((text) => form.test(text));
    page.sheet()?.close();
    await page.start('people', line.split(' ')[0] ?? '');
    expect(page.merels.line).not.toBe(line);
    await openText(fen ?? '');
    await until(() => page.sheet() === null);
    expect(page.merels.line).toBe(line);
  },
);

test('a damaged link says so, and leaves the game as it was', async () => {
  await page.press('d6');
  const { line } = page.merels;
  for (const hash of ['#position=nine%203/3/3/6/3', '#game=%E0%A4%A']) {
    location.hash = hash;
    await until(page.sheet);
    expect(page.text('dialog[open] h2')).toBe('Share and import');
    expect(page.text('#paste-error')).toContain('This link doesn’t work');
    expect(page.merels.line).toBe(line);
    page.sheet()?.close();
    history.replaceState(null, '', location.pathname);
  }
});

test('a long text that is pasted is read whole and shown cut', async () => {
  await page.key('s');
  await until(page.sheet);
  const field = /** @type {HTMLTextAreaElement} */ (page.sheet()?.querySelector('#paste'));
  const pasted = (/** @type {string} */ text) => {
    const event = new Event('paste', { cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    field.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(pasted('1. d6 *')).toBe(false);
  expect(pasted(`1. d6 {${'x '.repeat(20_000)}`)).toBe(true);
  expect(field.value.slice(-1)).toBe('…');
  expect(page.sheet()?.querySelector('#paste-error')?.textContent).not.toBe('');
  // What can be read is opened.
  expect(
    pasted(`1. d6 {${'word '.repeat(2_000)}} f4 ${'{again} '.repeat(2_000)}*`.padEnd(30_000)),
  ).toBe(true);
  await until(() => page.sheet() === null);
});

test('the page follows a language that is chosen in another tab, and writes nothing', async () => {
  const { lang } = document.documentElement;
  for (const code of ['de', lang]) {
    const text = JSON.stringify({ version: 1, saved: Date.now(), code });
    localStorage.setItem('merels.language', text);
    dispatchEvent(new StorageEvent('storage', { key: 'merels.language', newValue: text }));
    await until(() => document.documentElement.lang === code);
    expect(localStorage.getItem('merels.language')).toBe(text);
  }
});

test('dates in the list of games are written in the language that is spoken when it opens', async () => {
  await page.start('people');
  await page.press('d6');
  // Walked away from, it has a date instead of "now on the board".
  await page.start('people');
  await page.press('a1');
  const { lang } = document.documentElement;
  /** @param {string} language */
  const dates = async (language) => {
    document.documentElement.lang = language;
    await page.key('k');
    await until(() => page.find('#screen .game-about'));
    const found = [...document.querySelectorAll('#screen .game-about')].map(
      (about) => about.textContent,
    );
    await page.door('play');
    return found;
  };
  const today = (/** @type {string} */ language) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(Date.now());
  const [german, japanese] = [await dates('de'), await dates('ja')];
  document.documentElement.lang = lang;
  expect(
    german.some((date) => date?.includes(today('de'))),
    String(german),
  ).toBe(true);
  expect(
    japanese.some((date) => date?.includes(today('ja'))),
    String(japanese),
  ).toBe(true);
});
