// The board's colours, read from the style sheet's variables, so that there is one place for each colour.

/**
 * @typedef {object} Theme
 * @property {string} paper
 * @property {string} ink
 * @property {string} line       the board's lines
 * @property {string} faint      coordinates
 * @property {string} accent
 * @property {{fill: string, edge: string, mark: string}} white
 * @property {{fill: string, edge: string, mark: string}} black
 * @property {string} shadow
 * @property {string} font
 * @property {boolean} solid     forced colours: no shadows, no half tones
 */

/** @returns {Theme} */
export function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const read = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    paper: read('--paper'),
    ink: read('--ink'),
    line: read('--line'),
    faint: read('--faint'),
    accent: read('--accent'),
    white: { fill: read('--white-man'), edge: read('--white-edge'), mark: read('--white-mark') },
    black: { fill: read('--black-man'), edge: read('--black-edge'), mark: read('--black-mark') },
    shadow: read('--shadow'),
    font: read('--sans'),
    solid: matchMedia('(forced-colors: active)').matches,
  };
}
