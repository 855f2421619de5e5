// A position of a displayed game in the board's format.
import { spent } from '../board/spent.js';

/** The letters of `Ply.men`. @type {Record<string, import('../board/types').Man>} */
const MEN = { W: 'white', B: 'black' };

/** @param {import('./types').Ply} ply @param {import('../board/types').BoardInfo} board */
export function positionOf({ men, used, last, won }, board) {
  const marked = [...men].flatMap((man, i) => (man === 'X' ? [i] : []));
  return {
    men: [...men].map((man) => MEN[man] ?? ''),
    marked,
    under: spent({ marked, used, board }),
    lastMove: last,
    mills: won && last ? last.closes : [],
  };
}
