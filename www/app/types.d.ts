/** The page's own plain data, and the names under which it knows what crosses the boundary to Rust. */
import type * as rust from '../pkg/merels.js';
import type { Said } from './i18n/i18n.js';
import type { Language } from './i18n/languages.js';
import type { Label as BoardLabel, Picked, Shape } from './board/types';

export type {
  BoardInfo,
  Engine,
  Explained,
  Explanation,
  Fact,
  Game,
  GameState,
  LegalMove,
  LevelInfo,
  MoveNode,
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
  ExplorerPlacing,
  FileGame,
  FileSummary,
} from '../pkg/merels.js';
type Side = rust.Side;
type Way = rust.Way;
type RulesInfo = rust.RulesInfo;
type GameState = rust.GameState;

/** What the page calls in Rust; the computer is called by its worker. */
export interface Core {
  version: typeof rust.version;
  variants: typeof rust.variants;
  rules: typeof rust.rules;
  rulesText: typeof rust.rulesText;
  checkSetup: typeof rust.checkSetup;
  explain: typeof rust.explain;
  firstThatHolds: typeof rust.firstThatHolds;
  holdsMany: typeof rust.holdsMany;
  solvable: typeof rust.solvable;
  dataFiles: typeof rust.dataFiles;
  expectation: typeof rust.expectation;
  levels: typeof rust.levels;
  start: typeof rust.Game.start;
  read: typeof rust.Game.read;
  fromRecord: typeof rust.Game.fromRecord;
  puzzles: (text: string) => rust.Puzzles;
}

/** What the computer looks into until it is told to stop, or knows all: a game's beginning and the turns from there. */
export interface Subject {
  line: string;
  moves: string[];
  /** So many of the best turns each get a line. */
  lines: number;
  /** No deeper than so many plies; without it, until it is stopped. */
  depth?: number;
}

/** What it has found so far. */
export interface Findings {
  /** The best first, numbered from 1; as many as were asked for, or as there are turns; none where the game is over. */
  lines: rust.SearchInfo[];
  /** The positions visited so far, and how many a second. */
  nodes: number;
  nps: number;
  /** There is no more to find. */
  done: boolean;
}

/** Who plays: one person and the computer, two people, two computers, or a person and another at another device. */
export type Mode = 'computer' | 'people' | 'watch' | 'away';

/** How much time the players have. */
export interface ClockRule {
  minutes: number;
  /** Seconds that each turn adds. */
  increment: number;
  /** Do the clocks rest while the page cannot be seen? */
  rests: boolean;
}

export interface Settings {
  spec: string;
  mode: Mode;
  /** The person's side when the mode is "computer" or "away". */
  human: Side;
  levels: { white: number; black: number };
  clock: ClockRule | null;
  /** With two people: does the board turn to the side to move? */
  turning: boolean;
  /** With two computers: the least time between two turns, in milliseconds. */
  pace: number;
}

/** What is left to each side, in milliseconds. */
export interface Times {
  white: number;
  black: number;
}

/** Two clocks, of which one may run. */
export interface Clock {
  /** What was left when `since` was now. */
  left: Times;
  running: Side | null;
  /** By performance.now(). */
  since: number;
  /** The node of the game at which the clocks may run; elsewhere someone walks through the moves. */
  node: number;
  /** What was left when each node was reached: from there the clocks go on where a turn is taken back. */
  at: Readonly<Record<number, Times>>;
}

/** Under which name the game on the table is kept. */
export interface Slot {
  id: string;
  /** What the person calls it; empty for the usual name. */
  name: string;
  /** By Date.now(). */
  begun: number;
  /** In how many positions a hint was asked for. */
  hints: number;
}

/** Everything that makes a game on a table: what is stored, what is put down, what is taken up again. */
export interface Table {
  game: rust.Game;
  settings: Settings;
  slot: Slot;
  clock: Clock | null;
  pending: PendingTurn | null;
  flipped: boolean;
  paused: boolean;
  /** The node that was being looked into, where it is to be gone on with that. */
  study: number | null;
}

/** What the new-game form holds before it is started; the colour may be a coin toss. */
export interface Draft {
  spec: string;
  mode: Mode;
  colour: Side | 'toss';
  levels: { white: number; black: number };
  clock: ClockRule | null;
  turning: boolean;
  pace: number;
}

/** What the board and the men are made of. */
export type Material = 'paper' | 'wood' | 'slate' | 'contrast';

/** How the page looks, sounds and is handled on this device, and how much time the computer takes. */
export interface Look {
  theme: 'system' | 'light' | 'dark';
  material: Material;
  coordinates: boolean;
  /** Are the points marked where the other side could close a mill? */
  threats: boolean;
  /** Are exact values shown, where there are some? */
  values: boolean;
  animation: boolean;
  /** 0 is off, 100 the loudest. */
  volume: number;
  vibration: boolean;
  /** How a man is moved by pointer. */
  entry: 'both' | 'click' | 'drag';
  /** How soon the computer answers a person. */
  reply: 'quick' | 'natural' | 'slow';
  /** How long the computer may think at the most, in milliseconds; null where its level says so. */
  thinking: 1000 | 2000 | 5000 | 15000 | null;
}

