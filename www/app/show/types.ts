/**
 * A game for display: plain data with texts in one language, which can be shown without knowing the
 * rules.
 */
import type { BoardInfo, Side } from '../types.ts';

/** What is the same at every ply. */
export interface Show {
  lang: string;
  dir: string;
  /** The comment on the game as a whole. */
  comment: string;
  board: BoardInfo;
  /** The side that moves first in each numbered pair. */
  first: Side;
  players: { white: string; black: string };
  moves: ShownMove[];
  words: ShowWords;
}

export interface ShownMove {
  /** In notation, with glyphs. */
  text: string;
  /** For screen readers. */
  label: string;
  number: number;
  side: Side;
  comment: string;
}

/** Texts of buttons and labels; the viewer fills in the `{placeholders}`. */
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

/** A position of the line. */
export interface Ply {
  /** The position line. */
  line: string;
  /** A letter for each point: `W`, `B`, `X` where a dead man lies, or `-`. */
  men: string;
  /** The lines that each side has used up, by the indices of their points. */
  used?: { white: number[][]; black: number[][] };
  turn: Side;
  /** The move that led here, and the side to move or the result. */
  said: string;
  /** Men in hand and men lost. */
  counts: { white: string; black: string };
  last: { from: string | null; to: string | null; closes: number[][] } | null;
  /** Has the game been won by a mill? */
  won: boolean;
}

/** A game for display, with a function that returns its positions. */
export interface Shown {
  show: Show;
  /** The position at a ply, 0 to `show.moves.length`. */
  ply: (n: number) => Ply;
}

/** Pictures for the palette, as RGBA pixels. */
export interface GifBegin {
  kind: 'begin';
  /** The width and height in pixels. */
  size: number;
  /** Bits per pixel. */
  bits: number;
  samples: ArrayBuffer[];
}

export interface GifFrame {
  kind: 'frame';
  pixels: ArrayBuffer;
  /** In milliseconds. */
  delay: number;
}

/** Requests to the worker. It answers "end" with the file, and the others with null. */
export type GifOrder = GifBegin | GifFrame | { kind: 'end' };
