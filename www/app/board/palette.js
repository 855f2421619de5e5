// The board's colours, read from the style sheet's variables, so that there is one place for each colour.

/**
 * @typedef {object} Theme
 * @property {'ink' | 'turned' | 'stone' | 'plain'} men how the men are made, and the board with them
 * @property {string} board      what the lines are drawn on
 * @property {string} grain      its second tone
 * @property {string} line       the board's lines
 * @property {string} text       coordinates
 * @property {string} faint      what stands beside the board
 * @property {string} mark       marks on the board
 * @property {{win: string, draw: string, loss: string, text: string}} values
 * @property {{fill: string, edge: string, mark: string}} white
 * @property {{fill: string, edge: string, mark: string}} black
 * @property {string} shadow
 * @property {string} font
 * @property {boolean} solid     forced colours: no shadows, no half tones
 */

/** @param {Element} of whose colours, its own or inherited @returns {Theme} */
export function readTheme(of) {
  const style = getComputedStyle(of);
  const solid = matchMedia('(forced-colors: active)').matches;
  const read = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    men: solid ? 'plain' : /** @type {Theme['men']} */ (read('--men') || 'ink'),
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
