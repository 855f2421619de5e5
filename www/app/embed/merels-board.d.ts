/**
 * The interface of the `<merels-board>` element. Importing its script defines the element, but on a
 * server, where there are none.
 */

export interface MerelsPlyDetail {
  /** The ply shown: the number of turns played. */
  ply: number;
  /** The position line, such as `nine 3/3/3/6/3/3/3 w 9,9 0 1`. */
  line: string;
  /** The move that led here, such as `f2-f4xd5`, with its glyphs; null at the start. */
  move: string | null;
}

export interface MerelsErrorDetail {
  /** What could not be read or loaded, as the element says it: in its language. */
  message: string;
}

/** For JSX, see docs/merels-board.md. */
export interface MerelsBoardAttributes {
  record?: string;
  position?: string;
  ply?: number | 'last' | `${number}`;
  orientation?: 'white' | 'black';
  theme?: 'light' | 'dark' | 'auto';
  look?: 'paper' | 'wood' | 'slate' | 'contrast';
  coordinates?: 'off';
  moves?: 'off';
  autoplay?: boolean | '';
  speed?: number | `${number}`;
}

export declare class MerelsBoard extends HTMLElement {
  /**
   * The ply shown: the number of turns played. Can be set, also before there is a board;
   * out-of-range values are clamped.
   */
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

  interface GlobalEventHandlersEventMap {
    'merels-ply': CustomEvent<MerelsPlyDetail>;
    'merels-error': CustomEvent<MerelsErrorDetail>;
  }
}
