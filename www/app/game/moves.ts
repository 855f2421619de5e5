// The move list. Moves are selected by click or arrow keys.
import { stepOf } from '../ui/direction.ts';
import { h, put, reveal } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import { sideName } from './words.ts';
import type { Store } from '../state.ts';
import type { MoveNode } from '../types.ts';

interface Walk {
  goTo: (node: number) => void;
  step: (by: -1 | 1) => void;
}

/** @param other is it a variation? */
function moveButton(node: MoveNode, other: boolean, walk: Walk) {
  const words = { number: node.number, side: sideName(node.side), move: node.text };
  return h('button', {
    type: 'button',
    class: other ? 'move other' : 'move',
    'data-node': node.id,
    'aria-label': other ? t('moves.other', { move: t('moves.go', words) }) : t('moves.go', words),
    tabindex: -1,
    text: node.text,
    onclick: () => walk.goTo(node.id),
  });
}

/** A row for each number, with what was played beside each move. @param first who begins */
function rowsOf(moves: MoveNode[], first: string | undefined, walk: Walk) {
  const rows: Map<number, HTMLElement> = new Map();
  for (const node of moves.filter((m) => m.onPath)) {
    let row = rows.get(node.number);
    if (!row) {
      row = h(
        'li',
        {},
        h('span', { class: 'move-number', 'aria-hidden': 'true', text: `${node.number}.` }),
      );
      // The second player's moves go into the second column, even if the other has none.
      if (node.side !== first)
        row.append(h('span', { class: 'move-cell', 'aria-hidden': 'true', text: '…' }));
      rows.set(node.number, row);
    }
    const cell = h('span', { class: 'move-cell' }, moveButton(node, false, walk));
    for (const twin of moves)
      if (twin.parent === node.parent && !twin.onPath) cell.append(moveButton(twin, true, walk));
    row.append(cell);
  }
  return rows.values();
}

/** Marks the current move, and those that were taken back. */
function markCurrent(list: HTMLElement, node: number) {
  const buttons = [...list.querySelectorAll('button')];
  let current: HTMLElement | null = null;
  let undone = node === 0;
  for (const el of buttons) {
    const here = el.dataset.node === String(node);
    el.classList.toggle('undone', undone);
    undone ||= here;
    if (here) {
      el.setAttribute('aria-current', 'step');
      current = el;
    } else el.removeAttribute('aria-current');
    el.tabIndex = -1;
  }
  return { current, first: buttons[0] };
}

export function createMoves(store: Store, section: HTMLElement, walk: Walk) {
  const list = h('ol', { class: 'movelist' });
  const none = h('p', { class: 'quiet', text: () => t('moves.none') });
  put(section, { 'aria-label': () => t('moves.label') });
  section.append(none, list);
  let shown: MoveNode[] = [];
  /** The state that was last rendered, to skip redundant rebuilds. */
  let built = '';
  let focused = false;

  function build() {
    const { moves } = store.get().game;
    shown = moves;
    const now = JSON.stringify([
      store.get().language.current,
      moves.map((m) => [m.id, m.text, m.onPath]),
    ]);
    if (now === built) return;
    built = now;
    const line = moves.filter((m) => m.onPath);
    const first = store.get().rules.options.find(({ key }) => key === 'first')?.value;
    list.replaceChildren(...rowsOf(moves, first, walk));
    none.hidden = line.length > 0;
    list.hidden = line.length === 0;
  }

  function mark() {
    const { node } = store.get().game;
    const { current, first } = markCurrent(list, node);
    const stop = current ?? first;
    if (stop) stop.tabIndex = 0;
    // Keep the focus on the current move, unless the player has moved it elsewhere.
    if (
      focused &&
      stop &&
      (document.activeElement === document.body || section.contains(document.activeElement))
    )
      stop.focus({ preventScroll: true });
    if (current) reveal(section, current);
    // Nothing to scroll to. `reveal` would force a layout.
    else if (stop) section.scrollTop = 0;
  }

  section.addEventListener('focusin', () => (focused = true));
  section.addEventListener('focusout', (event) => {
    if (event.relatedTarget) focused = false;
  });
  section.addEventListener('keydown', (event) => {
    const line = shown.filter((m) => m.onPath);
    const by = stepOf(event.key);
    if (by < 0 || event.key === 'ArrowUp') walk.step(-1);
    else if (by > 0 || event.key === 'ArrowDown') walk.step(1);
    else if (event.key === 'Home') walk.goTo(0);
    else if (event.key === 'End' && line.length) walk.goTo(line[line.length - 1]?.id ?? 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  observe(
    store,
    ({ game, language }) => [game, language],
    () => {
      build();
      mark();
    },
  );
}
