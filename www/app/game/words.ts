// Texts about the game: whose turn it is, what was played, who has won. The facts come from Rust.
import {
  candidates,
  isHuman,
  isTaking,
  manAt,
  mayTakeOne,
  other,
  takeable,
  takenTogether,
  threatened,
} from '../state.ts';
import { currentLanguage, has, t, tell, type Key, type Said } from '../i18n/i18n.ts';
import { offeredBy } from './sending.ts';
import { pathTo } from './paths.ts';
import { pointValues } from './point-values.ts';
import type { GameOutcome } from '../../pkg/merels.js';
import type { PointKnown } from '../board/types.ts';
import type { State as BoardState } from '../board/types.ts';
import type {
  BoardInfo,
  Core,
  ExactValue,
  GameState,
  LegalMove,
  PendingTurn,
  PositionValues,
  Restriction,
  Side,
  State,
} from '../types.ts';

/** What the words and the board of some games say otherwise. */
export interface Special {
  /** What the side to move has to do, if it is anything out of the ordinary. */
  status(game: GameState, who: 'you' | 'side'): string;
  /** What to capture, where a man is only marked: a mill closed by placing. */
  take(state: Pick<State, 'game' | 'rules' | 'pending'>, who: 'you' | 'side'): string;
  /** The men that a move from point to point takes by itself. */
  leapt(state: Pick<State, 'game' | 'rules'>, from: string | null, to: string): string[];
  /**
   * A move that takes otherwise than usual; null for others.
   * @param after it, if known
   */
  move(move: LegalMove, after?: GameState): string | null;
  /**
   * Why a point was refused; null where it is for the usual reasons.
   * @param man on it
   */
  refused(state: Pick<State, 'game' | 'rules'>, point: string, man: '' | Side): Said | null;
  /** A point that is shut; null for others. */
  point(game: GameState, point: string, index: number): string | null;
  /** What is read out besides the men. */
  read(state: State): string;
  /** What the board shows besides the men. */
  onBoard(game: GameState, board: BoardInfo): Partial<Pick<BoardState, 'marked' | 'under'>>;
}

/**
 * What is added for games in which turns do not alternate, men are removed, or points and lines are
 * used up; see special.ts.
 */
export const special: Partial<Special> = {};

export const sideName = (side: Side) => t(`side.${side}`);

/** Is this side addressed as "you"? Not in a finished game of others. */
const isYou = (
  {
    settings,
    analysis,
    names,
  }: Pick<State, 'settings'> & Partial<Pick<State, 'analysis' | 'names'>>,
  side: Side,
) =>
  !analysis &&
  !names &&
  ['computer', 'away', 'message'].includes(settings.mode) &&
  isHuman({ settings }, side);

export function playerName(state: State, side: Side, levelName: (level: number) => string) {
  if (state.names?.[side]) return state.names[side];
  // In analysis a person moves for both, but the players stay who they are.
  const { settings, names, engineDown } = state;
  if (isYou({ settings, names }, side)) return t('player.you');
  const given = /people|away|message/.test(settings.mode) && settings.pair?.names[side];
  if (given) return given;
  if (settings.mode === 'shared' || isHuman({ settings, engineDown }, side)) return sideName(side);
  if (settings.mode === 'away' || settings.mode === 'message') return t('player.other');
  return t('player.computer', { level: levelName(state.settings.levels[side]) });
}

interface Tagged {
  tag(name: string): string | undefined;
}

/** The value of a record's tag; empty if unknown. */
export const said = (game: Tagged, name: string) =>
  (game.tag(name) ?? '').replace(/^[?.]+$/, '').trim();

/** The name of a rule set; its specification if this version does not know it. */
export function variantName(core: Pick<Core, 'rules'>, spec: string) {
  try {
    return core.rules(spec).name;
  } catch {
    return spec;
  }
}

/**
 * The players of a finished game, if its record names them.
 * @param state the game's
 */
export function namesIn(
  game: Tagged,
  { finished }: { finished: boolean },
): Record<Side, string> | null {
  if (!finished) return null;
  const names = { white: said(game, 'White'), black: said(game, 'Black') };
  return names.white || names.black ? names : null;
}

