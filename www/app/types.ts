/** Plain data shared across the page, and the Rust types it uses. */
import type { ReasonInfo } from '../pkg-pack/merels.js';
import type * as rust from '../pkg/merels.js';
import type { Said } from './i18n/i18n.ts';
import type { Language } from './i18n/languages.ts';
import type { Label as BoardLabel, Picked, Shape } from './board/types.ts';

export type {
  BoardInfo,
  Engine,
  Fact,
  Game,
  GameState,
  LegalMove,
  LevelInfo,
  MoveNode,
  Restriction,
  RulesInfo,
  RulesText,
  SearchInfo,
  SearchLimits,
  Sentence,
  SetupCheck,
  SetupDraft,
  SetupFault,
  Side,
  Way,
  ExactValue,
  Extent,
  MoveValue,
  PositionValues,
  Solvable,
  VariantInfo,
  Score,
  ReviewInfo,
  Judged,
  PuzzleInfo,
  PuzzleVerdict,
  Explored,
  ExplorerPlacing,
  RepliesInfo,
  FileGame,
  FileSummary,
  PackPlace,
} from '../pkg/merels.js';
export type { ReasonInfo };
declare global {
  /** See engine/packs.ts. */
  const __PACKS__: typeof import('./platform/packs.ts').PACKS | undefined;
}

type Side = rust.Side;
type Way = rust.Way;
type RulesInfo = rust.RulesInfo;
type GameState = rust.GameState;

/** The Rust functions that the page calls directly. The engine is called by its worker. */
export interface Core {
  version: typeof rust.version;
  variants: typeof rust.variants;
  rules: typeof rust.rules;
  rulesText: typeof rust.rulesText;
  checkSetup: typeof rust.checkSetup;
  describeMove: typeof rust.describeMove;
  firstThatHolds: typeof rust.firstThatHolds;
  holdsMany: typeof rust.holdsMany;
  solvable: typeof rust.solvable;
  dataFiles: typeof rust.dataFiles;
  placings: typeof rust.placings;
  replies: typeof rust.replies;
  expectation: typeof rust.expectation;
  levels: typeof rust.levels;
  start: typeof rust.Game.start;
  read: typeof rust.Game.read;
  readBegin: typeof rust.Game.readBegin;
  fromRecord: typeof rust.Game.fromRecord;
  puzzles: (text: string) => rust.Puzzles;
}

/**
 * Who plays: a person and the computer, two people, two computers, two people on two devices or by
 * message; nobody yet in a game that was shared. It is stored, so play between two devices has an
 * older name here, "away".
 */
export type Mode = 'computer' | 'people' | 'watch' | 'away' | 'message' | 'shared';

export interface ClockRule {
  minutes: number;
  /** Seconds added per turn. */
  increment: number;
  /** Do the clocks stop while the page is hidden? */
  rests: boolean;
}

export interface Settings {
  spec: string;
  mode: Mode;
  /** The person's side in the modes "computer", "away" and "message". */
  human: Side;
  levels: { white: number; black: number };
  clock: ClockRule | null;
  /** With two people: does the board turn to the side to move? */
  turning: boolean;
  /** With two computers: the minimum time between two turns, in milliseconds. */
  pace: number;
  /** With two people: who they are. */
  pair?: Pair | null;
  /** Against the computer: does the coach warn before a turn that gives the result away? */
  coach?: boolean;
}

/** Two people, by the colours they have in this game. */
export interface Pair {
  /** Empty where none was given. */
  names: Record<Side, string>;
  /** What they have won from each other before this game, in half points. */
  score: Record<Side, number>;
  /** Do they sit face to face, with the device flat between them? */
  facing?: boolean;
}

/** The time left for each side, in milliseconds. */
export interface Times {
  white: number;
  black: number;
}

/** Both clocks; at most one runs. */
export interface Clock {
  /** The time left at `since`. */
  left: Times;
  running: Side | null;
  /** From performance.now(). */
  since: number;
  /** The node at which the clocks may run. At other nodes the player is browsing the moves. */
  node: number;
  /** The time left when each node was reached, so that an undo can restore it. */
  at: Readonly<Record<number, Times>>;
}

/** How the current game is stored. */
export interface Slot {
  id: string;
  /** Given by the player; empty for the default name. */
  name: string;
  /** From Date.now(). */
  begun: number;
  /** The number of hints used. */
  hints: number;
  /**
   * By message: how much of the game has been sent, turns and a resignation; -1 before anything
   * was.
   */
  sent: number;
  /** By message: the draw that was offered last. */
  draw: DrawByMessage | null;
  /** The review made last. */
  review: KeptReview | null;
  /**
   * The turns to the position at which the analysis was left for another screen; null if the game
   * was.
   */
  seen: string[] | null;
}

