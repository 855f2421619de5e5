// @vitest-environment happy-dom
/** The comment of a position, written in the analysis: saved in its own game, whatever comes between. */
import { describe, expect, test, vi } from 'vitest';
import { createAutosave } from '../../www/app/game/autosave.ts';
import { storedText } from '../../www/app/storage/games.ts';
import { analysing } from './analysis.js';
import { pass } from './table.js';

describe('a comment', () => {
  /**
   * The analysis, with the field of the comment in the document.
   * @param {string} [text] written into it
   */
  async function commenting(text = '') {
    const it = await analysing();
    createAutosave(it.store, it.session);
    document.body.replaceChildren(/** @type {HTMLElement} */ (it.section.parentElement));
    const field = /** @type {HTMLTextAreaElement} */ (
      it.section.querySelector('#analysis-comment')
    );
    const write = (/** @type {string} */ text) => {
      field.focus();
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    if (text) write(text);
    return { ...it, field, write, stored: (/** @type {string} */ id) => storedText(id) ?? '' };
  }

  test('that is being written is saved in its own game when another one is opened', async () => {
    const it = await commenting('Mine.');
    const { id } = it.state().slot;
    it.session.newGame(it.state().settings);
    await pass(1000);
    expect(it.session.record()).not.toContain('Mine.');
    expect(it.stored(id)).toContain('Mine.');
    it.analysis.open();
    await pass();
    expect(it.field.value).toBe('');
    it.field.dispatchEvent(new Event('change', { bubbles: true }));
    await pass();
    expect(it.session.record()).not.toContain('Mine.');
  });

  test('stays with its own position when another one is shown, a turn is played or the analysis is closed', async () => {
    const it = await commenting();
    const comments = () => [
      it.state().game.comment,
      ...it.state().game.moves.map(({ comment }) => comment),
    ];
    it.write('At the start.');
    it.session.play('a7-d7');
    await pass();
    expect([it.field.value, comments()]).toEqual(['', ['At the start.', '']]);
    it.write('After one.');
    it.session.goTo(0);
    await pass();
    expect([it.field.value, comments()]).toEqual([
      'At the start.',
      ['At the start.', 'After one.'],
    ]);
    it.write('Closed.');
    it.analysis.close();
    await pass(1000);
    expect(comments()).toEqual(['Closed.', 'After one.']);
  });

  test.each([
    ['hidden', 'visibilitychange', document],
    ['left', 'pagehide', window],
  ])('is saved at once when the page is %s', async (_, type, target) => {
    const it = await commenting('Going.');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    target.dispatchEvent(new Event(type));
    // Without the time that it waits otherwise.
    await Promise.resolve();
    expect(it.stored(it.state().slot.id)).toContain('Going.');
  });

  test('waits while a button is pressed, which it would move away', async () => {
    const it = await commenting('Long.');
    const button = /** @type {Element} */ (it.section.querySelector('.analysis-acts button'));
    const fire = (/** @type {EventTarget} */ target, /** @type {string} */ type) =>
      target.dispatchEvent(new Event(type, { bubbles: true }));
    fire(button, 'pointerdown');
    fire(it.field, 'change');
    await pass(1000);
    expect(it.state().game.comment).toBe('');
    fire(button, 'pointerup');
    await pass(1000);
    expect(it.state().game.comment).toBe('Long.');
  });

  test('is not disturbed while it is written, unless it is changed elsewhere', async () => {
    const it = await commenting('Two words ');
    await pass(1000);
    expect([it.field.value, it.state().game.comment]).toEqual(['Two words ', 'Two words']);
    it.session.edit((game) => game.setComment(0, 'Another.'));
    await pass();
    expect(it.field.value).toBe('Another.');
  });
});
