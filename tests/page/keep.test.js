// @vitest-environment happy-dom
/** What a page finds again that begins with what another one has stored. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClocks } from '../../www/app/game/clocks.ts';
import {
  currentId,
  keyOf,
  removeGame,
  setCurrent,
  storeText,
  storedGames,
  storedText,
} from '../../www/app/storage/games.ts';
import { bringBack } from '../../www/app/storage/local.ts';
import { createAutosave } from '../../www/app/game/autosave.ts';
import { setNotice, shownMen } from '../../www/app/state.ts';
import {
  readDraft,
  readLook,
  readSingleKeys,
  saveDraft,
  saveLook,
  saveSingleKeys,
} from '../../www/app/storage/storage.ts';
import { statusText } from '../../www/app/game/words.ts';
import { reopen } from '../../www/app/game/restore.ts';
import { COMPUTER, core, createTable, pass, sitDown } from './table.js';
import { shownTimes } from '../../www/app/game/clock-state.ts';

/** @type {AbortController} */
let over;

beforeEach(() => {
  over = new AbortController();
  // What listens is of one page only.
  const { addEventListener } = window;
  vi.stubGlobal('addEventListener', (/** @type {string} */ type, /** @type {any} */ hear) =>
    addEventListener.call(window, type, hear, { signal: over.signal }),
  );
});
afterEach(() => {
  over.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page that keeps its game. @param {Parameters<typeof createTable>[0]} [wish] */
async function kept(wish) {
  const table = await createTable(wish);
  createAutosave(table.store, table.session);
  await pass();
  return table;
}

/** The page is loaded again. */
async function again() {
  over.abort();
  over = new AbortController();
  const table = await sitDown();
  createAutosave(table.store, table.session);
  void table.session.proceed();
  await pass();
  return table;
}

describe('a second copy', () => {
  test('of a game that was deleted does not bring it back, and of one that was given back does', async () => {
    const table = await kept(COMPUTER);
    await table.press('d6');
    const { id } = table.state().slot;
    const text = storedText(id) ?? '';
    localStorage.removeItem(keyOf(id));
    bringBack([[{ key: keyOf(id), text }]]);
    expect(storedText(id), 'lost, not deleted').toBe(text);
    removeGame(id);
    bringBack([null]);
    bringBack([[{ key: keyOf(id), text }]]);
    expect(storedText(id), 'deleted').toBeNull();
    storeText(id, text);
    localStorage.removeItem(keyOf(id));
    bringBack([[{ key: keyOf(id), text }]]);
    expect(storedText(id), 'given back').toBe(text);
    removeGame(id);
    bringBack([[{ key: keyOf('another'), text }]]);
    expect(
      Object.keys(localStorage).filter((key) => key.startsWith('merels.erased.')),
      'the copy is gone',
    ).toEqual([]);
  });
});

describe('a new tab', () => {
  test('opens the game in which the last turn was played, though another tab has begun one since', async () => {
    const table = await kept({ ...COMPUTER, mode: 'people' });
    await table.press('d6');
    const { id } = table.state().slot;
    storeText('another', storedText(id) ?? '');
    setCurrent('another');
    expect(currentId()).toBe('another');
    await table.press('f4');
    sessionStorage.clear();
    expect(currentId()).toBe(id);
  });
});

describe('a reload', () => {
  test('goes on with the game, and with who is to move', async () => {
    const table = await kept(COMPUTER);
    await table.press('d6');
    await pass(100);
    const { line } = table.state().game;
    const next = await again();
    expect(next.state().game.line).toBe(line);
    expect(next.played()).toEqual(['d6', 'a7']);
    await next.press('f4');
    await pass(1000);
    expect(next.played()).toHaveLength(4);
  });

  test('lets the computer answer the turn that it had not answered', async () => {
    const table = await kept(COMPUTER);
    table.computer.hold = true;
    await table.press('d6');
    const next = await again();
    await pass(1000);
    expect(next.played()).toEqual(['d6', 'a7']);
  });

  test('brings back the capture that is still to be chosen', async () => {
    const table = await kept();
    await table.play('d6', 'a1', 'b6', 'd7');
    await table.press('f6');
    const next = await again();
    expect(statusText(next.state())).toBe('Mill! White takes a black piece.');
    expect(shownMen(next.state())).toEqual(shownMen(table.state()));
    await next.press('a1');
    expect(next.played().at(-1)).toBe('f6xa1');
  });

  test('keeps the place in the middle of a game, and what was played after it', async () => {
    const table = await kept({ spec: 'six' });
    await table.play('a1', 'a5', 'e1');
    table.session.undo();
    table.session.undo();
    await pass();
    const next = await again();
    expect(next.played()).toEqual(['a1']);
    expect(next.state().game.moves.map(({ text }) => text)).toEqual(['a1', 'a5', 'e1']);
    next.session.redo();
    expect(next.played()).toEqual(['a1', 'a5']);
  });

  test('lets the computer wait in a game in which somebody had walked back', async () => {
    const table = await kept(COMPUTER);
    await table.press('d6');
    await pass(1000);
    table.session.step(-1);
    await pass();
    expect(table.state().paused).toBe(true);
    const next = await again();
    await pass(1000);
    expect(next.state().paused).toBe(true);
    expect(next.played()).toEqual(['d6']);
  });

  test('keeps the result, the rules, the side at the bottom, and who plays', async () => {
    const table = await kept({
      ...COMPUTER,
      spec: 'nine[fly=never,men=5]',
      human: 'black',
      levels: { white: 2, black: 7 },
    });
    table.session.resign();
    await pass();
    const next = await again();
    expect(statusText(next.state())).toBe('You resigned.');
    expect(next.state()).toMatchObject({
      flipped: true,
      settings: { human: 'black', levels: { white: 2, black: 7 }, spec: 'nine[fly=never,men=5]' },
    });
    expect(next.state().rules.name).toMatch(/^Custom, from Nine Men.s Morris$/);
  });

  test('keeps what is left on the clocks, at each turn that may be taken back', async () => {
    const table = await kept({ clock: { minutes: 10, increment: 5, rests: true } });
    createClocks(table.store, table.session);
    await table.play('d6');
    await pass(100_000);
    await table.play('a1');
    await pass(200_000);
    await table.play('b6');
    const node = (/** @type {import('./table.js').Table} */ of, /** @type {string} */ text) =>
      of.state().game.moves.find((m) => m.text === text)?.id ?? 0;
    const times = (/** @type {import('./table.js').Table} */ of) =>
      ['d6', 'a1', 'b6'].map((text) => {
        of.session.goTo(node(of, text));
        return shownTimes(of.state(), performance.now());
      });
    const before = times(table);
    expect(before).toEqual([
      { white: 600_000, black: 600_000 },
      { white: 600_000, black: 505_000 },
      { white: 405_000, black: 505_000 },
    ]);
    await pass();
    const next = await again();
    expect(times(next)).toEqual(before);
  });
});

describe('a page from the back/forward cache', () => {
  const restoreFromCache = () =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

  test('says that another tab has played on, and shows it', async () => {
    const table = await kept();
    await table.play('d6');
    const { id } = table.state().slot;
    localStorage.setItem(
      keyOf(id),
      (storedText(id) ?? '')
        .replace('1. d6', '1. d6 g1')
        .replace('"path":["d6"]', '"path":["d6","g1"]'),
    );
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(table.state().notice).toBeNull();
    restoreFromCache();
    expect(table.state().notice?.text).toEqual({ key: 'notice.elsewhere' });
    table.state().notice?.action?.run();
    expect(table.played()).toEqual(['d6', 'g1']);
    expect(storedGames()).toHaveLength(1);
  });

  test('is reloaded with its own game, whatever its tab has opened since', async () => {
    const table = await kept();
    await table.play('d6');
    const { id } = table.state().slot;
    storeText('another', (storedText(id) ?? '').replaceAll('d6', 'a1'));
    setCurrent('another');
    restoreFromCache();
    expect((await again()).played()).toEqual(['d6']);
  });
});

describe('what is stored', () => {
  test('a game in which nothing was played takes no place in the list', async () => {
    const table = await kept();
    table.session.newGame(table.state().settings);
    await pass();
    table.session.newGame(table.state().settings);
    await pass();
    expect(storedGames()).toHaveLength(1);
    await table.play('d6');
    table.session.newGame(table.state().settings);
    await pass();
    expect(storedGames()).toHaveLength(2);
  });

  test('a game that another tab has played on becomes two: nothing is lost', async () => {
    const table = await kept();
    await table.play('d6');
    const { id } = table.state().slot;
    const mine = localStorage.getItem(keyOf(id)) ?? '';
    const theirs = JSON.stringify({
      ...JSON.parse(mine),
      record: JSON.parse(mine).record.replace('d6', 'd6 g1'),
      path: ['d6', 'g1'],
    });
    localStorage.setItem(keyOf(id), theirs);
    await table.play('a1');
    expect(table.state().slot.id).not.toBe(id);
    expect(table.state().notice?.text).toEqual({ key: 'notice.forked' });
    expect(localStorage.getItem(keyOf(id))).toBe(theirs);
    expect(storedGames().map(({ text }) => JSON.parse(text).path)).toEqual(
      expect.arrayContaining([
        ['d6', 'g1'],
        ['d6', 'a1'],
      ]),
    );
    table.store.update((s) => setNotice(s, null));
  });

  test.each([
    ['is not JSON', '{"version":1,'],
    ['is of another version', '{"version":99,"record":"*"}'],
    [
      'holds a broken record',
      JSON.stringify({
        version: 1,
        settings: { spec: 'nine', mode: 'people', human: 'white', levels: { white: 1, black: 1 } },
        record: '[Variant "nine"]\n\n1. d6 z9 *',
        path: [],
        half: null,
        flipped: false,
        paused: false,
      }),
    ],
  ])('a game that %s is kept and offered, and a new one begins', async (_, text) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.useFakeTimers();
    localStorage.clear();
    sessionStorage.clear();
    localStorage.setItem(keyOf('a-1'), text);
    setCurrent('a-1');
    sessionStorage.clear();
    const next = await again();
    expect(next.found.unreadable).toBe(text);
    expect(next.played()).toEqual([]);
    expect(Object.values({ ...localStorage })).toContain(text);
    await next.press('d6');
    await pass(1000);
    expect(next.played()).toHaveLength(2);
  });

  test('a game of the first version, which knew no clocks, goes on', async () => {
    vi.useFakeTimers();
    localStorage.clear();
    sessionStorage.clear();
    const first = {
      version: 1,
      settings: { spec: 'nine', mode: 'people', human: 'white', levels: { white: 3, black: 3 } },
      record: '[Variant "nine"]\n\n1. d6 a1 2. b6 d7 *\n',
      path: ['d6', 'a1', 'b6'],
      half: null,
      flipped: true,
      paused: false,
    };
    localStorage.setItem(keyOf('a-1'), JSON.stringify(first));
    setCurrent('a-1');
    sessionStorage.clear();
    const next = await again();
    expect(next.played()).toEqual(['d6', 'a1', 'b6']);
    expect(next.state()).toMatchObject({
      flipped: true,
      clock: null,
      settings: { mode: 'people', turning: false, pace: 700 },
    });
    expect(next.state().game.moves).toHaveLength(4);
    await next.play('g7');
    expect(storedGames()).toHaveLength(1);
    expect((await again()).played()).toEqual(['d6', 'a1', 'b6', 'g7']);
  });

  test('the look is kept by what was changed, and what is stored is not trusted', () => {
    localStorage.clear();
    const usual = readLook();
    saveLook({ ...usual, reply: 'slow', thinking: 5000 }, usual);
    expect(readLook()).toEqual({ ...usual, reply: 'slow', thinking: 5000 });
    const stored = JSON.parse(localStorage.getItem('merels.look') ?? '');
    localStorage.setItem(
      'merels.look',
      JSON.stringify({
        ...stored,
        material: 'wood',
        reply: 'never',
        thinking: 1e9,
        volume: 101,
        entry: 'drag',
        threats: 'no',
      }),
    );
    expect(readLook()).toEqual({ ...usual, material: 'wood', entry: 'drag' });
  });

  test('so are the form, and whether single keys are commands', () => {
    localStorage.clear();
    expect([readDraft(), readSingleKeys()]).toEqual([null, true]);
    /** @type {import('../../www/app/types.ts').Draft} */
    const draft = {
      spec: 'morabaraba',
      mode: 'watch',
      colour: 'toss',
      levels: { white: 2, black: 7 },
      clock: null,
      turning: true,
      pace: 300,
    };
    saveDraft(draft);
    saveSingleKeys(false);
    expect([readDraft(), readSingleKeys()]).toEqual([draft, false]);
    saveSingleKeys(true);
  });
});

test('without storage the game is played all the same', async () => {
  const table = await kept();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await table.play('d6', 'f4');
  expect(table.played()).toEqual(['d6', 'f4']);
});

test('a stored game whose place is not in its record is refused, and its memory given back', async () => {
  const table = await kept();
  await table.play('d6');
  await pass(1000);
  const { id = '', text = '' } = storedGames()[0] ?? {};
  /** @type {import('vitest').Mock[]} */
  const freed = [];
  const watched = Object.create(core, {
    fromRecord: {
      value: (/** @type {string} */ record) => {
        const game = core.fromRecord(record);
        freed.push(vi.spyOn(game, 'free'));
        return game;
      },
    },
  });
  reopen(watched, id, text).game.free();
  expect(freed[0]).toHaveBeenCalledTimes(1);
  expect(() => reopen(watched, id, JSON.stringify({ ...JSON.parse(text), path: ['a1'] }))).toThrow(
    'a1',
  );
  expect(freed[1]).toHaveBeenCalledTimes(1);
});
