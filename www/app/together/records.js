// Two devices have each kept a record of one game. From where does it go on?

/** How many turns are the same from the start. @param {string[]} a @param {string[]} b */
export function prefix(a, b) {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

/**
 * Where one record goes on from the other, the longer one counts. But a turn of one's own that one has no record of is not
 * taken unasked: the other device could have made it up.
 * @param {string[]} mine @param {string[]} theirs
 * @param {boolean} myTurn after the last turn of mine
 * @returns {{ common: number, take: boolean, ask: boolean }} `take`: what they have more is taken; `ask`: the player decides
 */
export function compare(mine, theirs, myTurn) {
  const common = prefix(mine, theirs);
  if (common === theirs.length) return { common, take: false, ask: false };
  // Only their own turn, after the last one that is known here.
  const take = common === mine.length && theirs.length === mine.length + 1 && !myTurn;
  return { common, take, ask: !take };
}

/** A game in a link, without the turns that were taken back. @param {string} link as Rust writes it @param {number} plies */
export const upTo = (link, plies) => link.replace(/~(.*)$/, (_, turns) => `~${turns.split('.').slice(0, plies).join('.')}`);

/** The game as a round of it begins: in a rematch, what had been played before the first round is not played again. @param {string} begin @param {number} round */
export const beginning = (begin, round) => (round ? upTo(begin, 0) : begin);
