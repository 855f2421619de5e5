// The moves that a symmetry of the position makes the same: they have one value.
import type { Core, GameState } from '../types.ts';

export function createSymmetry(core: Core) {
  /** The groups of the position asked about last. */
  let last: { line: string; groups: string[][] } = { line: '', groups: [] };

  /** The groups of two moves and more. Whatever the moves are worth, Rust groups them. */
  function groups({ line, legal }: Pick<GameState, 'line' | 'legal'>) {
    if (last.line !== line) {
      const grouped =
        core.placings(
          line,
          legal.map(({ text }) => ({ text, value: { draw: true as const } })),
        ) ?? [];
      last = { line, groups: grouped.map(({ turns }) => turns).filter(({ length }) => length > 1) };
    }
    return last.groups;
  }

  /**
   * Gives every move of a group the best score that one of them has: what a search finds of each
   * differs.
   * @param scores by move
   */
  function even<T>(
    game: Pick<GameState, 'line' | 'legal'>,
    scores: Map<string, T>,
    order: (score: T) => number,
  ) {
    for (const turns of scores.size ? groups(game) : []) {
      const known = turns.flatMap((turn) => scores.get(turn) ?? []);
      const [best] = known.sort((a, b) => order(b) - order(a));
      if (best !== undefined) for (const turn of turns) scores.set(turn, best);
    }
    return scores;
  }

  /** The moves, those that are the same together. */
  function grouped(game: Pick<GameState, 'line' | 'legal'>): string[][] {
    const together = groups(game);
    const others = new Set(together.flat());
    return [...together, ...game.legal.flatMap(({ text }) => (others.has(text) ? [] : [[text]]))];
  }

  return { even, grouped };
}

export type Symmetry = ReturnType<typeof createSymmetry>;
