// What the board is told and what the hand on it does, in one piece of plain data; and what is read
// from it.
import type { BoardConfig, Man, Picked, Side, State } from './types.ts';

/** What is so unless something else is said. */
const USUAL: Omit<State, 'board'> = {
  men: [],
  flipped: false,
  coordinates: true,
  animation: true,
  entry: 'both',
  movable: null,
  lastMove: null,
  lastTaken: [],
  mills: [],
  marked: [],
  under: null,
  trays: {},
  premove: null,
  shapes: [],
  autoShapes: [],
  labels: new Map(),
  threats: [],
  edit: null,
  words: { board: '', help: '', point: (name) => name },
  events: {},
  selected: null,
  drag: null,
  hover: null,
  pencil: null,
  cursor: '',
  keyboard: false,
  dropped: null,
};

export function begin(config: BoardConfig): State {
  check(config);
  return { ...USUAL, cursor: config.board.points[0]?.name ?? '', ...config };
}

/** Says what is missing, to those whom no compiler tells. */
export function check({ board, movable }: Partial<State>) {
  if (!board?.points || !board.edges) throw new TypeError('board needs points and edges');
  if (movable && !movable.ways) throw new TypeError('movable needs ways');
}

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

export const indexOf = (state: State, point: string) =>
  state.board.points.findIndex((p) => p.name === point);

export const manAt = (state: State, point: string): Man => state.men[indexOf(state, point)] ?? '';

/** How a turn may begin now. */
const ways = ({ movable }: State) => (movable && !movable.captures ? movable.ways : []);

/** Where the man on a point, or one in hand where `from` is null, may go. */
export const destinations = (state: State, from: string | null): Set<string> =>
  new Set(ways(state).flatMap((way) => (way.from === from && way.to ? [way.to] : [])));

/** Has the man on this point anywhere to go? */
export const canMove = (state: State, point: string | null) =>
  point !== null && ways(state).some((way) => way.from === point);

/** May a man of this side be placed from the hand? */
export const mayPlace = (state: State, side: Man) =>
  state.movable?.side === side && destinations(state, null).size > 0;

/** The man that is chosen or dragged. */
export function pickedMan({ drag, selected }: State): Picked | null {
  if (drag) return { from: drag.from };
  return selected === null ? null : { from: selected };
}

/**
 * The point that is looked at: under the drag, under the pointer, or under the keyboard's cursor.
 */
export const pointed = (state: State): string | null =>
  state.drag ? state.drag.over : (state.hover ?? (state.keyboard ? state.cursor : null));
