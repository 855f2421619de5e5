// What strong levels play in the opening. Loaded when one of them has to move.
import { bookOf, findNode, nextsOf, sameTurns } from '../openings.ts';

/**
 * A turn that keeps the value and stays in the book of openings, each about as often as people play
 * it; null where there is none.
 * @param random gives numbers from 0 up to, but not including, 1
 */
export async function bookTurn(spec: string, line: string, random = Math.random) {
  const book = await bookOf(spec);
  const found = book && findNode(book, line);
  const here = found && book.nodes[found.node];
  if (!here) return null;
  const held = nextsOf(book, found.node).filter(({ holds }) => holds);
  // What hardly anybody plays has its chance, too.
  let left = random() * held.reduce((sum, { share }) => sum + share + 1, 0);
  const chosen = held.find(({ share }) => (left -= share + 1) < 0);
  if (!chosen) return null;
  const same = [...sameTurns(book, here, chosen.turn)];
  return found.seen(same[Math.floor(random() * same.length)] ?? chosen.turn);
}
