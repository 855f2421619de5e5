/** The shapes that cross the boundary to Rust, and the page's own plain data. */

export type Side = 'white' | 'black';
export type Phase = 'placing' | 'moving' | 'flying';

export interface VariantInfo {
  spec: string;
  name: string;
  summary: string;
  kind: 'preset' | 'named';
  board: string;
  men: number;
}

export interface BoardInfo {
  name: string;
  /** Grid size: 3, 5 or 7 files and ranks. */
  side: number;
  /** In index order, row by row from the top; x = 0 is file a, y = 0 is rank 1. */
  points: { name: string; x: number; y: number }[];
  edges: [number, number][];
  mills: number[][];
}

export interface RuleChoice {
  value: string;
  words: string;
}

export interface RuleOption {
  key: string;
  value: string;
  words: string;
  changed: boolean;
  choices: RuleChoice[];
}

export interface RulesInfo {
  spec: string;
  name: string;
  base: string;
  custom: boolean;
  men: number;
  options: RuleOption[];
  board: BoardInfo;
}

export interface LegalMove {
  text: string;
  kind: 'place' | 'move' | 'pass';
  from: string | null;
  to: string | null;
  captures: string[];
  closes: number[][];
}

export interface PlayedMove extends LegalMove {
  side: Side;
}

export interface MoveNode {
  id: number;
  parent: number;
  text: string;
  side: Side;
  number: number;
  comment: string;
  glyphs: number[];
  onPath: boolean;
}

export interface Outcome {
  winner: Side | null;
  reason: string;
  text: string;
}

export interface GameState {
  spec: string;
  line: string;
  /** The position line that the game began with, and the turns from there. */
  start: string;
  played: string[];
  men: ('' | Side)[];
  turn: Side;
  phase: { white: Phase; black: Phase };
  hands: { white: number; black: number };
  lost: { white: number; black: number };
  legal: LegalMove[];
  inMill: boolean[];
  last: PlayedMove | null;
  outcome: Outcome | null;
  clock: number;
  turnNumber: number;
  ply: number;
  canUndo: boolean;
  canRedo: boolean;
  node: number;
  moves: MoveNode[];
}

/** A game as Rust holds it. */
export interface Game {
  state(): GameState;
  play(move: string): void;
  undo(): boolean;
  redo(): boolean;
  goTo(node: number): void;
  resign(side: Side): void;
  agreeDraw(): void;
  line(): string;
  record(): string;
  setTag(name: string, value: string): void;
  tag(name: string): string | undefined;
  explain(point: string): string;
  free(): void;
}

export interface SearchInfo {
  depth: number;
  score: { cp?: number; win?: number; loss?: number; draw?: true };
  nodes: number;
  pv: string[];
}

export interface Limits {
  depth?: number;
  nodes?: number;
  level?: number;
  seed?: number;
}

/** The computer as Rust holds it. */
export interface Engine {
  setPosition(line: string, moves: string[]): void;
  go(limits: Limits): void;
  step(nodes: number): boolean;
  info(): SearchInfo | null;
  bestMove(): string | null;
  free(): void;
}

export interface Level {
  level: number;
  name: string;
  about: string;
  millis: number;
}

/** Everything that the page calls in Rust. */
export interface Core {
  version(): string;
  variants(): VariantInfo[];
  rules(spec: string): RulesInfo;
  levels(): Level[];
  start(spec: string): Game;
  fromPosition(line: string): Game;
  fromRecord(text: string): Game;
}

/** Who plays: one person and the computer, two people, or two computers. */
export type Mode = 'computer' | 'people' | 'watch';

export interface Settings {
  spec: string;
  mode: Mode;
  /** The person's side when the mode is "computer". */
  human: Side;
  levels: { white: number; black: number };
}

/** What the new-game form holds before it is started; the colour may be a coin toss. */
export interface Draft {
  spec: string;
  mode: Mode;
  colour: Side | 'toss';
  levels: { white: number; black: number };
}

export interface Look {
  theme: 'system' | 'light' | 'dark';
  coordinates: boolean;
}

/** A turn of which the capture is still to be chosen. */
export interface Half {
  from: string | null;
  to: string;
  taken: string[];
}

export interface Drag {
  /** The point the man comes from; null for a man from the hand. */
  from: string | null;
  side: Side;
  /** The point under the pointer, if any. */
  over: string | null;
}

export interface Message {
  text: string;
  /** Where the message stands: a point on the board, or nowhere. */
  point: string | null;
}

export interface Notice {
  text: string;
  action: { label: string; run: () => void } | null;
}

export interface State {
  settings: Settings;
  draft: Draft;
  look: Look;
  rules: RulesInfo;
  game: GameState;
  half: Half | null;
  selected: string | null;
  drag: Drag | null;
  hover: string | null;
  /** The point that the keyboard is on. */
  cursor: string;
  flipped: boolean;
  thinking: boolean;
  /** The computer waits: a person has walked back through the game. */
  paused: boolean;
  message: Message | null;
  notice: Notice | null;
  /** How the last change of the game came about; the board animates only what it should. */
  dropped: string | null;
}
