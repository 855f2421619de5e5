// Annotations of the current move, and actions on its line.
import { h } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { GLYPHS, glyphName, retryText } from '../game/glyphs.ts';
import type { Store } from '../state.ts';
import type { MoveNode } from '../types.ts';
import type { Acts } from './acts.ts';

/**
 * The delay before a comment is saved while typing, in milliseconds. Short, since the page may be
 * closed at any time.
 */
const REST = 400;

const createGlyphs = (press: (glyph: number) => void) =>
  GLYPHS.map((text, glyph) =>
    h('button', {
      type: 'button',
      class: 'small-button glyph',
      dir: 'ltr',
      text,
      'aria-label': () => glyphName(glyph),
      title: () => glyphName(glyph),
      onclick: () => press(glyph),
    }),
  ).slice(1);

/** Does a move belong to the main line, the first variation of each position? */
export function isMain(moves: MoveNode[], node: number) {
  let at = moves.find((m) => m.id === node);
  while (at) {
    const { id, parent } = at;
    if (moves.find((m) => m.parent === parent)?.id !== id) return false;
    at = moves.find((m) => m.id === parent);
  }
  return true;
}

const button = (key: Key, run: () => void) =>
  h('button', { type: 'button', class: 'small-button', text: () => t(key), onclick: run });

/** Is something in a box being pressed? */
function createPress(box: HTMLElement) {
  const press = { is: false, end: () => (press.is = false) };
  box.addEventListener('pointerdown', () => (press.is = true));
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(type, () => setTimeout(press.end));
  return press;
}

/** @param beforeChange calls `run` before the game or its position changes */
export function createRemarks(
  store: Store,
  box: HTMLElement,
  acts: Acts,
  beforeChange: (run: () => void) => void,
) {
  const node = () => store.get().game.node;
  const glyphs = createGlyphs((glyph) => acts.glyph(node(), glyph));
  const row = h(
    'div',
    { class: 'glyphs', role: 'group', 'aria-label': () => t('analysis.glyphs') },
    ...glyphs,
  );
  const field = h('textarea', {
    id: 'analysis-comment',
    class: 'analysis-comment',
    rows: 2,
    maxlength: 2000,
    onchange: note,
    oninput: () => (timer ||= window.setTimeout(note, REST)),
  }) as HTMLTextAreaElement;
  const label = h('label', { class: 'field-label', for: 'analysis-comment' });
  const promote = button('analysis.promote', () => acts.promote(node()));
  const cut = button('analysis.cut', () => acts.cut(node()));
  const retry = h('button', {
    type: 'button',
    class: 'small-button',
    onclick: () => acts.retry(node()),
  });
  box.append(row, label, field, h('div', { class: 'analysis-acts' }, promote, cut, retry));
  /**
   * The node that the field's text belongs to, -1 for none, and the comment that was there last.
   */
  let of = { node: -1, comment: '' };
  let timer = 0;
  /** A comment that appears above would move a button that is being pressed away. */
  const press = createPress(box);

  const commentOf = (node: number) => {
    const { game } = store.get();
    return node === 0 ? game.comment : game.moves.find((m) => m.id === node)?.comment;
  };

  /** Saves the comment, or waits until nothing is being pressed. */
  function note() {
    clearTimeout(timer);
    timer = press.is ? window.setTimeout(note, REST) : 0;
    if (press.is) return;
    const text = field.value.trim();
    const there = commentOf(of.node);
    if (there === undefined || there === text) return;
    acts.comment(of.node, text);
    of.comment = commentOf(of.node) ?? '';
  }

  const noteNow = () => {
    press.end();
    if (timer) note();
  };

  function show() {
    const { game, analysis } = store.get();
    if (!analysis) return void (of = { node: -1, comment: '' });
    const here = game.moves.find((m) => m.id === game.node);
    row.hidden = !here;
    glyphs.forEach((el, i) =>
      el.setAttribute('aria-pressed', String(here?.glyphs.includes(i + 1) ?? false)),
    );
    label.textContent = here
      ? t('analysis.comment', { move: here.text })
      : t('analysis.comment.game');
    const comment = here ? here.comment : game.comment;
    // What is being typed stays, unless it belongs to another position or game.
    if (of.node !== game.node || of.comment !== comment || document.activeElement !== field)
      field.value = comment;
    of = { node: game.node, comment };
    cut.hidden = !here;
    promote.hidden = isMain(game.moves, game.node);
    retry.hidden = game.outcome !== null;
    retry.textContent = retryText(store.get(), game.turn);
  }

  // The game is saved with it before another one takes its place.
  beforeChange(() => {
    if (!timer) return;
    noteNow();
    store.flush();
  });
  addEventListener('pagehide', noteNow);
  document.addEventListener('visibilitychange', () => document.hidden && noteNow());
  observe(store, ({ analysis, game, language }) => [analysis === null, game, language], show);
}
