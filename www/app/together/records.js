// Compares two devices' records of a game to find where to resume.

/** The length of the common prefix. @param {string[]} a @param {string[]} b */
export function prefix(a, b) {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

/**
 * Are none of these turns, played from here, this side's own? The other may have several on end. An illegal one, and what follows it,
 * is nobody's. The game is left as it was.
 * @param {Pick<import('../types').Game, 'state' | 'play' | 'undo'>} game @param {import('../types').Side} side @param {string[]} turns
 */
export function noneIsOwn(game, side, turns) {
  let played = 0;
  try {
    return turns.every((turn) => {
      if (game.state().turn === side) return false;
      game.play(turn);
      played++;
      return true;
    });
  } catch {
    return true;
  } finally {
    while (played-- > 0) game.undo();
  }
}

/**
 * If one record extends the other, the longer one counts. But a turn of the own side that is missing here is not taken without
 * asking, since the other device could have made it up.
 * @param {string[]} mine @param {string[]} theirs
 * @param {(turns: string[]) => boolean} areTheirs whether turns after the last one of mine can be taken without asking
 * @returns {{ common: number, take: boolean, ask: boolean }} `take`: take their additional turns; `ask`: let the player decide
 */
export function compare(mine, theirs, areTheirs) {
  const common = prefix(mine, theirs);
  if (common === theirs.length) return { common, take: false, ask: false };
  const take = common === mine.length && areTheirs(theirs.slice(common));
  return { common, take, ask: !take };
}

/** A game link cut off after a number of turns. @param {string} link in Rust's format @param {number} plies */
export const upTo = (link, plies) =>
  link.replace(/~(.*)$/, (_, turns) => `~${turns.split('.').slice(0, plies).join('.')}`);

/** The start of a round: a rematch leaves out the turns played before the first round. @param {string} begin @param {number} round */
export const beginning = (begin, round) => (round ? upTo(begin, 0) : begin);
