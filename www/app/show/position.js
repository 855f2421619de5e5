// A position of a game that is shown, as the board draws it.

/** The letters of the men. @type {Record<string, import('../board/types').Man>} */
const MEN = { W: 'white', B: 'black' };

/** @param {import('./types').Ply} ply */
export const positionOf = ({ men, last, won }) => ({
  men: [...men].map((man) => MEN[man] ?? ''),
  lastMove: last,
  mills: won && last ? last.closes : [],
});
