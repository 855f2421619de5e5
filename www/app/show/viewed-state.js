// A position that is only looked at, as a state that the board draws. Nobody plays here, so nothing is marked that could be.

/**
 * @typedef {import('../types').State} State
 * @typedef {{ flipped: boolean, coordinates: boolean }} How
 */

/** The letters of the men. @type {Record<string, '' | import('../types').Side>} */
const MEN = { W: 'white', B: 'black' };

/**
 * @param {import('../types').BoardInfo} board @param {Partial<import('../types').GameState>} game what the board is to draw of it @param {How} how
 * @returns {State}
 */
export function stillState(board, game, { flipped, coordinates }) {
  const still = {
    settings: { mode: 'watch' },
    look: { coordinates, threats: false, values: false, animation: true },
    rules: { board },
    game: { men: [], last: null, outcome: null, legal: [], premoves: [], threats: [], ply: 0, ...game },
    flipped,
    drawings: [],
  };
  return /** @type {State} */ (/** @type {unknown} */ ({ ...NOTHING, ...still }));
}

/** What a state has while nobody acts. */
const NOTHING = { half: null, selected: null, drag: null, premove: null, pencil: null, hover: null, keyboard: false, clock: null, offer: null, exact: null, message: null, hint: null, editor: null, study: null, dropped: null, thinking: false };

/** @param {import('./types').Ply} ply @param {number} n how many turns were played @returns {Partial<import('../types').GameState>} */
export function gameAt(ply, n) {
  const last = ply.last && { ...ply.last, text: '', kind: /** @type {const} */ ('move'), side: ply.turn, captures: [] };
  const outcome = ply.won ? { winner: null, loser: null, reason: /** @type {const} */ ('mill'), text: '' } : null;
  return { men: [...ply.men].map((man) => MEN[man] ?? ''), last, outcome, turn: ply.turn, ply: n };
}
