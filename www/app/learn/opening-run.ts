// The plies of an opening to watch and to practise, and what Merels answers.
import { findNode, repliesOf, type Book, type Reply } from '../game/openings.ts';
import type { Core, Side } from '../types.ts';

/** A position on the way through an opening. */
export interface Ply {
  line: string;
  side: Side;
  /** What the opening goes on with; null at its end. */
  turn: string | null;
  /** The turns that keep the value. */
  holding: string[];
  /** Does any turn give it away? */
  asks: boolean;
}

/** A position as a ply, after which the opening goes on with `turn`; null outside the book. */
export function plyOf(book: Book, line: string, side: Side, turn: string | null): Ply | null {
  const found = findNode(book, line);
  const node = found && book.nodes[found.node];
  if (!node) return null;
  const replies = repliesOf(node);
  const holding = replies.filter(({ holds }) => holds).map((reply) => found.seen(reply.turn));
  return { line, side, turn, holding, asks: holding.length < replies.length };
}

/** The plies of an opening, from the start of the game to its end. */
export function pliesOf(core: Core, book: Book, moves: string[]): Ply[] {
  const game = core.start(book.game);
  const plies = [...moves, null].flatMap((turn) => {
    const ply = plyOf(book, game.line(), game.state().turn, turn);
    if (turn) game.play(turn);
    return ply ?? [];
  });
  game.free();
  return plies;
}

/**
 * A reply as club players choose it.
 * @param random from 0 to 1
 */
export function natural(replies: Reply[], random: number) {
  // What is rounded to nothing may be all that there is.
  const weights = replies.map(({ share }) => Math.max(share, 0.5));
  let left = random * weights.reduce((sum, weight) => sum + weight, 0);
  return replies.find((_, i) => (left -= weights[i] ?? 0) < 0) ?? replies.at(-1) ?? null;
}
