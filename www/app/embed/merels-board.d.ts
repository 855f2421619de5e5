/** What `<merels-board>` offers to the page that it stands on. Importing its script defines the element. */

export interface MerelsPlyDetail {
  /** How many turns have been played in what is shown. */
  ply: number;
  /** The line of the position, such as `nine 3/3/3/6/3/3/3 w 9,9 0 1`. */
  line: string;
  /** The turn that led here, such as `f2-f4xd5`, with its glyphs; null at the start. */
  move: string | null;
}

export declare class MerelsBoard extends HTMLElement {
  /** How many turns have been played in what is shown; set it to go there. Out of range it is the nearest there is. */
  ply: number;
  /** The line of the position that is shown; empty while there is none. */
  readonly line: string;
  /** Do the turns play by themselves? */
  readonly playing: boolean;
  /** Plays the turns, from the start where the end is reached. */
  play(): void;
  /** Stops playing them. */
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
