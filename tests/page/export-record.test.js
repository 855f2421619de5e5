// @vitest-environment happy-dom
/** The record that others get: its tags and the name of its file. */
import { afterEach, expect, test, vi } from 'vitest';
import { recordFile, recordWithTags } from '../../www/app/share/record.ts';
import { setSlot } from '../../www/app/state.ts';
import { COMPUTER, core, createTable } from './table.js';

afterEach(() => void vi.useRealTimers());

/** @param {string} record */
const tags = (record) =>
  Object.fromEntries(
    [...record.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, name, value]) => [name, value]),
  );

test('says what was played, by whom and when, and its file is named after it', async () => {
  const table = await createTable(COMPUTER);
  await table.play('d6');
  table.session.resign();
  table.store.update((s) => setSlot(s, { begun: new Date(2026, 10, 5, 12).getTime() }));
  const before = table.session.record();
  const record = recordWithTags(core, table.session, table.state());
  expect(tags(record)).toMatchObject({
    Event: 'Nine Men’s Morris',
    Date: '2026.11.05',
    White: '?',
    Black: 'Merels (Learner)',
    Variant: 'nine',
    Result: '0-1',
  });
  expect(recordFile(table.state())).toBe('nine-mens-morris-2026-11-05.txt');
  // The game at the table has not changed.
  expect(table.session.record()).toBe(before);

  table.store.update((s) => setSlot(s, { name: 'Père Noël, 2nd/3' }));
  expect(tags(recordWithTags(core, table.session, table.state())).Event).toBe('Père Noël, 2nd/3');
  expect(recordFile(table.state())).toBe('père-noël-2nd-3-2026-11-05.txt');
});

test('keeps the tags that a game came with, and invents no day and no players for it', async () => {
  const table = await createTable();
  await table.open('[Event "Club night"]\n[White "Anna"]\n\n1. d6 f4 2. d2 d3 *');
  const found = tags(recordWithTags(core, table.session, table.state()));
  expect(found).toMatchObject({
    Event: 'Club night',
    White: 'Anna',
    Black: '?',
    Date: '????.??.??',
  });
});
