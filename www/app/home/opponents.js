// The levels of the computer: what is known of each in a game, and buttons for them, those that have been beaten marked.
import './opponents.css';
import { isSolved } from '../state.js';
import { h } from '../platform/dom.js';
import { inDigits } from '../i18n/digits.js';
import { t } from '../i18n/i18n.js';
import { readResults, side } from '../storage/results.js';
import { RATINGS } from './ratings.js';

/** @typedef {import('../types').LevelInfo & { rating: number | null, won: number, drawn: number, lost: number, playable: boolean, why: string }} Standing `rating`: null where none was measured; `why` it may not be played */

/** @param {import('../types').Core} core @param {string} spec @returns {Standing[]} */
export function standings(core, spec) {
  const games = readResults().filter((game) => game.mode === 'computer' && game.spec === spec);
  const can = core.solvable(spec);
  return core.levels().map((info) => {
    const count = (/** @type {'won' | 'drawn' | 'lost'} */ how) =>
      games.filter((game) => game.level === info.level && side(game) === how).length;
    const playable = !info.perfect || isSolved(can);
    const why = playable || !can.reason ? '' : t(`new.perfect.${can.reason}`);
    return {
      ...info,
      rating: RATINGS[info.level - 1] ?? null,
      won: count('won'),
      drawn: count('drawn'),
      lost: count('lost'),
      playable,
      why,
    };
  });
}

/** The games against a level in words; null if there were none. @param {Standing} standing */
export const scoreOf = ({ won, drawn, lost }) =>
  won + drawn + lost
    ? t(drawn ? 'offers.score.drawn' : 'offers.score', { won, drawn, lost })
    : null;

/** @param {string} key @param {string} text @param {string} label @param {boolean} chosen @param {() => void} press */
export const opponent = (key, text, label, chosen, press) =>
  h('button', {
    type: 'button',
    class: /^\p{Nd}+$/u.test(text) ? 'level' : 'level named',
    'data-level': key,
    'aria-label': label,
    'aria-pressed': String(chosen),
    title: label,
    text,
    onclick: press,
  });

/** @param {Standing[]} levels @param {number | null} chosen @param {(level: number) => void} press @param {(why: string) => void} refuse says why a level can't be played */
export const levelButtons = (levels, chosen, press, refuse) =>
  levels.map(({ level, name, perfect, won, playable, why }) => {
    const button = opponent(
      String(level),
      perfect ? name : inDigits(level),
      `${inDigits(level)} · ${name}`,
      level === chosen,
      () => (playable ? press(level) : refuse(why)),
    );
    button.classList.toggle('beaten', won > 0);
    if (!playable) button.setAttribute('aria-disabled', 'true');
    return button;
  });
