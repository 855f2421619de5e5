// A position of a displayed game in the board's format.

/** The letters of `Ply.men`. @type {Record<string, import('../board/types').Man>} */
const MEN = { W: 'white', B: 'black' };

/** @param {import('./types').Ply} ply */
export const positionOf = ({ men, last, won }) => ({
  men: [...men].map((man) => MEN[man] ?? ''),
  lastMove: last,
  mills: won && last ? last.closes : [],
});
