// How many replies to each move hold, and how many club players would miss them: asked of the exact
// values after one move after the other.
import type { Options } from '../engine/value-source.ts';
import type { Core, PositionValues, RepliesInfo } from '../types.ts';

export type Replies = ReadonlyMap<string, RepliesInfo>;

const NONE: Replies = new Map();

/**
 * @param values exact ones of a position; null if they are not known
 * @param tell called when more is known
 */
export function createReplies(
  core: Core,
  values: (line: string, options?: Options) => Promise<PositionValues | null>,
  tell: () => void,
) {
  /** The position asked about last. */
  let asked = '';
  let known: { line: string; found: Replies } = { line: '', found: NONE };
  let outdated = new AbortController();

  function after(line: string, turn: string) {
    const game = core.read(line);
    try {
      game.play(turn);
      return game.state();
    } finally {
      game.free();
    }
  }

  async function find(line: string, turns: string[], signal: AbortSignal) {
    for (const turn of turns) {
      const next = after(line, turn);
      if (next.outcome) continue;
      const found = await values(next.line, { signal });
      if (signal.aborted || !found) return;
      const replies = core.replies(next.line, found.moves);
      if (!replies) return;
      known = { line, found: new Map(known.found).set(turn, replies) };
      tell();
    }
  }

  return {
    /** What is known of the moves of a position. */
    of: (line: string) => (known.line === line ? known.found : NONE),
    /** Asks about moves of a position, unless it has asked about that last; about none it stops. */
    ask(line: string, turns: string[]) {
      if (line === asked) return;
      asked = line;
      outdated.abort();
      outdated = new AbortController();
      if (line && known.line !== line) known = { line, found: NONE };
      find(line, turns, outdated.signal).catch((error) => console.warn('No replies:', error));
    },
  };
}
