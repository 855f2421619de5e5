// All turns of a game with their variations, remarks and comments.
import { h, put, reveal } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { GLYPHS, glyphName } from '../study/remarks.js';
import { sideName } from '../words.js';

/** @typedef {import('../types').MoveNode} MoveNode */

/** @param {import('../state.js').Store} store @param {HTMLElement} box @param {import('../study/study.js').Acts} acts */
export function createTree(store, box, acts) {
  put(box, { role: 'group', 'aria-label': () => t('study.tree') });
  /** What was built, so that it is built anew only where something has changed. */
  let built = '';

  /** @param {MoveNode} node @param {boolean} numbered */
  function button(node, numbered) {
    const first = store.get().rules.options.find((o) => o.key === 'first')?.value === 'black' ? 'black' : 'white';
    const number = node.side === first ? `${node.number}. ` : numbered ? `${node.number}… ` : '';
    const marks = node.glyphs.map((g) => GLYPHS[g] ?? `$${g}`).join('');
    const words = [t('moves.go', { number: node.number, side: sideName(node.side), move: node.text }), ...node.glyphs.map(glyphName)];
    return h(
      'button',
      { type: 'button', class: 'tree-move', 'data-node': node.id, tabindex: -1, 'aria-label': words.join(', '), onclick: () => acts.goTo(node.id) },
      number ? h('span', { class: 'tree-number', text: number }) : null,
      `${node.text}${marks}`,
    );
  }

  /** A line from its first turn on, with the variations that leave it. @param {MoveNode} first @param {Map<number, MoveNode[]>} after @param {HTMLElement} into @param {MoveNode[]} beside what else was played first */
  function write(first, after, into, beside = []) {
    /** @type {MoveNode | undefined} */
    let node = first;
    let numbered = true;
    while (node) {
      into.append(button(node, numbered), ' ');
      numbered = false;
      if (node.comment) {
        into.append(h('span', { class: 'tree-comment', text: node.comment }), ' ');
        numbered = true;
      }
      for (const other of beside) {
        const variation = h('div', { class: 'tree-variation' });
        write(other, after, variation);
        into.append(variation);
        numbered = true;
      }
      const next = /** @type {MoveNode[]} */ (after.get(node.id) ?? []);
      node = next[0];
      beside = next.slice(1);
    }
  }

  function build() {
    const { moves, comment } = store.get().game;
    const { spoken } = store.get().language;
    const now = JSON.stringify([spoken, comment, moves.map((m) => [m.id, m.parent, m.text, m.glyphs, m.comment])]);
    if (now === built) return;
    built = now;
    /** @type {Map<number, MoveNode[]>} */
    const after = new Map();
    for (const move of moves) after.set(move.parent, [...(after.get(move.parent) ?? []), move]);
    const [first, ...others] = after.get(0) ?? [];
    box.replaceChildren();
    if (comment) box.append(h('p', { class: 'tree-comment', text: comment }));
    if (!first) return box.append(h('p', { class: 'quiet', text: t('moves.none') }));
    write(first, after, box, others);
  }

  function mark() {
    const { node } = store.get().game;
    const had = box.contains(document.activeElement);
    /** @type {HTMLElement | null} */
    let current = null;
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll('button'));
    for (const el of buttons) {
      const here = el.dataset.node === String(node);
      el.tabIndex = -1;
      if (here) {
        el.setAttribute('aria-current', 'step');
        current = el;
      } else el.removeAttribute('aria-current');
    }
    const stop = current ?? buttons[0];
    if (stop) stop.tabIndex = 0;
    if (had && stop) stop.focus({ preventScroll: true });
    if (current) reveal(box, current);
  }

  store.subscribe((now, before) => {
    if (!now.study || (now.game === before.game && before.study && now.language === before.language)) return;
    build();
    mark();
  });
  build();
  mark();
}
