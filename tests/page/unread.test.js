// @vitest-environment happy-dom
/** Records as they come from elsewhere: what is opened of them, and what is asked about the rest. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createAutosave } from '../../www/app/game/autosave.ts';
import { createTyped } from '../../www/app/game/typed.ts';
import { inField } from '../../www/app/share/in-field.ts';
import { createOpener } from '../../www/app/share/open.ts';
import { recordIn } from '../../www/app/game/around.ts';
import { likeliest } from '../../www/app/game/likely.ts';
import { draftOf } from '../../www/app/share/draft-of.ts';
import loadWords from '../../www/app/i18n/share.words.ts';
import { core, createTable, pass } from './table.js';

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A dialog's field in which a text is opened. */
async function field() {
  const table = await createTable({ mode: 'people' });
  await loadWords();
  let listed = 0;
  const opener = createOpener(
    table.store,
    core,
    table.session,
    createAutosave(table.store, table.session),
    /** @type {any} */ ({
      openCollection: () => listed++,
      showBroken() {},
      join() {},
      receive() {},
    }),
  );
  let closed = 0;
  /** @type {import('../../www/app/types.ts').SetupDraft[]} */
  const drafts = [];
  const does = {
    openText: opener.openText,
    openCollection() {},
    setUp: (/** @type {import('../../www/app/types.ts').SetupDraft} */ draft) => drafts.push(draft),
    close: () => closed++,
  };
  const box = inField(table.store, core, { text: '', reason: '' }, does);
  document.body.append(box);
  return {
    ...table,
    drop: opener.openDrop,
    listed: () => listed,
    closed: () => closed,
    drafts,
    error: () => box.querySelector('#paste-error')?.textContent ?? '',
    remedy: () => box.querySelector('#paste-remedy'),
    options: () => [...box.querySelectorAll('option')].map((option) => option.value),
    /** @param {string} text */
    async open(text) {
      const area = /** @type {HTMLTextAreaElement} */ (box.querySelector('#paste'));
      area.value = text;
      /** @type {HTMLElement | null} */ (box.querySelector('.field-end .primary'))?.click();
      await pass();
    },
    async accept() {
      /** @type {HTMLElement | null} */ (box.querySelector('#paste-remedy button'))?.click();
      await pass();
    },
  };
}

test('a record that ends before the capture opens with the turn half made', async () => {
  const { open, closed, state } = await field();
  await open('1. a1 d6 2. d1 d2 3. g1');
  expect(closed()).toBe(1);
  expect(state().pending).toEqual({ from: null, to: 'g1', taken: [] });
  expect(state().game.played).toEqual(['a1', 'd6', 'd1', 'd2']);
});

test('who plays on from there completes the turn', async () => {
  const { open, session, press, state } = await field();
  await open('1. a1 d6 2. d1 d2 3. g1');
  session.setPlayers({ mode: 'people' });
  expect(state().pending?.to).toBe('g1');
  await press('d2');
  expect(state().game.played.at(-1)).toBe('g1xd2');
  await open('1. a1 d6 2. d1 d2 3. g1');
  session.setPlayers({ mode: 'computer', human: 'black' });
  expect(state().pending).toBe(null);
});

test('of one that goes wrong, what comes before is offered', async () => {
  const { open, closed, error, remedy, accept, state } = await field();
  await open('1. a1 d6 2. d1 d2 3. z9 f4');
  expect(closed()).toBe(0);
  expect(error()).toContain('“z9” is not a point of this board');
  expect(remedy()?.textContent).toBe('Open it up to there');
  await accept();
  expect(closed()).toBe(1);
  expect(state().game.played).toEqual(['a1', 'd6', 'd1', 'd2']);
  await open('1. z9');
  expect(remedy()).toBe(null);
});

test('of an unknown game it is asked which one it is, the likeliest first', async () => {
  const { open, closed, error, remedy, options, accept, state } = await field();
  const twelve = '[Variant "It\'s 12 Men"]\n1. a1 d6 2. b2 d2 3. c3xd2 f4';
  await open(twelve);
  expect(closed()).toBe(0);
  expect(error()).toBe('');
  expect(document.activeElement?.tagName).toBe('SELECT');
  expect(remedy()?.textContent).toContain("No game here is called “It's 12 Men”.");
  expect(core.rules(options()[0] ?? '').board.mills).toHaveLength(20);
  await accept();
  expect(closed()).toBe(1);
  expect(state().game.played).toHaveLength(6);
});

