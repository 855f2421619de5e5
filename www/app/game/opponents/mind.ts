// What the computer plays, and whether it agrees to a draw.
import { other, type Store } from '../../state.ts';
import { searchBy, within } from '../../engine/timing.ts';
import { movesOf } from '../words.ts';
import type { EngineClient } from '../../engine/client.ts';
import type { Core, PositionValues, ReasonInfo, SearchInfo, Side } from '../../types.ts';

/**
 * The computer accepts a draw if it is ahead by at most this, in hundredths of a man. At 100 a win
 * is likelier than a draw.
 */
const CONTENT = 40;
/** From this level on the computer varies its openings by the book. */
const EXPERT = 8;
/** How long to wait for the book, in milliseconds. */
const BOOK_PATIENCE = 2000;
/** The thinking time for choosing among draws, in milliseconds. */
const REFLECT = 500;
/**
 * How long to wait for exact values, in milliseconds: those of the 13th placing take the longest.
 */
const PATIENCE = 30_000;
/** Limits for considering a draw offer. */
const CONSIDER = { millis: 1500, nodes: 300_000 };

export interface Mind {
  core: Core;
  store: Store;
  engine: EngineClient;
  /** Exact values if known. */
  values: (line: string) => Promise<PositionValues | null>;
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  /** A turn of the book of openings that keeps the value; null if there is none. */
  opening: (spec: string, line: string) => Promise<string | null>;
}

/**
 * Chooses a turn; null if it is no longer wanted, or there is none.
 * @param left maximum thinking time in milliseconds
 * @param wanted is the answer still needed?
 * @param report is told whether the perfect level knows the values of the position
 */
export async function chooseTurn(
  { core, store, engine, values, opening }: Mind,
  left: number,
  wanted: () => boolean,
  report: (known: boolean) => void,
): Promise<string | null> {
  const { game, settings, look } = store.get();
  const levels = core.levels();
  const chosen = levels.find((l) => l.level === settings.levels[game.turn]);
  const legal = game.legal.map((m) => m.text);
  if (legal.length === 1) return legal[0] ?? null;
  if (settings.levels[game.turn] >= EXPERT && game.hands[game.turn]) {
    const turn = await within(Math.min(BOOK_PATIENCE, left), opening(game.spec, game.line));
    if (!wanted()) return null;
    if (turn !== null && legal.includes(turn)) return turn;
  }
  const exact = chosen?.perfect ? await within(Math.min(PATIENCE, left), values(game.line)) : null;
  if (!wanted()) return null;
  if (chosen?.perfect) report(exact !== null);
  const best = exact?.moves.filter((m) => m.rank === 0 && legal.includes(m.text)) ?? [];
  // Among equal turns, let the search choose, unless they end the game equally late. Without values,
  // it searches all moves.
  if (best.length === 1 || (best.length && best.every((m) => movesOf(m.value) !== null)))
    return best[seed() % best.length]?.text ?? null;
  const level = chosen?.perfect ? chosen.level - 1 : settings.levels[game.turn];
  const drawn = exact !== null && 'draw' in exact.value;
  const { millis, limits } = searchBy(levels, level, drawn ? REFLECT : look.thinking, seed());
  const question = {
    line: game.start,
    moves: game.played,
    millis: Math.max(10, Math.min(millis, left)),
    limits,
    legal,
  };
  const { move } = await engine.ask(exact ? { ...question, known: exact.moves } : question);
  return move;
}

/**
 * Does the computer agree to a draw? Not if it is ahead.
 * @param by who offers
 * @param wanted is the answer still needed?
 */
export async function agreesToDraw(
  { core, store, engine, values }: Mind,
  by: Side,
  wanted: () => boolean,
) {
  const { game, settings } = store.get();
  const level = settings.levels[other(by)];
  const isPerfect = core.levels().some((l) => l.level === level && l.perfect);
  const exact = isPerfect ? await within(PATIENCE, values(game.line)) : null;
  if (!wanted() || (exact && 'loss' in exact.value)) return false;
  const { info } = await engine.ask({
    line: game.start,
    moves: game.played,
    millis: CONSIDER.millis,
    limits: { nodes: CONSIDER.nodes },
  });
  // The score is for the side to move.
  return (info ? worth(info.score) * (game.turn === by ? -1 : 1) : 0) <= CONTENT;
}

/** A score in hundredths of a man. */
function worth(score: SearchInfo['score']) {
  if ('cp' in score) return score.cp;
  if ('draw' in score) return 0;
  return 'win' in score ? 100_000 : -100_000;
}

/** A random 32-bit number. */
export const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
