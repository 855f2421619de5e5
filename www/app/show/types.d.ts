/** A game as it is shown elsewhere: plain data, in the words of one language, which nothing needs to know the rules for. */
import type { BoardInfo, Side } from '../types';

/** What is the same at every ply. */
export interface Show {
  lang: string;
  dir: string;
  /** The players, or the game that is played. */
  title: string;
  /** What else the record tells: the game that is played, the event, the date. */
  facts: string[];
  /** What is said about the game as a whole. */
  comment: string;
  board: BoardInfo;
  /** Who begins a pair of turns. */
  first: Side;
  players: { white: string; black: string };
  moves: ShownMove[];
  words: ShowWords;
}

export interface ShownMove {
  /** As it is written, with its glyphs. */
  text: string;
  /** For the ear. */
  label: string;
  number: number;
  side: Side;
  comment: string;
}

/** The words of buttons and labels; `{places}` are filled in by what shows them. */
export interface ShowWords {
  first: string;
  back: string;
  play: string;
  pause: string;
  next: string;
  last: string;
  flip: string;
  buttons: string;
  moves: string;
  board: string;
  help: string;
  rank: string;
  man: string;
  empty: string;
  white: string;
  black: string;
}

/** A position of the line that is shown. */
export interface Ply {
  /** The position line. */
  line: string;
  /** A letter for each point: `W`, `B` or `-`. */
  men: string;
  turn: Side;
  /** The turn that led here, and whose turn it is or how the game has ended. */
  said: string;
  /** Men in hand and men lost. */
  counts: { white: string; black: string };
  last: { from: string | null; to: string | null; closes: number[][] } | null;
  /** Has a mill won the game? */
  won: boolean;
}

/** A game that is shown, and how its positions are asked for. */
export interface Shown {
  show: Show;
  /** The position after so many plies of the line, 0 to `show.moves.length`. */
  ply: (n: number) => Ply;
}

/** Pictures that have all colours of an animation between them: red, green, blue and opacity of each pixel. */
export interface GifBegin {
  kind: 'begin';
  /** Side of the square, in pixels. */
  size: number;
  /** Of a pixel's colour. */
  bits: number;
  samples: ArrayBuffer[];
}

export interface GifFrame {
  kind: 'frame';
  pixels: ArrayBuffer;
  /** In milliseconds. */
  delay: number;
}

/** What the worker is told; it answers each but the last with null, that with the file. */
export type GifOrder = GifBegin | GifFrame | { kind: 'end' };
