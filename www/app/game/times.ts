// The times of a game's clocks at each of its moves, as they are stored.
import type { TimeList } from '../storage/games.ts';
import type { Clock, GameState, Times } from '../types.ts';

type Moves = GameState['moves'];

export function listTimes(clock: Clock, moves: Moves): TimeList {
  const nodes = [{ id: 0, parent: 0, text: '' }, ...moves];
  const places = new Map(nodes.map(({ id }, i) => [id, i]));
  return nodes.map(({ id, parent, text }) => {
    const times = clock.at[id];
    const of = places.get(parent) ?? 0;
    return times ? [of, text, Math.round(times.white), Math.round(times.black)] : [of, text];
  });
}

/** Restores times by the current node numbers; drops those that are not in the game. */
export function findTimes(list: TimeList, moves: Moves) {
  const at: Record<number, Times> = {};
  const nodes: (number | undefined)[] = [];
  list.forEach(([of, text, white, black], i) => {
    const node = i === 0 ? 0 : moves.find((m) => m.parent === nodes[of] && m.text === text)?.id;
    nodes.push(node);
    if (node !== undefined && white !== undefined && black !== undefined)
      at[node] = { white, black };
  });
  return at;
}
