/** The board's own plain data. See docs/board.md. */

export type Side = 'white' | 'black';
/** What stands on a point; empty where nothing does. */
export type Man = '' | Side;

/** The points of a board and the lines between them. */
export interface BoardInfo {
  /** Tells one board from another: between two boards no man travels. */
  name: string;
  /** Files and ranks. */
  side: number;
  /**
   * Row by row from the top. A point's place in this list is its index. `x` counts files from the
   * left, `y` ranks from the bottom, both from 0.
   */
  points: readonly { name: string; x: number; y: number }[];
  /** Pairs of indexes. */
  edges: readonly (readonly [number, number])[];
}

/** How a turn begins. */
export interface Way {
  /** The point that a man leaves; null where it comes from the hand. */
  from: string | null;
  /** Null in a turn that puts no man anywhere: the board does nothing with it. */
  to: string | null;
}

/** Who may act now, and how. */
export interface Movable {
  side: Side;
  /** The ways in which a turn may begin. */
  ways: readonly Way[];
  /**
   * The men that may be taken next, where the turn has begun with a mill; null where no man is to
   * be taken.
   */
  captures: readonly string[] | null;
  /** Of these the pairs that one press takes. */
  together?: readonly (readonly string[])[];
  /** Is the turn only prepared, while the other side is to move? */
  premove: boolean;
}

/** A circle where both points are the same, else an arrow. */
export interface Shape {
  from: string;
  to: string;
  /** Thinner than others. */
  faint?: boolean;
  /** A hint's: an open ring, told apart from what the player draws. */
  hint?: boolean;
}

/** A word or a number at a point. */
export interface Label {
  text: string;
  /** Exact ones are filled, each in a colour of its own. */
  kind: 'win' | 'draw' | 'loss' | 'estimate';
  /** The best ones have a ring. */
  best: boolean;
}

/** Every point may be changed: a position is being set up. */
export interface Edit {
  /** What a press puts on a point; empty for the eraser. */
  tool: Man;
  /** A point was pressed. */
  press(point: string): void;
  /**
   * A man was dragged: from a point or from beside the board (null), to a point or off the board
   * (null).
   */
  drop(side: Side, from: string | null, to: string | null): void;
}

/** What is said of the board to who does not see it. */
export interface Words {
  /** The board's name. */
  board: string;
  /** How it is used by keyboard. */
  help: string;
  /** What a point is called, and what is on it. */
  point(name: string, known: PointKnown): string;
}

export interface PointKnown {
  index: number;
  man: Man;
  /** Is it the man that is chosen? */
  selected: boolean;
  /** May the chosen man go there? */
  goal: boolean;
  /** What the player has drawn. */
  shapes: readonly Shape[];
}

/** The man that is chosen or dragged: the point it stands on, null for one from the hand. */
export interface Picked {
  from: string | null;
}

/**
 * What the player does. Nothing of it changes the men: that is for `set`, where the turn is legal.
 */
export interface Events {
  /** A man is placed (from null), moved, or prepared to be. */
  move?(from: string | null, to: string): void;
  /** A man that may be taken was pressed. */
  capture?(point: string): void;
  /** A point was pressed where nothing can be done. */
  refused?(point: string, from: string | null): void;
  /**
   * Escape, or a press beside everything. Returns whether something was taken back; if not, the
   * chosen man is put down.
   */
  cancel?(): boolean;
  /** Another man is chosen or dragged, or none. */
  picked?(man: Picked | null): void;
  /** A drawing was begun at this point, or is over (null). */
  drawing?(from: string | null): void;
}

/** What `createBoard` and `set` take. */
export interface Config {
  board: BoardInfo;
  /** The man on each point, by index. */
  men: readonly Man[];
  /** Is Black at the bottom? */
  flipped: boolean;
  /** Are files and ranks written at the edges? */
  coordinates: boolean;
  /** Do men travel? They never do where the device asks for less motion. */
  animation: boolean;
  /** How a man is moved by pointer. */
  entry: 'both' | 'click' | 'drag';
  /** Null where nobody may act. */
  movable: Movable | null;
  /** The turn that led here: its points are marked. */
  lastMove: Way | null;
  /** The points of the men that it took. */
  lastTaken: readonly string[];
  /** Mills that stay marked, by indexes of their points. */
  mills: readonly (readonly number[])[];
  /** Points that are shut, by index: a man that goes from there does not leave the board. */
  marked: readonly number[];
  /**
   * Draws more onto the board, beneath the men: a canvas's context, the layout, and the colours.
   * Untyped, as workers know neither.
   */
  under: ((ctx: any, layout: Layout, theme: any) => void) | null;
  /** What stands beside the board for each player: a man that is taken goes toward its owner's. */
  trays: { top?: Element; bottom?: Element };
  /** The turn that is prepared. */
  premove: Way | null;
  /** What the player has drawn; the next press takes it away. */
  shapes: readonly Shape[];
  /** What no press takes away. */
  autoShapes: readonly Shape[];
  /** By point. */
  labels: ReadonlyMap<string, Label>;
  /** Points that the side to move should look after. */
  threats: readonly string[];
  /** Null unless a position is being set up. */
  edit: Edit | null;
  words: Words;
  events: Events;
  /** The point of the man that is chosen. One that cannot move is put down by itself. */
  selected: string | null;
}

/** All that is drawn: what was set, and what the hand is about. */
export interface State extends Config {
  /**
   * The man under the pointer: where it comes from (null for the hand), and the point where it
   * would land.
   */
  drag: { from: string | null; side: Side; over: string | null } | null;
  /** The point under the pointer. */
  hover: string | null;
  /** What is being drawn; `over` is null off the points. */
  pencil: { from: string; over: string | null } | null;
  /** The point that the keyboard is on. */
  cursor: string;
  /** Is the keyboard on the board, so that the cursor counts like a pointer? */
  keyboard: boolean;
  /** Where a hand has just put a man down: it is not to travel there. */
  dropped: string | null;
}

/** What a board begins with: all but the points has a usual value. */
export type BoardConfig = Pick<Config, 'board'> & Partial<Config>;

/** Where on the board's square, in CSS pixels. */
export interface Place {
  x: number;
  y: number;
}

/** Where everything lies on it. */
export interface Layout {
  /** The square's side, in CSS pixels. */
  size: number;
  /** From one file to the next. */
  unit: number;
  /** Of a man. */
  radius: number;
  /** Width of the outer ring's line. */
  line: number;
  /** Centre of each point, by index. */
  points: Place[];
  /** The screen's pixels to a CSS pixel. */
  ratio: number;
  /** From the square's edge to the outer ring. */
  margin: number;
}
