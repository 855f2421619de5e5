// The moves that a symmetry of the position makes the same: they have one value.

/** @typedef {import('../types').GameState} GameState */

/** @param {import('../types').Core} core */
export function createSymmetry(core) {
  /** The groups of the position asked about last. @type {{ line: string, groups: string[][] }} */
  let last = { line: '', groups: [] };

  /** The groups of two moves and more. Whatever the moves are worth, Rust groups them. @param {Pick<GameState, 'line' | 'legal'>} game */
  function groups({ line, legal }) {
    if (last.line !== line) {
      const grouped =
        core.placings(
          line,
          legal.map(({ text }) => ({ text, value: { draw: /** @type {const} */ (true) } })),
        ) ?? [];
      last = { line, groups: grouped.map(({ turns }) => turns).filter(({ length }) => length > 1) };
    }
    return last.groups;
  }

  /**
   * Gives every move of a group the best score that one of them has: what a search finds of each differs.
   * @template T @param {Pick<GameState, 'line' | 'legal'>} game @param {Map<string, T>} scores by move @param {(score: T) => number} order
   */
  function even(game, scores, order) {
    for (const turns of scores.size ? groups(game) : []) {
      const known = turns.flatMap((turn) => scores.get(turn) ?? []);
      const [best] = known.sort((a, b) => order(b) - order(a));
      if (best !== undefined) for (const turn of turns) scores.set(turn, best);
    }
    return scores;
  }

  /** The moves, those that are the same together. @param {Pick<GameState, 'line' | 'legal'>} game @returns {string[][]} */
  function grouped(game) {
    const together = groups(game);
    const others = new Set(together.flat());
    return [...together, ...game.legal.flatMap(({ text }) => (others.has(text) ? [] : [[text]]))];
  }

  return { even, grouped };
}

/** @typedef {ReturnType<typeof createSymmetry>} Symmetry */