test('the likeliest game is the one that plays the record, then the one with such a name', () => {
  const first = (/** @type {string} */ text, /** @type {string} */ name) =>
    likeliest(core, text, name)[0]?.id;
  expect(first('[Variant "Laskers Muehle"] 1. d6 f4', 'Laskers Muehle')).toBe('lasker');
  expect(first('[Variant "?!"] 1. d6 f4', '?!')).toBe('nine');
  expect(first('[Variant "Windmill"] 1. d6 f4', 'Windmill')).toBe('nine');
  expect(first('[Variant "Seven Morris"] 1. c3 c5', 'Seven Morris')).toBe('seven');
});

test('one that does not tell its game says as what it was opened', async () => {
  const { open, closed, state } = await field();
  await open('[Variant "Custom"]\n1. d6 f4');
  expect(closed()).toBe(1);
  await vi.waitFor(() => expect(state().notice?.text).toMatchObject({ key: 'share.untold' }));
});

test('a mail is opened with a remark on what is left out, one with a mistake says where that is', async () => {
  const { open, closed, error, remedy, accept, state } = await field();
  await open('Hi Anna, our game:\n\n&gt; 1. d6 f4\n\nBest,\nTom');
  expect(closed()).toBe(1);
  expect(state().game.played).toEqual(['d6', 'f4']);
  await vi.waitFor(() => expect(state().notice?.text).toEqual({ key: 'show.left-out' }));
  await open('Hi Anna, our game:\n\n1. d6 f4 2. b4 z9\n\nBest,\nTom');
  expect(closed()).toBe(1);
  expect(error()).toContain('“z9” is not a point of this board');
  expect(remedy()?.textContent).toBe('Open it up to there');
  await accept();
  expect(state().game.played).toEqual(['d6', 'f4', 'b4']);
  await vi.waitFor(() => expect(state().notice?.text).toEqual({ key: 'show.left-out' }));
  await open('Hello world');
  expect(error()).toContain('begins neither a position');
});

test('a mail that is dropped opens as its game, a file with words before its games as a list', async () => {
  const { drop, listed, state } = await field();
  await drop('Hi Anna,\n\n[White "Tom"]\n1. d6 f4 *\n\nTom');
  expect([listed(), state().game.played]).toEqual([0, ['d6', 'f4']]);
  await vi.waitFor(() => expect(state().notice?.text).toEqual({ key: 'show.left-out' }));
  await drop('Our games:\n\n[White "Tom"]\n1. d6 f4 *\n\n[White "Anna"]\n1. a1 *');
  expect(listed()).toBe(1);
});

test('of an unknown game in a mail it is asked, too', async () => {
  const { open, accept, remedy, state } = await field();
  await open('Our game:\n[Variant "Laskers"]\n1. d6 f4 *\nCheers');
  expect(remedy()?.textContent).toContain('No game here is called “Laskers”.');
  await accept();
  expect([state().game.spec, state().game.played]).toEqual(['lasker', ['d6', 'f4']]);
  await vi.waitFor(() => expect(state().notice?.text).toEqual({ key: 'show.left-out' }));
});

test('a mail with a game that it does not tell says both', async () => {
  const { open, state } = await field();
  await open('Our game:\n[Variant "Custom"]\n1. d6 f4');
  await vi.waitFor(() => expect(state().notice?.text).toMatch(/opened as .* left out/));
});

test('a position that cannot be played can be put right in the editor', async () => {
  const { open, closed, error, remedy, accept, drafts, state } = await field();
  await open('0,0 a7,d7 a1 w - - 0');
  expect(closed()).toBe(0);
  expect(error()).toContain('both sides have fewer than three men');
  expect(remedy()?.textContent).toBe('Set up a position');
  await accept();
  const [draft] = drafts;
  expect(draft).toMatchObject({ spec: 'morabaraba', turn: 'white', hands: { white: 0, black: 0 } });
  expect(draft && core.checkSetup(draft)).toMatchObject({
    line: 'morabaraba WW1/3/3/6/3/3/B2 w 0,0 0 1 -,-',
    faults: [{ id: 'both-under-three' }],
  });
  // One that is over is opened as such.
  await open('0,0 a7,d7 a1,d1,g1 w - - 0');
  expect(closed()).toBe(1);
  expect(state().game.outcome).toMatchObject({ winner: 'black', reason: 'fewer-than-three' });
});

