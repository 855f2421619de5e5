// @vitest-environment happy-dom
/** Everything on the device as one file, and back. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import '../../www/app/screens/places.ts';
import { readCourse, readPassed } from '../../www/app/learn/progress.ts';
import { noteFirst, readTally } from '../../www/app/puzzles/puzzle-record.ts';
import { backupView } from '../../www/app/settings/backup-view.ts';
import loadSettings from '../../www/app/i18n/settings.words.ts';
import { standingOf } from '../../www/app/storage/exercises.ts';
import { readNames } from '../../www/app/storage/names.ts';
import { readPractice } from '../../www/app/storage/practice.ts';
import { readResults } from '../../www/app/storage/results.ts';
import { bringBackGames, storeText, storedGames } from '../../www/app/storage/games.ts';
import { readLook, saveLook, saveLanguage } from '../../www/app/storage/storage.ts';
import { RefusedFile, addBackup, checksum, writeBackup } from '../../www/app/storage/whole.ts';

bringBackGames((_, text) => text.startsWith('{'));
await loadSettings();

/** @param {string} record */
const game = (record, path = ['d6']) =>
  JSON.stringify({
    version: 3,
    record,
    path,
    settings: { spec: 'nine', mode: 'people', human: 'white', levels: { white: 1, black: 1 } },
    saved: 1,
  });
const puzzle = (/** @type {string} */ id) => ({ id, rating: 1200 });
/** All that is stored, by key. */
const stored = () => Object.fromEntries(Object.entries({ ...localStorage }));
const empty = () => localStorage.clear();

beforeEach(() => {
  empty();
  const look = readLook();
  saveLook({ ...look, material: 'wood', volume: 70 }, look);
  saveLanguage('de');
  noteFirst(puzzle('a'), true);
  storeText('x-1', game('1. d6 *'));
});

test('what one device has written is on another as it was', () => {
  const before = stored();
  const file = writeBackup();
  empty();
  expect(addBackup(file)).toBe(true);
  expect(stored()).toEqual(before);
});

test('a file of the first version with back-ups brings all of it', () => {
  const file = readFileSync('tests/data/stored/back-up.json', 'utf8');
  empty();
  expect(addBackup(file)).toBe(true);
  expect(storedGames()).toHaveLength(3);
  expect(readLook()).toMatchObject({ material: 'wood', volume: 70, entry: 'click' });
  expect(readTally()).toMatchObject({ best: 5, first: { abc: 1, def: 0, 'nine-0002': 1 } });
  expect(readPassed()).toEqual(['nine d6 f4 d2 b4']);
  expect(readCourse()).toEqual(['double', 'capture']);
  expect(readNames()).toMatchObject({ own: 'Anna', white: 'Béla' });
  expect(standingOf('hold')).toMatchObject({ tried: 1, solved: 1 });
  expect(readPractice()).toMatchObject([{ puzzle: 'nine-0001' }]);
  expect(readResults()).toMatchObject([{ id: 'mi9a1b2c-aaaaaa', turns: 5 }]);
});

test('two devices are combined, and what is here stays: nothing is lost', () => {
  const file = writeBackup();
  empty();
  const look = readLook();
  saveLook({ ...look, material: 'slate' }, look);
  noteFirst(puzzle('b'), false);
  // The same game went on here, and there is another.
  storeText('x-1', game('1. d6 f4 *'));
  storeText('x-2', game('1. a1 *'));
  expect(addBackup(file)).toBe(true);
  expect(readLook()).toMatchObject({ material: 'slate' });
  expect(readTally().first).toEqual({ a: 1, b: 0 });
  const records = () =>
    storedGames()
      .map(({ text }) => JSON.parse(text).record)
      .sort();
  expect(records()).toEqual(['1. a1 *', '1. d6 *', '1. d6 f4 *']);
  // A second time it changes nothing.
  expect(addBackup(file)).toBe(true);
  expect(records()).toHaveLength(3);
});

