// A position of a displayed game in the board's format.
import { spent } from '../board/spent.ts';
import type { BoardInfo, Man } from '../board/types.ts';
import type { Ply } from './types.ts';

/** The letters of `Ply.men`. */
const MEN: Record<string, Man> = { W: 'white', B: 'black' };

export function positionOf({ men, used, last, won }: Ply, board: BoardInfo) {
  const marked = [...men].flatMap((man, i) => (man === 'X' ? [i] : []));
  return {
    men: [...men].map((man) => MEN[man] ?? ''),
    marked,
    under: spent({ marked, used, board }),
    lastMove: last,
    mills: won && last ? last.closes : [],
  };
}
