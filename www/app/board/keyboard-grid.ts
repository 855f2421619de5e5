// The board for the keyboard and for the ear: a grid of points that lies over the canvas, point on
// point.
import { neighbour } from './geometry.ts';
import { canMove, destinations, indexOf } from './state.ts';
import type { Hand } from './hand.ts';
import type { BoardInfo, State } from './types.ts';
import type { View } from './view.ts';

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
/** What a pointer that only passes over changes: no label is made of it. */
const PASSING = ['hover', 'drag', 'keyboard', 'dropped'];
let count = 0;

function make(tag: string, attributes: Record<string, string>, ...children: Node[]) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A row for each rank, in the order in which they are seen. */
function rowsOf(cells: HTMLElement[], board: BoardInfo, flipped: boolean) {
  const rows = [];
  for (let y = board.side - 1; y >= 0; y--) {
    const row = cells.filter((_, i) => board.points[i]?.y === y);
    if (row.length) rows.push(make('div', { role: 'row' }, ...row));
  }
  if (flipped) {
    rows.reverse();
    for (const row of rows) row.append(...[...row.children].reverse());
  }
  return rows;
}

/** What a press would do on a point, for programs that look at the page. */
function actOf(state: State, point: string, isGoal: boolean) {
  const { movable } = state;
  if (movable?.premove) return '';
  if (movable?.captures) return movable.captures.includes(point) ? 'take' : '';
  return isGoal ? 'go' : canMove(state, point) ? 'choose' : '';
}

function labelCell(cell: HTMLElement, index: number, state: State, goals: Set<string>) {
  const { cursor, men, selected, shapes, words } = state;
  const point = state.board.points[index]?.name ?? '';
  const man = men[index] ?? '';
  const isGoal = goals.has(point);
  const text = words.point(point, {
    index,
    man,
    selected: selected === point,
    goal: isGoal && selected !== null,
    shapes,
  });
  if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
  const tab = point === cursor ? 0 : -1;
  if (cell.tabIndex !== tab) cell.tabIndex = tab;
  if (selected === point) cell.setAttribute('aria-selected', 'true');
  else cell.removeAttribute('aria-selected');
  if (cell.dataset.man !== man) cell.dataset.man = man;
  const act = actOf(state, point, isGoal);
  if (cell.dataset.act !== act) cell.dataset.act = act;
}

/** Where an arrow, Home or End leads from the cursor. */
function goal({ key, ctrlKey }: KeyboardEvent, board: BoardInfo, cursor: string, flipped: boolean) {
  const { points } = board;
  const here = points.findIndex((p) => p.name === cursor);
  const arrow = ARROWS[key];
  if (arrow) {
    const turn = flipped ? -1 : 1;
    return points[neighbour(board, here, arrow[0] * turn, arrow[1] * turn)];
  }
  const rank = points[here]?.y;
  const row = ctrlKey ? points : points.filter((p) => p.y === rank);
  return (key === 'Home') !== flipped ? row[0] : row[row.length - 1];
}

/** Keys, the focus, and the clicks of screen readers. */
function listen(
  grid: HTMLElement,
  {
    get,
    set,
    hand,
    focus,
  }: {
    get: () => State;
    set: (change: Partial<State>) => void;
    hand: Hand;
    focus: (point: string) => void;
  },
) {
  grid.addEventListener('keydown', (event) => {
    const { board, cursor, flipped } = get();
    if (event.altKey || event.metaKey || (event.ctrlKey && !['Home', 'End'].includes(event.key)))
      return;
    if (ARROWS[event.key] || event.key === 'Home' || event.key === 'End') {
      const to = goal(event, board, cursor, flipped);
      if (to) focus(to.name);
    } else if (event.key === 'Enter' || event.key === ' ') {
      // A key that is held down is pressed once.
      if (!event.repeat) (event.shiftKey ? hand.mark : hand.press)(cursor);
    } else if (event.key === 'Escape') {
      hand.cancel();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const pointOf = (event: Event) =>
    event.target instanceof HTMLElement ? event.target.dataset.point : undefined;

  grid.addEventListener('focusin', (event) => {
    const point = pointOf(event);
    if (point) set({ cursor: point, keyboard: grid.querySelector(':focus-visible') !== null });
  });
  grid.addEventListener('focusout', () => set({ keyboard: false }));

  // A screen reader clicks the element itself; fingers and mice go to the canvas beneath.
  grid.addEventListener('click', (event) => {
    const point = pointOf(event);
    if (point) hand.press(point);
  });
}

export function createKeyboardGrid(
  { get, layout, onLayout }: View,
  hand: Hand,
  set: (change: Partial<State>) => void,
) {
  const id = `board-help-${++count}`;
  const help = make('p', { id, hidden: '' });
  const grid = make('div', { class: 'twin', role: 'grid', 'aria-describedby': id });
  let cells: HTMLElement[] = [];
  /** What the cells were made for. */
  let made: { board: unknown; flipped: boolean } = { board: null, flipped: false };

  function build() {
    const { board, flipped, cursor } = get();
    if (made.board === board && made.flipped === flipped) return;
    made = { board, flipped };
    const had = grid.contains(document.activeElement);
    cells = board.points.map((p) =>
      make('div', { role: 'gridcell', class: 'point', 'data-point': p.name, tabindex: '-1' }),
    );
    grid.replaceChildren(...rowsOf(cells, board, flipped));
    place();
    // Focus that was on the board stays on it.
    if (had) focus(cursor);
  }

  /** Puts each cell over its point, as large as fits between neighbours. */
  function place() {
    const { points, unit, radius } = layout();
    const size = Math.max(24, Math.min(unit * 0.98, radius * 2.5));
    cells.forEach((cell, i) => {
      const p = points[i];
      if (!p) return;
      cell.style.inlineSize = cell.style.blockSize = `${size}px`;
      cell.style.left = `${p.x - size / 2}px`;
      cell.style.top = `${p.y - size / 2}px`;
    });
  }

  function label() {
    const state = get();
    const { selected, words } = state;
    const goals = destinations(state, selected);
    if (grid.getAttribute('aria-label') !== words.board)
      grid.setAttribute('aria-label', words.board);
    if (help.textContent !== words.help) help.textContent = words.help;
    cells.forEach((cell, index) => labelCell(cell, index, state, goals));
  }

  function focus(point: string) {
    set({ cursor: point });
    const cell = cells[indexOf(get(), point)];
    if (!cell) return;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  listen(grid, { get, set, hand, focus });
  onLayout(place);
  build();
  label();

  return {
    elements: [grid, help],
    focus,
    changed(now: State, before: State) {
      build();
      if (
        Object.keys(now).some(
          (key) => !PASSING.includes(key) && now[key as keyof State] !== before[key as keyof State],
        )
      )
        label();
    },
  };
}
