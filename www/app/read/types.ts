// What the build is given.

/** A page; the build adds what stands around it. */
export interface Page {
  /** Of its file. */
  name: string;
  title: string;
  description: string;
  /** The game that it is about. */
  game?: { spec: string; name: string; also: string[] };
  /** Where in the game its button leads, after the #, and what that says. */
  way: { hash: string; text: string };
  /** Is it printed without what stands around it? */
  sheet?: true;
  body: (HTMLElement | null)[];
}

/** What stands around the pages of a language. */
export interface Frame {
  direction: string;
  /** The heading of the other languages. */
  languages: string;
  /** Names of pages, and what leads to them. */
  nav: [name: string, text: string][];
}
