// Ways through the tree of a game: its nodes, and the turns that lead to them.
import type { GameState, State } from '../types.ts';

/** The moves that lead to a node. */
export function pathTo(moves: GameState['moves'], node: number): GameState['moves'] {
  const path = [];
  for (let at = moves.find((m) => m.id === node); at; at = moves.find((m) => m.id === at?.parent))
    path.unshift(at);
  return path;
}

/** The node of the game itself during analysis. */
export const homeNode = ({ analysis, game }: Pick<State, 'analysis' | 'game'>) =>
  analysis && (analysis.home === 0 || game.moves.some(({ id }) => id === analysis.home))
    ? analysis.home
    : game.node;

/** The nodes of these turns from the start, the start included; null if they are not all there. */
export function nodesAlong(moves: GameState['moves'], turns: string[]) {
  const nodes = [0];
  for (const turn of turns) {
    const next = moves.find((m) => m.parent === nodes.at(-1) && m.text === turn);
    if (!next) return null;
    nodes.push(next.id);
  }
  return nodes;
}

/** How many turns two lines have in common at their start. */
export function prefix(a: readonly string[], b: readonly string[]) {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}
