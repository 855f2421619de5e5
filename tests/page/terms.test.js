// @vitest-environment happy-dom
/** A beginner may have the word explained that the turn is about. */
import { beforeEach, expect, test } from 'vitest';
import loadWords from '../../www/app/i18n/offers.words.ts';
import { createTerms, termOf } from '../../www/app/game/terms.ts';
import { createTable } from './table.js';

beforeEach(async () => {
  document.body.innerHTML = '';
  await loadWords();
});

test('in hand, a mill and flying, each where it is met', async () => {
  const { press, open, state, store } = await createTable();
  const status = document.createElement('section');
  status.append(document.createElement('p'));
  createTerms(store, status);
  const button = status.querySelector('button');
  expect([termOf(state()), button?.hidden, button?.getAttribute('aria-label')]).toEqual([
    'hand',
    false,
    'What does “in hand” mean?',
  ]);
  expect(button?.getAttribute('popovertarget')).toBe(status.querySelector('[popover]')?.id);
  await press('a7', 'a1', 'd7', 'g1', 'g7');
  expect(termOf(state())).toBe('mill');
  expect(status.querySelector('[popover]')?.textContent).toContain(
    'Three of your men on one line.',
  );
  await press('a1', 'b2');
  // White has placed three men.
  expect([termOf(state()), button?.hidden]).toEqual([null, true]);
  await open('nine W1W/3/3/3B2/3/W2/B1B w 0,0 0 20');
  expect([termOf(state()), button?.title]).toEqual(['fly', 'What’s flying?']);
});
