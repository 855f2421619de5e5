/** The interface of the `<merels-board>` element. Importing its script defines the element. */

export interface MerelsPlyDetail {
  /** The ply shown: the number of turns played. */
  ply: number;
  /** The position line, such as `nine 3/3/3/6/3/3/3 w 9,9 0 1`. */
  line: string;
  /** The move that led here, such as `f2-f4xd5`, with its glyphs; null at the start. */
  move: string | null;
}

export declare class MerelsBoard extends HTMLElement {
  /** The ply shown: the number of turns played. Can be set; out-of-range values are clamped. */
  ply: number;
  /** The position line; empty if there is no board. */
  readonly line: string;
  /** Is the game being played back? */
  readonly playing: boolean;
  /** Starts the playback; from the start if the end has been reached. */
  play(): void;
  /** Stops the playback. */
  pause(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'merels-board': MerelsBoard;
  }

  interface HTMLElementEventMap {
    'merels-ply': CustomEvent<MerelsPlyDetail>;
  }
}
