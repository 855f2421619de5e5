// The moves of a game as a table, with glyphs; comments and variations stand below the move that they belong to.
import './move-tree.css';
import { h, put, reveal } from '../platform/dom.js';
import { watch } from '../platform/watch.js';
import { t } from '../i18n/i18n.js';
import { GLYPHS, SIGNS, glyphName, judgedText } from './glyphs.js';
import { sideName } from '../game/words.js';

/** @typedef {import('../types').MoveNode} MoveNode */

/** The maximum depth of indentation. Deeper variations are put in brackets: a record may nest thousands. */
const INDENTED = 12;

/** @param {import('../state.js').Store} store @param {HTMLElement} box @param {import('./analysis.js').Acts} acts */
export function createTree(store, box, acts) {
  put(box, { role: 'group', 'aria-label': () => t('study.tree') });
  /** The state that was last rendered, to skip redundant rebuilds. */
  let built = '';
  /** The button of the current move. @type {HTMLElement | null} */
  let current = null;

  /** The side that begins. */
  const first = () =>
    store.get().rules.options.find((o) => o.key === 'first')?.value === 'black' ? 'black' : 'white';

  /** The turns that a finished review has judged. @param {import('../types').State} state */
  const judged = ({ study }) =>
    study?.review && !study.review.live && !study.review.running ? study.review.info.turns : null;
  /** The same by node. @type {Map<number, import('../../pkg/merels.js').Judged>} */
  let turns = new Map();

  /** What stands behind a move, and how it is said: its own glyphs, or else what the review says. @param {MoveNode} node @returns {[string, string[]]} */
  function remarks({ id, glyphs }) {
    if (glyphs.length)
      return [glyphs.map((g) => GLYPHS[g] ?? `$${g}`).join(''), glyphs.map(glyphName)];
    const turn = turns.get(id);
    const sign = turn && SIGNS[turn.judgement];
    return sign ? [sign, [judgedText(turn)]] : ['', []];
  }

  /** @param {MoveNode} node @param {string} number shown before it */
  function button(node, number) {
    const [marks, said] = remarks(node);
    const words = [
      t('moves.go', { number: node.number, side: sideName(node.side), move: node.text }),
      ...said,
    ];
    return h(
      'button',
      {
        type: 'button',
        class: 'tree-move',
        dir: 'ltr',
        'data-node': node.id,
        tabindex: -1,
        'aria-label': words.join(', '),
        onclick: () => acts.goTo(node.id),
      },
      number ? h('span', { class: 'tree-number', text: number }) : null,
      node.text,
      marks ? h('span', { class: 'tree-marks', text: marks }) : null,
    );
  }

  /** A move in a line of text. @param {MoveNode} node @param {boolean} numbered */
  const inText = (node, numbered) => [
    button(node, node.side === first() ? `${node.number}. ` : numbered ? `${node.number}… ` : ''),
    ' ',
  ];

  /** A move of the main line, in the column of its side. @param {MoveNode} node @param {boolean} numbered does a row begin with it? */
  function inTable(node, numbered) {
    const begins = node.side === first();
    const move = button(node, '');
    move.classList.add(begins ? 'first' : 'second');
    if (!begins && !numbered) return [move, ' '];
    return [
      h('span', { class: 'tree-number', 'aria-hidden': 'true', text: `${node.number}.` }),
      ' ',
      begins ? '' : h('span', { class: 'tree-gap', 'aria-hidden': 'true', text: '… ' }),
      move,
      ' ',
    ];
  }

  /** Renders the moves with their variations. Iterative, since the nesting may be deep. @param {MoveNode} first @param {MoveNode[]} others alternatives to the first move @param {Map<number, MoveNode[]>} after */
  function write(first, others, after) {
    const table = h('div', { class: 'tree-table' });
    box.append(table);
    /** The open lines, the innermost last. @type {{ next: MoveNode | undefined, others: MoveNode[], beside: MoveNode[], numbered: boolean, into: HTMLElement, close: string }[]} */
    const lines = [{ next: first, others, beside: [], numbered: true, into: table, close: '' }];
    for (let line = lines.at(-1); line; line = lines.at(-1)) {
      const other = line.beside.shift();
      if (other) {
        line.numbered = true;
        const indented = lines.length <= INDENTED;
        const into = indented ? h('div', { class: 'tree-variation' }) : line.into;
        line.into.append(indented ? into : '(');
        lines.push({
          next: other,
          others: [],
          beside: [],
          numbered: true,
          into,
          close: indented ? '' : ') ',
        });
        continue;
      }
      const { next, into } = line;
      if (!next) {
        into.append(line.close);
        lines.pop();
        continue;
      }
      into.append(...(into === table ? inTable : inText)(next, line.numbered));
      if (next.comment) into.append(h('span', { class: 'tree-comment', text: next.comment }), ' ');
      const following = after.get(next.id) ?? [];
      Object.assign(line, {
        next: following[0],
        others: following.slice(1),
        beside: line.others,
        numbered: next.comment !== '' || following[0]?.side === next.side,
      });
    }
  }

  function build() {
    const { moves, comment } = store.get().game;
    const { current } = store.get().language;
    const all = judged(store.get()) ?? [];
    const now = JSON.stringify([
      current,
      comment,
      all.map(({ node, judgement }) => [node, judgement]),
      moves.map((m) => [m.id, m.parent, m.text, m.glyphs, m.comment]),
    ]);
    if (now === built) return;
    built = now;
    turns = new Map(all.map((turn) => [turn.node, turn]));
    /** @type {Map<number, MoveNode[]>} */
    const after = new Map();
    for (const move of moves) after.set(move.parent, [...(after.get(move.parent) ?? []), move]);
    const [first, ...others] = after.get(0) ?? [];
    box.replaceChildren();
    if (comment) box.append(h('p', { class: 'tree-comment', text: comment }));
    if (!first) return box.append(h('p', { class: 'quiet', text: t('moves.none') }));
    write(first, others, after);
  }

  function mark() {
    const { node } = store.get().game;
    const had = box.contains(document.activeElement);
    current = null;
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
    follow();
  }

  /** The moves scroll by themselves, aside on phones, or with what stands below them. */
  const scrollers = [box, box.parentElement ?? box];
  function follow() {
    for (const el of scrollers)
      if (current) reveal(el, current);
      else el.scrollTo(0, 0);
  }
  // A window that is turned, or a list above, leaves another number of rows. A comment that is being written stays where it is.
  const observer = new ResizeObserver(
    () => document.activeElement?.matches('textarea') || follow(),
  );
  for (const el of scrollers) observer.observe(el);

  watch(
    store,
    (state) => [state.study === null, judged(state), state.game, state.language],
    () => {
      if (!store.get().study) return;
      build();
      mark();
    },
  );
}
