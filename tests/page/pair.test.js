// @vitest-environment happy-dom
/**
 * Two people: their names beside the board, at the end and in the record, and the score between
 * them.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { createEndPanel } from '../../www/app/game/end-panel.ts';
import { isFar } from '../../www/app/game/facing.ts';
import { isName } from '../../www/app/storage/name.ts';
import { pairText, points, scoreLine } from '../../www/app/game/pair.ts';
import { playerName } from '../../www/app/game/words.ts';
import { recordWithTags } from '../../www/app/share/record.ts';
import { tell } from '../../www/app/i18n/i18n.ts';
import { createAutosave } from '../../www/app/game/autosave.ts';
import { readSaved, storedText, writeSaved } from '../../www/app/storage/games.ts';
import { asName, readNames, saveNames } from '../../www/app/storage/names.ts';
import { COMPUTER, core, createTable, pageOfMoves, pass } from './table.js';

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const PAIR = { names: { white: 'Anna', black: 'Ben' }, score: { white: 0, black: 0 } };
const level = () => 'Level';

/** @param {Parameters<typeof createTable>[0]} wish */
async function sit(wish) {
  const table = await createTable(wish);
  const { page, moves } = pageOfMoves();
  const open = { rematch() {}, review() {}, why() {}, learn() {}, lesson() {} };
  await createEndPanel({
    store: table.store,
    core,
    session: table.session,
    engine: table.engine,
    reason: async () => null,
    values: async () => null,
    moves,
    levelName: level,
    sound() {},
    open,
  });
  return {
    ...table,
    names: () => [
      playerName(table.state(), 'white', level),
      playerName(table.state(), 'black', level),
    ],
    text: (/** @type {string} */ css) => page.querySelector(css)?.textContent ?? '',
    async press(/** @type {string} */ words) {
      [...page.querySelectorAll('button')].find((b) => b.textContent === words)?.click();
      await pass();
    },
    said: () => tell(table.state().message?.text ?? ''),
  };
}

test('two friends are called by their names, keep the score, and hear who has which colour', async () => {
  const table = await sit({ mode: 'people', pair: PAIR });
  expect(table.names()).toEqual(['Anna', 'Ben']);
  await table.play('d6');
  // It is Black's turn.
  table.session.resign();
  await pass();
  expect([table.text('.end-title'), table.text('.end-score'), table.text('.end-about')]).toEqual([
    'Anna wins',
    'Anna 1 – 0 Ben',
    'Black resigned · 1 move',
  ]);
  const record = recordWithTags(core, table.session, table.state());
  expect([record.includes('[White "Anna"]'), record.includes('[Black "Ben"]')]).toEqual([
    true,
    true,
  ]);
  await table.press('Rematch');
  expect(table.names()).toEqual(['Ben', 'Anna']);
  expect(table.said()).toBe('Colours swapped: Ben plays White.');
  await table.play('d6');
  table.session.edit((game) => game.agreeDraw());
  await pass();
  // They keep their seats: Anna, with Black now, at the bottom.
  expect([table.text('.end-title'), table.text('.end-score')]).toEqual(['Draw', 'Anna 1½ – ½ Ben']);
});

test('without names nobody is called anything, and there is no score', async () => {
  const table = await sit({ mode: 'people' });
  expect(table.names()).toEqual(['White', 'Black']);
  table.session.resign();
  await pass();
  expect([table.text('.end-title'), table.text('.end-score')]).toEqual(['Black wins', '']);
  await table.press('Rematch');
  expect(table.said()).toBe('Colours swapped.');
  // The computer has no part in it.
  const alone = await sit({ ...COMPUTER, pair: PAIR });
  expect(alone.names()).toEqual(['You', 'Computer · Level']);
  expect(scoreLine(alone.state(), () => '')).toBeNull();
});

test('what is to be read and pressed is before the one who is to act, also where a draw was offered or the board is turned', async () => {
  const table = await createTable({ mode: 'people', pair: { ...PAIR, facing: true } });
  const far = () => isFar(table.state());
  expect(far()).toBe(false);
  await table.play('d6');
  expect(far(), 'Black sits at the top').toBe(true);
  table.session.flip();
  expect(far(), 'now White does').toBe(false);
  table.session.flip();
  await table.play('f4');
  table.session.offerDraw();
  expect(far(), 'Black is to answer').toBe(true);
  table.session.answerDraw(true);
  await pass();
  expect(far(), 'the end is for both').toBe(false);
});

test('a list of games calls them by their names, and oneself "You"', () => {
  const ben = { ...PAIR, names: { white: '', black: 'Ben' } };
  expect(pairText({ mode: 'people', human: 'white', pair: PAIR })).toBe('Anna – Ben');
  expect(pairText({ mode: 'people', human: 'white', pair: ben })).toBe('');
  expect(pairText({ mode: 'away', human: 'white', pair: ben })).toBe('You – Ben');
  expect(pairText({ mode: 'message', human: 'black', pair: ben })).toBe('');
  expect(pairText({ mode: 'computer', human: 'white', pair: PAIR })).toBe('');
});

test('names and score are stored with the game; what nobody can be called is not read', async () => {
  const table = await createTable({ mode: 'people', pair: PAIR });
  createAutosave(table.store, table.session);
  await table.play('d6');
  const saved = readSaved(storedText(table.state().slot.id) ?? '');
  expect(saved.settings.pair).toEqual(PAIR);
  for (const pair of [
    { ...PAIR, names: { white: 'x'.repeat(21), black: '' } },
    { ...PAIR, names: { white: 'a\nb', black: '' } },
    { ...PAIR, score: { white: 1.5, black: 0 } },
    { names: PAIR.names },
    'Anna',
  ]) {
    const text = writeSaved({
      ...saved,
      settings: { ...saved.settings, pair: /** @type {any} */ (pair) },
    });
    expect(readSaved(text).settings.pair).toBeNull();
  }
});

test('a name is one short line, whatever was typed', () => {
  expect(asName('  Anna\n  Maria ')).toBe('Anna Maria');
  expect([...asName('x'.repeat(50))]).toHaveLength(20);
  expect([...asName('🙂'.repeat(50))]).toHaveLength(20);
  expect(asName('‮annA')).toBe('annA');
  expect([
    isName('علی‌رضا'),
    isName('‮annA'),
    isName('a\u0000'),
    isName(7),
    isName('🙂'.repeat(21)),
  ]).toEqual([true, false, false, false, false]);
  saveNames({ own: 'Anna' });
  saveNames({ muted: true });
  expect(readNames()).toEqual({ own: 'Anna', white: '', black: '', muted: true, facing: false });
  localStorage.setItem(
    'merels.names',
    JSON.stringify({ version: 1, own: 'x'.repeat(99), white: '', black: '' }),
  );
  expect(readNames().own).toBe('');
  expect([0, 1, 2, 3, 20].map(points)).toEqual(['0', '½', '1', '1½', '10']);
});
