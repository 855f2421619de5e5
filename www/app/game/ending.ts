// What is said of a game that is over, what decided it, and what may follow.
import { other } from '../state.ts';
import { t } from '../i18n/i18n.ts';
import { gamesAgainst, inARow, levelBeside } from './streak.ts';
import { endOf, inMoves, reasonText, resultText, sideName, yourSide } from './words.ts';
import { isToSend } from './sending.ts';
import type { Result } from '../storage/results.ts';
import type { Core, LevelInfo, MoveNode, ReviewInfo, Side, State } from '../types.ts';

/**
 * Is the end of a game on the board? A game that was shared, or has to be sent yet, has a panel of
 * its own.
 */
export const isEnd = (state: State) =>
  state.game.outcome !== null &&
  !state.analysis &&
  !state.editor &&
  state.settings.mode !== 'shared' &&
  !isToSend(state);

/** Below this expected score a side is worse. */
const WORSE = 0.45;

/**
 * The move that decided a game: the loser's last turning point; of a draw, the last of all. None if
 * by the estimate the loser was not worse after it: who resigns a good position has lost by that
 * alone.
 */
export function decisive(
  { turns, turning, values }: Pick<ReviewInfo, 'turns' | 'turning' | 'values'>,
  loser: Side | null,
) {
  const last = Math.max(-1, ...turning.filter((at) => !loser || turns[at]?.side === loser));
  const turn = turns[last];
  if (!turn) return null;
  const white = values[last + 1]?.white ?? 0.5;
  return !turn.exact && loser && (loser === 'white' ? white : 1 - white) >= WORSE ? null : turn;
}

/**
 * What the results say about a level: the first win over it, three wins or losses in a row.
 * @param results the latest last
 * @param state with the game that has ended
 */
export function streak(
  results: Result[],
  { settings, slot, game }: State,
): 'first' | 'three-won' | 'three-lost' | null {
  if (settings.mode !== 'computer' || !game.outcome) return null;
  const level = settings.levels[other(settings.human)];
  const before = results.filter((r) => r.id !== slot.id);
  const { winner } = game.outcome;
  const now = winner === null ? 0 : winner === settings.human ? 1 : -1;
  if (now === 1 && !gamesAgainst(before, level).includes(1)) return 'first';
  const row = inARow([
    ...gamesAgainst(
      before.filter((r) => r.spec === game.spec),
      level,
    ),
    now,
  ]);
  return row ? (row === 1 ? 'three-won' : 'three-lost') : null;
}

/**
 * What is said after a game against a level of the computer, and the level that is offered: the
 * next one up after a win, the one below after a loss.
 * @param result won, drawn or lost
 */
export function whatFollows(
  core: Pick<Core, 'levels' | 'solvable'>,
  spec: string,
  level: number,
  result: 1 | 0 | -1,
  row: ReturnType<typeof streak>,
): {
  note: 'first' | 'three-won' | 'three-lost' | 'harder' | 'easier' | 'lamp' | null;
  next: LevelInfo | null;
} {
  const next = result ? levelBeside(core, spec, level, result) : null;
  if (row === 'first' || (row && next)) return { note: row, next };
  if (result === 1) return { note: next ? 'harder' : null, next };
  return { note: result ? (next ? 'easier' : 'lamp') : null, next };
}

export interface Ending {
  title: string;
  about: string;
  note: string;
  /** Is it the first win over this level? */
  isFirst: boolean;
  /** Another level that is offered. */
  next: LevelInfo | null;
  /** Does that come before a rematch? */
  leads: boolean;
  /** Was it won with the coach? */
  isCoached: boolean;
}

/** @param state of a game that is over */
export function endingOf(
  state: State,
  core: Pick<Core, 'levels' | 'solvable'>,
  results: Result[],
  levelName: (level: number) => string,
): Ending | null {
  const { game, settings } = state;
  const end = endOf(game);
  if (!end) return null;
  const you = yourSide(state);
  const { winner } = end;
  const name =
    !you && winner && !state.names && settings.mode === 'people' && settings.pair?.names[winner];
  const level = settings.mode === 'computer' && you ? settings.levels[other(you)] : 0;
  const row = level ? streak(results, state) : null;
  const result = winner === null ? 0 : winner === you ? 1 : -1;
  const { note, next } = level
    ? whatFollows(core, state.rules.spec, level, result, row)
    : { note: null, next: null };
  const named = note === 'harder' || note === 'easier' ? (next?.name ?? '') : levelName(level);
  return {
    title: name ? t('match.wins', { name }) : resultText(end, you),
    about: [
      reasonText(end, you).replace(/[.。]$/, ''),
      t('games.moves', { n: inMoves(game.ply) }),
    ].join(' · '),
    note: note ? t(`end.${note}`, { level: named }) : '',
    isFirst: row === 'first',
    next,
    leads: next !== null && (result === 1 || row === 'three-lost'),
    isCoached: level > 0 && result === 1 && settings.coach === true,
  };
}

/** What the move that decided the game has done. */
export function decidedText(
  { judgement }: Pick<ReviewInfo['turns'][number], 'judgement'>,
  { side, number, text }: Pick<MoveNode, 'side' | 'number' | 'text'>,
  you: Side | null,
) {
  const move =
    side === you
      ? `${number}. ${text}`
      : t('review.item', { number, side: sideName(side), move: text });
  if (judgement === 'draw-lost') return t('end.gave-draw', { move });
  return t(judgement.startsWith('win-') ? 'end.gave-win' : 'end.mistake', { move });
}

/**
 * One's own mistakes, by their nodes; none until all are known.
 * @param spared what only seemed to be one
 */
export const ownMistakes = (
  info: Pick<ReviewInfo, 'turns' | 'turning' | 'values'> | null,
  you: Side | null,
  spared: number | undefined,
) =>
  info?.values.every(Boolean)
    ? info.turns
        .filter(
          ({ side, node }, at) => side === you && node !== spared && info.turning.includes(at),
        )
        .map(({ node }) => node)
    : [];
