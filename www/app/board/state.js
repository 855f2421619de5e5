// What the board is told and what the hand on it does, in one piece of plain data; and what is read from it.

/**
 * @typedef {import('./types').State} State
 * @typedef {import('./types').Side} Side
 * @typedef {import('./types').Man} Man
 */

/** What is so unless something else is said. @type {Omit<State, 'board'>} */
const USUAL = {
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

/** @param {import('./types').BoardConfig} config @returns {State} */
export const begin = (config) => ({
  ...USUAL,
  cursor: config.board.points[0]?.name ?? '',
  ...config,
});

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === 'white' ? 'black' : 'white');

/** @param {State} state @param {string} point */
export const indexOf = (state, point) => state.board.points.findIndex((p) => p.name === point);

/** @param {State} state @param {string} point @returns {Man} */
export const manAt = (state, point) => state.men[indexOf(state, point)] ?? '';

/** How a turn may begin now. @param {State} state */
const ways = ({ movable }) => (movable && !movable.captures ? movable.ways : []);

/** Where the man on a point, or one in hand where `from` is null, may go. @param {State} state @param {string | null} from @returns {Set<string>} */
export const destinations = (state, from) =>
  new Set(ways(state).flatMap((way) => (way.from === from && way.to ? [way.to] : [])));

/** Has the man on this point anywhere to go? @param {State} state @param {string | null} point */
export const canMove = (state, point) =>
  point !== null && ways(state).some((way) => way.from === point);

/** May a man of this side be placed from the hand? @param {State} state @param {Man} side */
export const mayPlace = (state, side) =>
  state.movable?.side === side && destinations(state, null).size > 0;

/** The man that is chosen or dragged. @param {State} state @returns {import('./types').Picked | null} */
export function pickedMan({ drag, selected }) {
  if (drag) return { from: drag.from };
  return selected === null ? null : { from: selected };
}

/** The point that is looked at: under the drag, under the pointer, or under the keyboard's cursor. @param {State} state @returns {string | null} */
export const pointed = (state) =>
  state.drag ? state.drag.over : (state.hover ?? (state.keyboard ? state.cursor : null));
