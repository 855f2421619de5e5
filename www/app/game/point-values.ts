// Values of turns, at the points of the board at which they are chosen.
import { candidates, isTaking, isUnaided } from '../state.ts';
import type { MoveValue, State } from '../types.ts';

/**
 * The exact values to show at points: of placements and each man's best move, of the selected man's
 * moves, or of captures.
 * Empty if they are not requested or not known.
 */
export function pointValues(state: State): Map<string, MoveValue> {
  const { exact, game, look, editor, analysis } = state;
  if (
    !look.values ||
    editor ||
    analysis ||
    isUnaided(state) ||
    exact?.line !== game.line ||
    !exact.values
  )
    return new Map();
  return atPoints(state, new Map(exact.values.moves.map((m) => [m.text, m])));
}

/**
 * Assigns move values to the points at which the moves are chosen; each point gets its best.
 * @param values by move
 */
export function atPoints<T extends { rank: number }>(
  state: State,
  values: Map<string, T>,
): Map<string, T> {
  const found: Map<string, T> = new Map();
  const { game, pending, picked } = state;
  const taken = pending?.taken ?? [];
  const open = isTaking(state) ? candidates(state) : game.legal;
  for (const move of open) {
    const value = values.get(move.text);
    if (!value) continue;
    const points = isTaking(state)
      ? move.captures.filter((p) => !taken.includes(p))
      : !picked
        ? [move.from ?? move.to]
        : move.from === picked.from
          ? [move.to]
          : [];
    for (const point of points)
      if (point && value.rank < (found.get(point)?.rank ?? Infinity)) found.set(point, value);
  }
  return found;
}