/** A draw offered by message. */
export interface DrawByMessage {
  by: Side;
  /** What had been played when its link was sent; null where it goes with the next link. */
  at: number | null;
}

/** The contents of the new-game form; the colour may be drawn by lot. */
export interface Draft {
  spec: string;
  mode: Mode;
  colour: Side | 'toss';
  levels: { white: number; black: number };
  clock: ClockRule | null;
  turning: boolean;
  pace: number;
  pair?: Pair | null;
  coach?: boolean;
}

/** The look of the board and men. */
export type Material = 'paper' | 'wood' | 'slate' | 'contrast';

/** The preferences of this device. */
export interface Look {
  theme: 'system' | 'light' | 'dark';
  material: Material;
  coordinates: boolean;
  /** Are the points marked where the opponent could close a mill? */
  threats: boolean;
  /** Are exact values shown if known? */
  values: boolean;
  /** Is the whole solution to be kept on this device, and not all there yet? */
  keeping: boolean;
  animation: boolean;
  /** 0 is off, 100 is the maximum. */
  volume: number;
  vibration: boolean;
  /** How men are moved with a pointer. */
  entry: 'both' | 'click' | 'drag';
  /** How quickly the computer replies to a person. */
  reply: 'quick' | 'natural' | 'slow';
  /** The maximum thinking time in milliseconds; null for the level's own. */
  thinking: 1000 | 2000 | 5000 | 15000 | null;
}

/** A position being set up. */
export interface Editor {
  draft: rust.SetupDraft;
  /** Undo history, the latest last, and redo history, the next first. */
  past: rust.SetupDraft[];
  future: rust.SetupDraft[];
  /** Rust's verdict on the position. */
  check: rust.SetupCheck;
  /** What a press puts on a point; '' is the eraser. */
  tool: '' | 'dead' | Side;
  /** What `State.game` contains meanwhile. */
  shown: GameState;
  /** The state to restore on cancel. */
  before: { rules: RulesInfo; game: GameState; pending: PendingTurn | null; paused: boolean };
}

/** A turn that has been begun, with captures still to be chosen. */
export interface PendingTurn {
  from: string | null;
  to: string;
  taken: string[];
  /** Only one man is to be taken, where two could be. */
  one?: boolean;
}

/** The chosen language, null for the device's own, and the current one. */
export interface LanguageState {
  chosen: Language | null;
  current: Language;
}

/** The status of exact values for the current game. */
export interface Solving {
  /** What can be solved on this device. */
  can: rust.Solvable;
  status: 'idle' | 'reading' | 'solving' | 'ready' | 'failed';
  /** Progress from 0 to 1. */
  done: number;
  /** Were the values loaded from storage? */
  stored: boolean;
  /** The pack with the values of the whole game; null if there is none. */
  pack: Packed | null;
}

/** The state of a pack, which has the values of a whole game. */
export interface Packed {
  /** `idle` until values are wanted. */
  status: 'idle' | 'reading' | 'ready' | 'failed';
  /** Why it, or the last value that was asked for, cannot be had; null if it can. */
  reason: 'offline' | 'host' | 'missing' | 'damaged' | 'version' | 'other-pack' | 'broken' | null;
  /** The size of all its pieces, and of those on this device. */
  bytes: number;
  kept: number;
  /**
   * Is it being downloaded? With the trouble `offline` or `host` it waits for the network or the
   * host.
   */
  keeping: boolean;
  /** Why it is not kept; null if nothing went wrong. */
  trouble: 'full' | 'no-storage' | Packed['reason'];
}

/** The exact values of a position; null if it is not solved. */
export interface Exact {
  line: string;
  values: rust.PositionValues | null;
  /** The position's own value, which may be known before those of its turns. */
  value?: rust.ExactValue;
}

/** A label at a point of the board during analysis. */
export interface Label extends BoardLabel {
  /** The label as spoken by screen readers. */
  words: string;
}

/**
 * A move in the explorer, with those that a symmetry makes the same, and its value with the
 * distance to the end where that is known.
 */
export type Listed = Omit<rust.ExplorerPlacing, 'value'> & { value: rust.ExactValue };