/** The status line: what to do now. */
export function statusText(state: State) {
  const { game } = state;
  if (state.message) return tell(state.message.text);
  if (state.match?.text && !state.analysis && !state.pending) return tell(state.match.text);
  if (state.hint && !state.pending)
    return (state.hint.steps[state.hint.stage] ?? []).map(tell).join(' ');
  if (game.outcome) return outcomeText(state);
  if (state.coach && !state.analysis) return tell(state.coach.text);
  const offer = offeredBy(state);
  if (offer) return t('offer.made', { side: sideName(offer), other: sideName(other(offer)) });
  const side = game.turn;
  const name = sideName(side);
  const who = isYou(state, side) ? 'you' : 'side';
  const { drawing, premove } = state;
  const picked = state.picked?.from;
  if (drawing) return t('status.drawing', { point: drawing });
  if (premove)
    return premove.from
      ? t('status.premove.move', { from: premove.from, to: premove.to })
      : t('status.premove.place', { to: premove.to });
  if (state.thinking && picked) return t('status.premove.selected', { point: picked });
  if (state.thinking) return t('status.thinking', { side: name });
  if (!isHuman(state, side)) return t('status.paused', { side: name });
  if (state.pending)
    return special.take?.(state, who) || takeText({ game, pending: state.pending }, side, who);
  if (picked) return t('status.selected', { point: picked });
  const more = special.status?.(game, who);
  if (more) return more;
  const places = game.legal.some((m) => m.kind === 'place');
  const moves = game.legal.some((m) => m.kind === 'move');
  if (!places && !moves) return t(`status.pass.${who}`, { side: name });
  if (places && moves) return t(`status.either.${who}`, { side: name });
  if (places) return t(`status.place.${who}`, { side: name });
  if (game.phase[side] === 'flying') return t(`status.fly.${who}`, { side: name });
  return who === 'you' && state.coached && isFirstSlide(game)
    ? t('coach.placed')
    : t(`status.move.${who}`, { side: name });
}

/** Has the side to move placed all of its men, and moved none? */
function isFirstSlide(game: GameState) {
  const own = pathTo(game.moves, game.node).filter((move) => move.side === game.turn);
  return own.length > 0 && own.every(({ text }) => !text.includes('-'));
}

/** What to capture. */
export function takeText(
  state: Pick<State, 'game'> & { pending: PendingTurn },
  side: Side,
  who: 'you' | 'side',
) {
  const man = t(`man.a.${other(side)}`);
  if (takenTogether(state).length)
    return t(mayTakeOne(state) ? 'status.take.either' : `status.take.two.${who}`, {
      side: sideName(side),
      man,
    });
  return state.pending.taken.length
    ? t('status.take.more', { man })
    : t(`status.take.${who}`, { side: sideName(side), man });
}

/**
 * Formats the time on a clock.
 * @param left in milliseconds
 */
