// A match: a game between this device and another, as plain data, and what each of its functions
// answers: the next state, and what is to be done.
import { declared, isLongAgo, noEnding, type Ending } from './ends.ts';
import { newClocks, running, timesLeft, type Clocks } from './match-clocks.ts';
import { newGate, type Gate } from './rate-limit.ts';
import { other } from '../state.ts';
import { pathTo } from '../game/paths.ts';
import type { GameState, Side, Times } from '../types.ts';
import type { Ended, Question } from './messages.ts';
import type { Rules, Spot } from './referee.ts';
import type { Choice, ClockRule, Effect, View } from './types.ts';

/** What was played, as stored on a device. */
export interface Played {
  turns: readonly string[];
  left: Times | null;
  ended: Ended | null;
}

/** How a match begins. */
export interface Setup {
  id: string;
  round: number;
  me: Side;
  /** The start of the game, in Rust's link format. */
  begin: string;
  clock: ClockRule | null;
  /** Of a game to resume. */
  record?: Played | null;
  /** This player's name. */
  own?: string;
  /** Does the other device know names and greetings? If not, it shows that by sending its name. */
  talks?: boolean;
}

/** Where to resume. */
type Proposal = { plies: number; line: string } | null;

export interface MatchState {
  readonly id: string;
  readonly begin: string;
  /** This player's name. */
  readonly own: string;
  readonly round: number;
  readonly me: Side;
  readonly phase: View['phase'];
  readonly game: GameState;
  /** The number of initial turns, which cannot be taken back. */
  readonly base: number;
  readonly clocks: Clocks;
  readonly asked: Record<Question, 'mine' | 'theirs' | null>;
  /** The message numbers of this device's questions. */
  readonly numbers: Record<Question, number>;
  /** The ply to go back to. */
  readonly backTo: number;
  /** The number of turns after which this side offered a draw. */
  readonly offered: number;
  readonly choice: Choice | null;
  /** The other device's record. */
  readonly theirRecord: Played;
  /** Where either device wants to resume. */
  readonly proposed: { readonly mine: Proposal; readonly theirs: Proposal };
  /** The number of messages sent. */
  readonly sent: number;
  /** The other player's name. */
  readonly theirName: string;
  readonly talks: boolean;
  /** When either player greeted last. */
  readonly greeted: { readonly mine: number; readonly theirs: number };
  readonly gate: Gate;
  readonly ending: Ending;
}

/** A state of the match, and what is to be done. */
export interface Step {
  readonly rules: Rules;
  readonly state: MatchState;
  readonly effects: readonly Effect[];
}

export const NOTHING_ASKED = { back: null, draw: null, rematch: null };

/** An end without a loser, as a changed record may have it, is this side's loss. */
const endOf = ({ ended }: Played, me: Side): Ended | null =>
  ended && { ...ended, loser: ended.how === 'agreement' ? null : (ended.loser ?? me) };

export function newMatch(rules: Rules, setup: Setup): MatchState {
  const { id, round, me, begin, clock: rule, record = null, own = '', talks = false } = setup;
  const start = rules({ begin, round });
  const base = start.played.length;
  const turns = record && [...start.played, ...record.turns.slice(base)];
  return {
    id,
    begin,
    own,
    round,
    me,
    phase: 'greeting',
    game: turns ? rules({ begin, round, turns, ended: endOf(record, me) }) : start,
    base,
    clocks: newClocks(rule, record?.left ?? null),
    asked: NOTHING_ASKED,
    numbers: { back: 0, draw: 0, rematch: 0 },
    backTo: 0,
    offered: 0,
    choice: null,
    theirRecord: { turns: [], left: null, ended: null },
    proposed: { mine: null, theirs: null },
    sent: 0,
    theirName: '',
    talks,
    greeted: { mine: -Infinity, theirs: -Infinity },
    gate: newGate,
    ending: noEnding,
  };
}

/* What can be seen of a state. */

export const nameOf = ({ id, round }: MatchState) => `${id}.${round}`;
export const lengthOf = ({ game }: MatchState) => game.played.length;
export const themOf = ({ me }: MatchState) => other(me);
/** The declared end, as sent in messages. */
export const endedOf = ({ game }: MatchState) => declared(game);

export const spotOf = (state: MatchState): Spot & { turns: readonly string[] } => ({
  begin: state.begin,
  round: state.round,
  turns: state.game.played,
  ended: endedOf(state),
});

export const mayPlay = ({ phase, game, me, asked }: MatchState) =>
  phase === 'playing' && game.turn === me && asked.back !== 'mine' && !game.outcome;

/** The ply a side may ask to go back to: before its own last turn; -1 if it has none. */
export function backFor({ game, base }: MatchState, by: Side) {
  const plies = pathTo(game.moves, game.node).findLastIndex(({ side }) => side === by);
  return plies >= base ? plies : -1;
}

/**
 * Could a turn of the other device still precede the declared end? Not if it ended on time, or if
 * that side resigned.
 */
export function mayBeLate(state: MatchState) {
  const over = endedOf(state);
  return over !== null && over.how !== 'time' && over.loser !== themOf(state);
}

/** Has the game been over too long for earlier messages to arrive? */
export const isTooLate = ({ phase, ending }: MatchState, now: number) =>
  phase === 'over' && isLongAgo(ending, now);

/** What the page shows. */
export const viewOf = (state: MatchState, now: number): View => ({
  name: nameOf(state),
  round: state.round,
  me: state.me,
  phase: state.phase,
  game: state.game,
  turn: state.game.turn,
  turns: state.game.played,
  mayPlay: mayPlay(state),
  draw: state.asked.draw,
  back: state.asked.back,
  rematch: state.asked.rematch,
  choice: state.choice,
  left: timesLeft(state.clocks, now),
  running: running(state.clocks),
  theirName: state.theirName,
  talks: state.talks,
});

/** What to store to resume the game later. */
export const recordOf = (state: MatchState, now: number) => ({
  round: state.round,
  me: state.me,
  turns: state.game.played,
  left: timesLeft(state.clocks, now),
  ended: endedOf(state),
});