/** An analysis of the current game. */
export interface Analysis {
  /** The state of the game to return to. */
  home: number;
  paused: boolean;
  /** The number of lines wanted. */
  lines: number;
  /**
   * Options: does the engine run, and are its best moves shown as arrows and all moves labelled
   * with their values?
   */
  thinks: boolean;
  arrows: boolean;
  values: boolean;
  /** The engine's findings, with the position they are for. */
  found: { line: string; lines: rust.SearchInfo[]; nodes: number; done: boolean } | null;
  /** A quick evaluation of every move in the position. */
  glance: { line: string; turns: Map<string, rust.Score> } | null;
  /**
   * What the explorer lists for a position, nothing if no exact values are known; null when the
   * game is over. An empty `line` means that it is still loading.
   */
  opening: { line: string; placings: Listed[] } | null;
  /** Labels and arrows on the board. */
  labels: ReadonlyMap<string, Label>;
  pointers: Shape[];
  review: Review | null;
  /** Learning from one's own mistakes; null if not. */
  learning: Learning | null;
  /** Why moves gave their value away, by their nodes; null for those that did not. */
  reasons: ReadonlyMap<number, ReasonInfo | null>;
  /** A reason's line that is shown on the board; null if none is. */
  shown: ShownLine | null;
}

/** The line of a reason, on the board in place of the game. */
export interface ShownLine {
  /** Of the mistake. */
  node: number;
  /** The position before the mistake, and those after each move of the line. */
  positions: GameState[];
  at: number;
  /** What the reason is about. */
  marks: Shape[];
  playing: boolean;
}

/** One's own mistakes, to be put right one after the other. */
export interface Learning {
  /** The nodes of the mistakes, in the order of the game, and the place of the current one. */
  nodes: number[];
  at: number;
  /** The last node of the game before anything was tried. */
  last: number;
  state: 'find' | 'looking' | 'right' | 'wrong' | 'shown';
  /** The turn that was tried. */
  move: string;
  /** Why it fails, once that is known. */
  reason: ReasonInfo | null;
}

/** A review of one line of the game. */
export interface Review {
  /** The nodes of the line, from the start. */
  nodes: number[];
  /**
   * The score of each position for the side to move, and that of the best move that was not played.
   */
  scores: (rust.Score | null)[];
  others: (rust.Score | null)[];
  /** The engine's move in each position that is not known exactly; null elsewhere. */
  best: (string | null)[];
  /** How many nodes the engine visited in a position that is not known exactly. */
  effort: number;
  /** The number of positions reviewed so far; fewer than all while running or after a stop. */
  known: number;
  running: boolean;
  /** Made from the analysis, rather than requested by the player? */
  live: boolean;
  info: rust.ReviewInfo;
}

/** A review as it is kept with its game. */
export interface KeptReview {
  /** The turns of the line. */
  line: string[];
  scores: (rust.Score | null)[];
  others: (rust.Score | null)[];
  best: (string | null)[];
  effort: number;
}

/** What the status line shows in a match with another device. */
export interface MatchStatus {
  /** Replaces the usual text. */
  text: Said | null;
  /** At most two; the likelier one is last. */
  offers: { label: Said; run: () => void }[];
  /** May the player move now? */
  may: boolean;
  /** May the player offer a draw now? */
  offersDraw?: boolean;
}

export interface Message {
  text: Said;
  /** The point of the board that the message is about, if any. */
  point: string | null;
}

/** A hint for the current position. */
export interface Hint {
  /** 0 while searching, then what to show: where to look, which move, and why. */
  stage: 0 | 1 | 2 | 3;
  turn: string;
  look: string[];
  /** The texts for each stage. */
  steps: Said[][];
}

export interface Notice {
  text: Said;
  action: { label: Said; run: () => void } | null;
}

export interface State {
  slot: Slot;
  settings: Settings;
  draft: Draft;
  look: Look;
  language: LanguageState;
  rules: RulesInfo;
  game: GameState;
  /** The players of a finished game, if its record names them. */
  names: Record<Side, string> | null;
  pending: PendingTurn | null;
  /** The man that is selected or dragged. */
  picked: Picked | null;
  /** The point at which the player has started to draw an arrow. */
  drawing: string | null;
  /** The move to play after the computer's turn. */
  premove: Way | null;
  /** Counts the turns played on this page; browsing does not count. */
  plays: number;
  flipped: boolean;
  thinking: boolean;
  /** Is the computer waiting because a person has gone back in the game? */
  paused: boolean;
  /** Has the engine failed repeatedly? Until a retry works, the person plays its turns. */
  engineDown: boolean;
  clock: Clock | null;
  match: MatchStatus | null;
  /** The side that has offered a draw. */
  offer: Side | null;
  solving: Solving;
  exact: Exact | null;
  message: Message | null;
  hint: Hint | null;
  /** What the coach asks about the last turn; null if it asks nothing. */
  coach: { node: number; text: Said } | null;
  notice: Notice | null;
  /** Switches to the new version of the page, if there is one. */
  update: (() => void) | null;
  editor: Editor | null;
  analysis: Analysis | null;
  /** Are single-key shortcuts enabled? */
  singleKeys: boolean;
  /** Is the player told what changes as a game goes on? A beginner is. */
  coached: boolean;
}