test('what is no back-up, is not whole, or has been changed is refused, and changes nothing', () => {
  const file = writeBackup();
  /** @param {string} text */
  const refused = (text) => {
    const before = stored();
    try {
      addBackup(text);
    } catch (error) {
      expect(stored()).toEqual(before);
      return error instanceof RefusedFile ? error.why : String(error);
    }
    return null;
  };
  empty();
  for (const text of ['', 'x', '[]', '{}', '{"kind":"merels-puzzles","version":1}'])
    expect(refused(text), text).toBe('other');
  for (let end = file.length - 1; end > 40; end -= 7)
    expect(refused(file.slice(0, end)), String(end)).toBe('damaged');
  expect(refused(file.replace('wood', 'wool'))).toBe('damaged');
  expect(refused(file.replace(/"sum":"\w+"/, '"sum":"00000000"'))).toBe('damaged');
  expect(refused(file.replace('"version":1', '"version":2'))).toBe('newer');
  expect(refused(file)).toBeNull();
});

test('what this version cannot read is kept aside, and what is not the page’s is left alone', () => {
  const entries = {
    'merels.look': '{"version":1,"material":"wood","saved":5}',
    'merels.puzzles': '{"version":9}',
    'merels.later': '{"version":1}',
    'other.key': 'x',
  };
  const sum = checksum(JSON.stringify(entries));
  empty();
  expect(addBackup(JSON.stringify({ kind: 'merels-backup', version: 1, sum, entries }))).toBe(
    false,
  );
  const keys = Object.keys(stored());
  expect(
    keys.filter((key) => /^merels\.aside\.merels\.(?:puzzles|later)\./.test(key)),
  ).toHaveLength(2);
  expect(localStorage.getItem('merels.look')).toContain('wood');
  expect(keys).toHaveLength(3);
  // It goes along when everything is saved again.
  const file = writeBackup();
  empty();
  expect(addBackup(file)).toBe(true);
  expect(Object.keys(stored()).sort()).toEqual(keys.sort());
});

test('the sum is that of gzip', () => {
  expect([checksum(''), checksum('123456789')]).toEqual(['00000000', 'cbf43926']);
});

test('every part of the page that keeps something is known', () => {
  const app = join(import.meta.dirname, '../../www/app');
  const places = readFileSync(join(app, 'screens/places.ts'), 'utf8');
  const keeping = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !/^storage\/(?:local|merge)\.ts$/.test(name))
    .filter((name) =>
      /\b(?:storedValue|mergedValue|useCopies)\(/.test(readFileSync(join(app, name), 'utf8')),
    );
  expect(keeping.length).toBeGreaterThan(6);
  expect(keeping.filter((name) => !places.includes(`'../${name}'`))).toEqual([]);
});

test('the settings save a file, and say what became of one', async () => {
  const places = vi.fn(async () => {});
  const view = backupView(places);
  document.body.replaceChildren(view);
  const input = /** @type {HTMLInputElement} */ (view.querySelector('input'));
  const said = () => view.querySelector('[role=status]')?.textContent;
  /** @param {string} text */
  const choose = async (text) => {
    Object.defineProperty(input, 'files', { configurable: true, value: [new File([text], 'x')] });
    input.dispatchEvent(new Event('change'));
    await vi.waitFor(() => expect(said()).not.toBe(''));
  };
  await choose('x');
  expect(said()).toBe('This isn’t a back-up from Merels.');
  expect(places).toHaveBeenCalled();
  const file = writeBackup();
  await choose(file.slice(0, -5));
  expect(said()).toContain('damaged or incomplete');
  await choose(file);
  expect(said()).toContain('was added');
  expect([...view.querySelectorAll('button')].map((b) => [b.textContent, b.hidden])).toEqual([
    ['Save a back-up', false],
    ['Reload', false],
  ]);
});
