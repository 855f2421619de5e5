// Compares two devices' records of a game to find where to resume.

/** The length of the common prefix. @param {string[]} a @param {string[]} b */
export function prefix(a, b) {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

/**
 * If one record extends the other, the longer one counts. But a turn of the own side that is missing here is not taken without
 * asking, since the other device could have made it up.
 * @param {string[]} mine @param {string[]} theirs
 * @param {boolean} myTurn after the last turn of mine
 * @returns {{ common: number, take: boolean, ask: boolean }} `take`: take their additional turn; `ask`: let the player decide
 */
export function compare(mine, theirs, myTurn) {
  const common = prefix(mine, theirs);
  if (common === theirs.length) return { common, take: false, ask: false };
  // Only a single turn of theirs, after the last one known here.
  const take = common === mine.length && theirs.length === mine.length + 1 && !myTurn;
  return { common, take, ask: !take };
}

/** A game link cut off after a number of turns. @param {string} link in Rust's format @param {number} plies */
export const upTo = (link, plies) => link.replace(/~(.*)$/, (_, turns) => `~${turns.split('.').slice(0, plies).join('.')}`);

/** The start of a round: a rematch leaves out the turns played before the first round. @param {string} begin @param {number} round */
export const beginning = (begin, round) => (round ? upTo(begin, 0) : begin);