test('an illegal position is the same in the editor', () => {
  for (const line of [
    'nine WW1/3/3/6/3/3/B2 w 0,0 0 1',
    'nine 3/3/3/6/3/3/3 b 10,9 0 1',
    'cham-gonu BBW/BWW/XWX/B2BBW/WBW/W1B/BWW b 9,2 0 11',
  ])
    try {
      core.read(line, 'nine').free();
      expect(line).toBe('illegal');
    } catch (error) {
      const { position } = /** @type {import('../../www/pkg/merels.js').Refusal} */ (error);
      expect(position).toBe(line);
      expect(
        core
          .checkSetup(draftOf(position ?? ''))
          .line.split(' ')
          .slice(0, 4),
      ).toEqual(line.split(' ').slice(0, 4));
    }
});

test('a record is found among words as Rust does in the package', () => {
  const suite = readFileSync(join(import.meta.dirname, '../data/notation/begun.txt'), 'utf8');
  const blocks = suite.split('\n=== ').slice(1);
  let found = 0;
  for (const block of blocks) {
    const [head = '', ...lines] = block.split('\n');
    const [line, , code, how, answer] = head.split(' | ');
    if (code === 'no-variant' || answer !== '-') continue;
    const text = lines.join('\n');
    const record = recordIn(core, text);
    const { game, error } = core.readBegin(record?.text ?? text, 'nine');
    expect([text, game.line(), error?.code ?? '-']).toEqual([text, line, code]);
    expect([text, record?.leftOut ?? false]).toEqual([text, how === 'left out']);
    found += Number(record !== null);
    game.free();
  }
  expect(found).toBeGreaterThan(8);
  for (const text of [
    'hello world',
    'Hi Anna,\n1. I won\n2. you lost',
    'Shopping:\n1. a4 paper',
    '1. z6 f4\n1. d6 f4',
    'Look:\n1. z6 f4 2. b4\n\n1. d6 f4',
    '[Event "x"]\nWell\n1. d6 f4',
  ])
    expect([text, recordIn(core, text)]).toEqual([text, null]);
});

test('a typed move is read as a pasted one is', async () => {
  for (const [typed, played] of [
    ['G1×d2', 'g1xd2'],
    ['g1 : D2', 'g1xd2'],
    ['G1, take d2', 'g1xd2'],
  ]) {
    const { play, session, store, state } = await createTable();
    await play('a1', 'd6', 'd1', 'd2');
    const page = document.createElement('div');
    document.body.append(page);
    createTyped(store, session, page, () => {}).open(typed);
    page.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await pass();
    expect(state().game.played.at(-1)).toBe(played);
  }
});

test('every name that a preset has in a language names it in a record', () => {
  const folder = join(import.meta.dirname, '../../www/app/i18n');
  const variants = core.variants().filter(({ kind }) => kind === 'preset');
  for (const language of readdirSync(folder).filter((name) => !name.includes('.'))) {
    const words = JSON.parse(readFileSync(join(folder, language, 'main.json'), 'utf8'));
    for (const { id, spec } of variants) {
      const name = words[`variant.${id}.name`];
      if (!name) continue;
      const { game, told } = core.readBegin(`[Variant "${name.toUpperCase()}"] *`, 'nine');
      expect([name, game.state().spec, told]).toEqual([name, spec, true]);
      game.free();
    }
  }
});

test('Sanmill’s form of a game is read as the same game', async () => {
  const { play, session } = await createTable();
  await play('a1', 'd6', 'd1', 'd2', 'g1xd2');
  const record = session.sanmill() ?? '';
  expect(record).toContain(`[Variant "Nine Men's Morris"]`);
  expect(core.read(record, 'nine').state().played).toEqual(['a1', 'd6', 'd1', 'd2', 'g1xd2']);
});