/** A position that is being set up in place of the game. */
export interface Editor {
  draft: rust.SetupDraft;
  /** What it was before, the latest last, and what was undone, the next first. */
  past: rust.SetupDraft[];
  future: rust.SetupDraft[];
  /** What Rust says of it. */
  check: rust.SetupCheck;
  /** What a press puts on a point; nothing is the eraser. */
  tool: '' | Side;
  /** What stands in `State.game` meanwhile. */
  shown: GameState;
  /** What was on the table. */
  before: { rules: RulesInfo; game: GameState; pending: PendingTurn | null; paused: boolean };
}

/** A turn of which the capture is still to be chosen. */
export interface PendingTurn {
  from: string | null;
  to: string;
  taken: string[];
}

/** The language that was chosen, null for the device's own, and the one that is spoken. */
export interface LanguageState {
  chosen: Language | null;
  current: Language;
}

/** How it stands with the exact values of the game on the table. */
export interface Solving {
  /** What can be solved of it here. */
  can: rust.Solvable;
  status: 'idle' | 'reading' | 'solving' | 'ready' | 'failed';
  /** How much is solved, from 0 to 1. */
  done: number;
  /** Were they found on this device? */
  stored: boolean;
}

/** What was answered about a position; null where it is not solved. */
export interface Exact {
  line: string;
  values: rust.PositionValues | null;
}

/** What stands at a point while a game is looked into. */
export interface Label extends BoardLabel {
  /** For the ear. */
  words: string;
}

/** A game is looked into: the computer thinks about every position, and both sides' turns may be played. */
export interface Study {
  /** Where the game stood before, and whether the computer waited. */
  home: number;
  paused: boolean;
  /** So many lines are wanted. */
  lines: number;
  /** Is the computer to think, are its best turns drawn on the board, and what each turn is worth? */
  thinks: boolean;
  arrows: boolean;
  values: boolean;
  /** What it has found of a position, by the position's line. */
  found: { line: string; lines: rust.SearchInfo[]; nodes: number; done: boolean } | null;
  /** What every turn there is worth at a glance. */
  glance: { line: string; turns: Map<string, rust.Score> } | null;
  /** What the opening explorer tells of a position, by the position's line (without one it is awaited); null where it tells nothing. */
  opening: { line: string; placings: rust.ExplorerPlacing[] } | null;
  /** What the board shows of that. */
  labels: ReadonlyMap<string, Label>;
  pointers: Shape[];
  review: Review | null;
}

/** The line of a game that is judged, or was. */
export interface Review {
  /** The nodes of its positions, the start first. */
  nodes: number[];
  /** What is known of each, to the side to move there, and of the best turn there that was not played. */
  scores: (rust.Score | null)[];
  others: (rust.Score | null)[];
  /** So many positions are known; fewer than all while it goes on, or where it was stopped. */
  known: number;
  running: boolean;
  /** Nobody has asked for it: it is what the analysis has found by the way. */
  live: boolean;
  info: rust.ReviewInfo;
}

/** What the line beside the board says and offers while the other player is at another device. */
export interface Away {
  /** In place of what it says otherwise. */
  text: Said | null;
  /** Two at the most; the last one is the likelier. */
  offers: { label: Said; run: () => void }[];
  /** May a turn be played now? */
  may: boolean;
}

/** The other player, by what the player at this screen can do to them. What changes the game comes to the table at once, or when it counts. */
export interface Opponent {
  /** A whole turn. */
  play(move: string): void;
  undo(): void;
  redo(): void;
  resign(): void;
  offerDraw(): void;
  flag(side: Side): void;
  /** Another position is on the table: it may be their turn. */
  proceed(): unknown;
}

/** What an opponent may do to the game on the table. */
export interface AtTable {
  /** With `halt`, the computer waits after it. */
  play(move: string, halt?: boolean): void;
  /** Walks through the turns that were played. */
  browse(walk: (game: rust.Game) => void): void;
  end(declare: (game: rust.Game) => void): void;
}

/** A match with another device: what a player does here is sent there, and done when it counts. */
export interface Match {
  play(move: string): void;
  undo(): void;
  resign(): void;
  offerDraw(): void;
  flag(): void;
}

export interface Message {
  text: Said;
  /** Where the message stands: a point on the board, or nowhere. */
  point: string | null;
}

/** A hint for the position on the board. */
export interface Hint {
  /** 0 while it is looked for; then where to look, which turn, and why. */
  stage: 0 | 1 | 2 | 3;
  turn: string;
  look: string[];
  /** What is said at each stage. */
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
  /** Who has played a finished game, where its record says so. */
  names: Record<Side, string> | null;
  pending: PendingTurn | null;
  /** The man that is chosen or dragged on the board. */
  picked: Picked | null;
  /** The point at which a drawing was begun on the board. */
  drawing: string | null;
  /** What is to be played as soon as the computer has moved. */
  premove: Way | null;
  /** Counts the turns that were played on this page, not walked along. */
  plays: number;
  flipped: boolean;
  thinking: boolean;
  /** The computer waits: a person has walked back through the game. */
  paused: boolean;
  /** The computer does not answer, although it was asked again and again: until it does, its turns are played by hand. */
  engineDown: boolean;
  clock: Clock | null;
  away: Away | null;
  /** Who offers a draw and waits for the answer. */
  offer: Side | null;
  solving: Solving;
  exact: Exact | null;
  message: Message | null;
  hint: Hint | null;
  notice: Notice | null;
  /** Changes to the new version of the page that waits, if one does. */
  update: (() => void) | null;
  editor: Editor | null;
  study: Study | null;
  /** Are single keys commands? */
  singleKeys: boolean;
}
