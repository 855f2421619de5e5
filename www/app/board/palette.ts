// The board's colours, read from the style sheet's variables, so that there is one place for each
// colour.

export interface Theme {
  /** How the men are made, and the board with them. */
  men: 'ink' | 'turned' | 'stone' | 'plain';
  /** What the lines are drawn on. */
  board: string;
  /** Its second tone. */
  grain: string;
  /** The board's lines. */
  line: string;
  /** Coordinates. */
  text: string;
  /** What stands beside the board. */
  faint: string;
  /** Marks on the board. */
  mark: string;
  values: { win: string; draw: string; loss: string; text: string };
  white: { fill: string; edge: string; mark: string };
  black: { fill: string; edge: string; mark: string };
  shadow: string;
  font: string;
  /** Forced colours: no shadows, no half tones. */
  solid: boolean;
}

/** @param of whose colours, its own or inherited */
export function readTheme(of: Element): Theme {
  const style = getComputedStyle(of);
  const solid = matchMedia('(forced-colors: active)').matches;
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    men: solid ? 'plain' : ((read('--men') || 'ink') as Theme['men']),
    board: read('--ground'),
    grain: read('--grain'),
    line: read('--line'),
    text: read('--board-text'),
    faint: read('--faint'),
    mark: read('--mark'),
    values: {
      win: read('--win'),
      draw: read('--draw'),
      loss: read('--loss'),
      text: read('--on-value'),
    },
    white: { fill: read('--white-man'), edge: read('--white-edge'), mark: read('--white-mark') },
    black: { fill: read('--black-man'), edge: read('--black-edge'), mark: read('--black-mark') },
    shadow: read('--shadow'),
    font: read('--sans'),
    solid,
  };
}
