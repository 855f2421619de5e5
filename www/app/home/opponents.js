// The levels of the computer as buttons, those that have been beaten marked.
import './opponents.css';
import { isSolved } from '../state.js';
import { h } from '../platform/dom.js';
import { readResults, side } from '../storage/results.js';

/** Counts the games won or lost against the levels of the computer. @param {string} spec */
export function countGames(spec) {
  const games = readResults().filter((game) => game.mode === 'computer' && game.spec === spec);
  return (/** @type {'won' | 'lost'} */ how, /** @type {number} */ level) => games.filter((game) => game.level === level && side(game) === how).length;
}

/** @param {string} key @param {string} text @param {string} label @param {boolean} chosen @param {() => void} press */
export const opponent = (key, text, label, chosen, press) =>
  h('button', { type: 'button', class: Number.isNaN(Number(text)) ? 'level named' : 'level', 'data-level': key, 'aria-label': label, 'aria-pressed': String(chosen), title: label, text, onclick: press });

/**
 * @param {import('../types').Core} core
 * @param {string} spec
 * @param {number | null} chosen
 * @param {(level: number) => void} press
 */
export function levelButtons(core, spec, chosen, press) {
  const count = countGames(spec);
  const solved = isSolved(core.solvable(spec));
  return core.levels().map(({ level, name, perfect }) => {
    const button = opponent(String(level), perfect ? name : String(level), `${level} · ${name}`, level === chosen, () => press(level));
    button.classList.toggle('beaten', count('won', level) > 0);
    button.toggleAttribute('disabled', perfect && !solved);
    return button;
  });
}