export function clockText(left: number, tenths: boolean) {
  const step = tenths ? 100 : 1000;
  const shown = Math.ceil(left / step) * step;
  const seconds = Math.floor(shown / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const text =
    minutes < 60
      ? `${minutes}:${two(seconds % 60)}`
      : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return tenths ? `${text}.${(shown % 1000) / 100}` : text;
}

/** The side addressed as "you"; null where none or both are. */
export function yourSide(
  state: Pick<State, 'settings'> & Partial<Pick<State, 'analysis' | 'names'>>,
): Side | null {
  const yours = (['white', 'black'] as const).filter((side) => isYou(state, side));
  return yours.length === 1 ? (yours[0] ?? null) : null;
}

export const outcomeText = (
  state: Pick<State, 'game' | 'settings'> & Partial<Pick<State, 'analysis' | 'names'>>,
) => {
  const end = endOf(state.game);
  return end ? endText(end, yourSide(state)) : '';
};

/** A reason that Rust names, or 'two-left'. */
type End = Omit<GameOutcome, 'reason'> & { reason: string };

/**
 * How a game ended; with two men left, as nearly always, that is said, since "fewer than three" has
 * to be worked out.
 */
export const endOf = ({ outcome, men }: Pick<GameState, 'outcome' | 'men'>): End | null =>
  outcome?.reason === 'fewer-than-three' && men.filter((man) => man === outcome.loser).length === 2
    ? { ...outcome, reason: 'two-left' }
    : outcome;

/** The ends that say by themselves that "you" lost. */
const OWN_DOING = ['resignation', 'time'];

/**
 * How a game ended.
 * @param you the side that is addressed
 */
export function endText(outcome: End, you: Side | null = null) {
  if (!has(`over.${outcome.reason}`)) return outcome.text;
  const reason = reasonWords(outcome, you);
  if (you && outcome.loser === you && OWN_DOING.includes(outcome.reason)) return capital(reason);
  return t(outcome.reason === 'agreement' ? 'over.line.agreement' : 'over.line', {
    result: resultText(outcome, you),
    reason,
  });
}

/** Who won. */
export function resultText({ winner }: End, you: Side | null = null) {
  if (!winner) return t('over.draw');
  return you
    ? t(winner === you ? 'over.you.win' : 'over.you.lose')
    : t('over.win', { winner: sideName(winner) });
}

/** Why a game ended, as a sentence. */
export const reasonText = (outcome: End, you: Side | null) =>
  has(`over.${outcome.reason}`) ? capital(reasonWords(outcome, you)) : outcome.text;

/** The same as it stands behind the result. */
function reasonWords({ winner, loser, reason }: End, you: Side | null) {
  const name = (side: Side | null) => (side ? sideName(side) : '');
  // A closed mill is what the winner did; everything else happened to the loser.
  const yours = `over.you.${reason}`;
  const addressed = you !== null && you === (reason === 'mill' ? winner : loser) && has(yours);
  // A full board is a draw, or lost for the side that began.
  const theirs =
    winner && reason === 'full-board' ? 'over.full-board-won' : (`over.${reason}` as Key);
  return t(addressed ? yours : theirs, { winner: name(winner), loser: name(loser) });
}

const capital = (text: string) =>
  text.charAt(0).toLocaleUpperCase(currentLanguage()) + text.slice(1);

/** The fraction of the limit from which on a draw is mentioned. */
const NEAR = 0.6;

/** How close draws by counting are, once relevant. */
export function limitsText(state: State) {
  const words = state.game.limits.map(({ reason, count, limit }) => {
    const left = limit - count;
    if (reason === 'repetition') return count > 1 ? t('limits.repetition') : '';
    if (reason === 'ten-moves') return count > 0 ? t('limits.ten-moves', { n: inMoves(left) }) : '';
    // Not mentioned if the ten-move limit is nearer.
    const ten = state.game.limits.find((l) => l.reason === 'ten-moves');
    return count >= limit * NEAR && !(ten && ten.limit - ten.count <= left)
      ? t('limits.quiet', { n: inMoves(left) })
      : '';
  });
  // The lozenges on the board explain themselves.
  if (threatened(state).length)
    words.push(t('limits.threat', { side: sideName(other(state.game.turn)) }));
  return words.filter(Boolean).join(' · ');
}

/**
 * A move in words, for screen readers.
 * @param after it
 */
export function moveText(move: LegalMove, after?: GameState): string {
  const more = special.move?.(move, after);
  if (more) return more;
  const side = sideName(move.side);
  const to = move.to ?? '';
  const text =
    move.kind === 'pass'
      ? t('move.pass', { side })
      : move.kind === 'remove'
        ? side
        : move.from
          ? t('move.move', { side, from: move.from, to })
          : t('move.place', { side, to });
  if (!move.captures.length) return text;
  return t('move.takes', { move: text, points: move.captures.join(t('move.and')) });
}

/**
 * Why a point was refused; null if there is nothing to say.
 * @param from the point of the man that was to move there
 * @param whyNot asks Rust
 */
export function refusedText(
  state: Pick<State, 'rules' | 'game' | 'pending'>,
  point: string,
  from: string | null,
  whyNot: (point: string) => Restriction | null,
): Said | null {
  const { game, rules } = state;
  const man = manAt(state, point);
  const more = special.refused?.(state, point, man);
  if (more) return more;
  const placing = game.legal.some((move) => move.from === null && move.to !== null);
  if (!man && isTaking(state)) return { key: 'hint.take-first' };
  const jumps = rules.options.some(({ key, value }) => key === 'fly' && value === 'jump');
  if (!man && from) return { key: jumps ? 'hint.not-there.jump' : 'hint.not-there' };
  // A man may be placed on every point but one.
  if (!man) return { key: placing ? 'hint.centre' : 'hint.choose-first' };
  // Enemy men are only explained while one may be captured.
  const theirs = man === other(game.turn) && !isTaking(state);
  const why = theirs ? null : whyNot(point);
  if (!why) return { key: !theirs ? 'hint.not-now' : placing ? 'hint.occupied' : 'hint.not-yours' };
  const { id, side, text } = why;
  const key = `explain.${id}`;
  return has(key) ? { key, values: { side: { key: `side.${side}` } } } : `${text}.`;
}

/**
 * Plies as moves, the one unit that a player reads: as the move list numbers them, and as the
 * winner counts them.
 */
export const inMoves = (plies: number) => Math.ceil(plies / 2);

/** The winner's moves to the end; null for a draw and where their number is not known. */
export function movesOf(value: ExactValue) {
  const plies = 'win' in value ? value.win : 'loss' in value ? value.loss : null;
  return plies === null ? null : inMoves(plies);
}

export const valueKind = (value: ExactValue): 'win' | 'draw' | 'loss' =>
  'win' in value ? 'win' : 'draw' in value ? 'draw' : 'loss';

/** A value as a sign. */
export const valueSign = (value: ExactValue) =>
  'draw' in value ? '=' : `${'win' in value ? '+' : '−'}${movesOf(value) ?? ''}`;

/** A value in words, for the side it belongs to. */
export function valueText(value: ExactValue) {
  const n = movesOf(value);
  if ('win' in value) return n === null ? t('values.wins') : t('values.win', { n });
  if ('loss' in value) return n === null ? t('values.loses') : t('values.loss', { n });
  return t('values.draw');
}

/** The value of a position in words. */
export function positionValueText(value: ExactValue, turn: Side) {
  const n = movesOf(value);
  if ('draw' in value) return t('values.side.draw');
  if (n === null)
    return t('values.side.wins', { side: sideName('win' in value ? turn : other(turn)) });
  return t('win' in value ? 'values.side.win' : 'values.side.loss', { side: sideName(turn), n });
}

/** What the values count. */
export function valuesNote({ moves }: PositionValues) {
  const decided = moves.filter(({ value }) => !('draw' in value));
  return t(
    decided.length && decided.every(({ value }) => movesOf(value) !== null)
      ? 'values.about'
      : 'values.exact',
  );
}

/** What is said alike: what a reload may mend, and what the site lacks. */
const ALIKE: Partial<Record<string, 'damaged' | 'missing'>> = {
  version: 'damaged',
  'other-pack': 'missing',
  broken: 'missing',
};

/** Why there are no values of a pack. */
export function packText(reason: string) {
  const alike = ALIKE[reason] ?? reason;
  return t(`values.pack.${alike}` as 'values.pack.host');
}

/** Why no values are shown. */
export function solvingText({ solving, game, exact }: State) {
  const { can, status, done, pack } = solving;
  if (game.outcome) return t('values.over');
  if (pack)
    return exact?.line === game.line
      ? pack.reason
        ? packText(pack.reason)
        : t('values.unknown')
      : t('values.reading');
  const reason = can.reason ?? 'size';
  if (can.extent === null) return t(`values.${reason}`);
  if (status === 'failed') return t('values.failed');
  if (status === 'solving') return t('values.solving', { percent: Math.floor(done * 100) });
  if (can.extent === 'endgames' && (status === 'idle' || exact?.line === game.line))
    return t(can.opening ? 'values.opening' : 'values.endgames', { men: can.men });
  return status === 'ready' && exact?.line === game.line
    ? t('values.unknown')
    : t('values.reading');
}

/**
 * A point in words, for screen readers.
 * @param more further remarks
 */
export function pointText(
  state: Pick<State, 'game' | 'pending'>,
  point: string,
  { index, man, selected, goal, shapes }: PointKnown,
  more: string[] = [],
) {
  const { pending, game } = state;
  const shut = special.point?.(game, point, index);
  const parts = [
    man ? t('point.man', { point, man: t(`man.${man}`) }) : (shut ?? t('point.empty', { point })),
  ];
  const moved = pending && (pending.to === point || pending.from === point);
  if (
    man &&
    (moved ? (candidates(state)[0]?.closes.flat().includes(index) ?? false) : game.inMill[index])
  )
    parts.push(t('point.in-mill'));
  if (isTaking(state) && takeable(state).has(point)) parts.push(takeRemark(state, point));
  else if ((pending || game.owed[game.turn] > 0) && man === other(game.turn))
    parts.push(t('point.protected'));
  if (selected) parts.push(t('point.selected'));
  if (goal) parts.push(t('point.may-go'));
  if (!pending && man && game.last?.to === point) parts.push(t('point.last'));
  if (!pending && !man && !shut && game.last?.captures.includes(point))
    parts.push(t('point.taken'));
  parts.push(...more);
  for (const { from, to } of shapes) {
    if (from === point && to === point) parts.push(t('point.circle'));
    else if (from === point) parts.push(t('point.arrow', { point: to }));
  }
  return parts.join(t('point.and'));
}

/** A man that may be taken, perhaps with another. */
function takeRemark(state: Pick<State, 'game' | 'pending'>, point: string) {
  const other = takenTogether(state)
    .find((pair) => pair.includes(point))
    ?.find((p) => p !== point);
  return other ? t('point.may-take-with', { point: other }) : t('point.may-take');
}

/** Further remarks about a point during a game. */
export function pointRemarks(state: State, point: string) {
  const parts = [];
  if (threatened(state).includes(point)) parts.push(t('point.threatened'));
  const exact = pointValues(state).get(point);
  if (exact) parts.push(valueText(exact.value));
  const label = state.analysis?.labels.get(point);
  if (label) parts.push(label.words);
  if (state.premove?.to === point) parts.push(t('point.premove'));
  return parts;
}
