// @vitest-environment happy-dom
/** Keys that work anywhere on the page. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listenToKeys } from '../../www/app/ui/keys.ts';
import { setSingleKeys } from '../../www/app/state.ts';
import { createTable, pass } from './table.js';

const SINGLE = ['?', 'm', 'r', 'o', 'h', 't', 'u', 'y', 'n', 'l', 'k', 's', 'p', 'v', 'x'];

const ANYWHERE = ['?', 'n', 'l', 'k', 's', 'p', 'x'];

/** @type {string[]} */
let done = [];
let atTable = true;
/** @type {import('./table.js').Table} */
let table;
/** @type {AbortController} */
let over;

beforeEach(async () => {
  done = [];
  table = await createTable();
  atTable = true;
  const note = (/** @type {string} */ what) => () => void done.push(what);
  const keysOf = (/** @type {string[]} */ keys) =>
    Object.fromEntries(keys.map((key) => [key, note(key)]));
  // What listens is of one test only.
  over = new AbortController();
  const { addEventListener } = window;
  vi.stubGlobal('addEventListener', (/** @type {string} */ type, /** @type {any} */ hear) =>
    addEventListener.call(window, type, hear, { signal: over.signal }),
  );
  listenToKeys(table.store, {
    undo: note('undo'),
    redo: note('redo'),
    step: (by) => void done.push(`step ${by}`),
    cancel: note('cancel'),
    type: (begun) => void done.push(`type ${begun}`),
    atTable: () => atTable,
    leave: note('leave'),
    anywhere: keysOf(ANYWHERE),
    single: keysOf(SINGLE.filter((key) => !ANYWHERE.includes(key))),
  });
  vi.unstubAllGlobals();
});
afterEach(() => {
  over.abort();
  document.body.replaceChildren();
  vi.useRealTimers();
});

/**
 * Presses a key, and says whether the browser is left to do what it does with it.
 * @param {string} key
 * @param {KeyboardEventInit} [how]
 * @param {Element} [at]
 */
const press = (key, how = {}, at = document.body) =>
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }));

test.each(SINGLE)('%s leads to its command, with Shift or Caps Lock too', (key) => {
  expect(press(key)).toBe(false);
  expect(press(key.toUpperCase(), { shiftKey: true })).toBe(false);
  expect(done).toEqual([key, key]);
});

test.each(SINGLE)('%s that is held down repeats only where it takes back or makes again', (key) => {
  press(key);
  // What it would do otherwise, such as scroll, it does not do while it is held down either.
  for (let times = 0; times < 3; times++) expect(press(key, { repeat: true })).toBe(false);
  expect(done).toHaveLength(key === 'u' || key === 'y' ? 4 : 1);
});

test.each(['a', 'b', 'c', 'd', 'e', 'f', 'g'])('%s begins a turn that is typed', (key) => {
  expect(press(key)).toBe(false);
  expect(done).toEqual([`type ${key}`]);
});

test('no other letter or digit is a command', () => {
  for (const key of ['i', 'j', 'q', 'w', 'z', '1', '7', ' ', 'Enter', 'Tab', 'Home'])
    expect(press(key), key).toBe(true);
  expect(done).toEqual([]);
});

describe('keys that are always there', () => {
  test('arrows and Escape', () => {
    press('ArrowLeft');
    press('ArrowRight');
    press('Escape');
    expect(done).toEqual(['step -1', 'step 1', 'cancel']);
  });

  test('where one reads from right to left, the left arrow leads on', () => {
    document.documentElement.dir = 'rtl';
    press('ArrowLeft');
    press('ArrowRight');
    document.documentElement.removeAttribute('dir');
    expect(done).toEqual(['step 1', 'step -1']);
  });

  test.each(['ctrlKey', 'metaKey'])('Z and Y with %s take back and make again', (command) => {
    expect(press('z', { [command]: true })).toBe(false);
    expect(press('y', { [command]: true })).toBe(false);
    expect(press('Z', { [command]: true, shiftKey: true })).toBe(false);
    expect(done).toEqual(['undo', 'redo', 'redo']);
    // What else belongs to the browser stays its own.
    for (const key of ['s', 'p', 'n', 'r', 'c', 'ArrowLeft', 'Escape'])
      expect(press(key, { [command]: true }), key).toBe(true);
    expect(done).toHaveLength(3);
  });

  test('with Alt none is ours', () => {
    for (const key of [...SINGLE, 'ArrowLeft', 'Escape'])
      expect(press(key, { altKey: true })).toBe(true);
    expect(done).toEqual([]);
  });
});

test('what somebody else has used is not used again', () => {
  const box = document.createElement('div');
  document.body.append(box);
  box.addEventListener('keydown', (event) => event.preventDefault());
  press('t', {}, box);
  expect(done).toEqual([]);
});

test.each([
  '<input>',
  '<textarea></textarea>',
  '<select></select>',
  '<dialog open><button></button></dialog>',
])('%s keeps its keys', (html) => {
  document.body.innerHTML = html;
  const at = document.querySelector('dialog button, input, textarea, select');
  if (!at) throw new Error(html);
  for (const key of [...SINGLE, 'a', 'ArrowLeft', 'Escape']) press(key, {}, at);
  press('z', { ctrlKey: true }, at);
  expect(done).toEqual([]);
  press('t');
  expect(done).toEqual(['t']);
});

test('a dialog that has just been closed keeps none, though the focus is still in it', () => {
  document.body.innerHTML = '<dialog><input></dialog>';
  press('t', {}, document.querySelector('input') ?? document.body);
  expect(done).toEqual(['t']);
});

test('switched off, single keys do nothing; the others do', async () => {
  table.store.update((s) => setSingleKeys(s, false));
  await pass();
  for (const key of [...SINGLE, 'a', 'g']) expect(press(key), key).toBe(true);
  expect(done).toEqual([]);
  press('z', { ctrlKey: true });
  press('ArrowRight');
  expect(done).toEqual(['undo', 'step 1']);
});

test('while a position is set up there is only the list of keys', () => {
  table.store.update((s) => ({ ...s, editor: /** @type {any} */ ({}) }));
  for (const key of [...SINGLE, 'a', 'ArrowLeft', 'Escape']) press(key);
  press('z', { ctrlKey: true });
  expect(done).toEqual(['?']);
});

test('on another screen than the table, only what leads elsewhere is a command, and Escape leads back', () => {
  atTable = false;
  for (const key of [...SINGLE, 'a', 'ArrowLeft', 'Escape']) press(key);
  press('z', { ctrlKey: true });
  expect(done).toEqual([...SINGLE.filter((key) => ANYWHERE.includes(key)), 'leave']);
});
