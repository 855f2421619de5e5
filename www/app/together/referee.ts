// The rules as a function: the game after given turns. Rust decides what is legal; its game, which
// changes, stays in here, so that the state of a match is plain data.
import { beginning, upTo } from './records.ts';
import { prefix } from '../game/paths.ts';
import type { Core, Game, GameState } from '../types.ts';
import type { Ended } from './messages.ts';

/** A game as it stands. */
export interface Spot {
  /** The start of the match, in Rust's link format. */
  begin: string;
  round: number;
  /** All turns; without them, those of the start. */
  turns?: readonly string[];
  /** The declared end, which only counts if the rules have not ended the game. */
  ended?: Ended | null;
}

/** Throws if a turn is illegal. */
export type Rules = (spot: Spot) => GameState;

export function createReferee(core: Pick<Core, 'read'>) {
  let game: Game | null = null;
  /** The start of `game`, and its declared end. */
  let at: { start: string; ended: Ended | null } = { start: '', ended: null };

  function goTo({ begin, round, turns, ended = null }: Spot): Game {
    const start = beginning(begin, round);
    let found = at.start === start ? game : null;
    let played = found?.state().played ?? [];
    const isThere = played.length === turns?.length && prefix(played, turns) === played.length;
    if (found && isThere && at.ended?.how === ended?.how && at.ended?.loser === ended?.loser)
      return found;
    // A declared end cannot be undone.
    if (!found || !turns || at.ended) {
      game?.free();
      game = found = core.read(start);
      played = found.state().played;
    }
    at = { start, ended: null };
    const common = turns ? prefix(played, turns) : played.length;
    for (let n = played.length; n > common; n--) found.undo();
    for (const turn of turns?.slice(common) ?? []) found.play(turn);
    if (!ended || found.state().outcome) return found;
    if (ended.how === 'agreement') found.agreeDraw();
    else if (ended.loser && ended.how === 'time') found.loseOnTime(ended.loser);
    else if (ended.loser) found.resign(ended.loser);
    at = { start, ended };
    return found;
  }

  return {
    rules: (spot: Spot) => goTo(spot).state(),
    /** The game in Rust's link format. */
    link: (spot: Spot) => upTo(goTo(spot).link(), spot.turns?.length ?? 0),
    free() {
      game?.free();
      game = null;
    },
  };
}
