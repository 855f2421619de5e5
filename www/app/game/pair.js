// Two people who play each other: their names, and the score between them. Loaded on demand.
import { h } from '../platform/dom.js';
import { inDigits } from '../i18n/digits.js';
import { t } from '../i18n/i18n.js';
import { other } from '../state.js';
import { readNames } from '../storage/names.js';

/** @typedef {import('../types').Pair} Pair @typedef {import('../types').State} State @typedef {import('../types').Side} Side */

/** @type {Pair} */
export const NOBODY = { names: { white: '', black: '' }, score: { white: 0, black: 0 } };

/** Two friends at this device, by the names they had last. @returns {Pair} */
export function friends() {
  const { white, black, facing } = readNames();
  return { ...NOBODY, names: { white, black }, facing };
}

/** @template T @param {Record<Side, T>} of @returns {Record<Side, T>} */
const swapped = ({ white, black }) => ({ white: black, black: white });

/** The score after the game at the table, if that is over. @param {Pick<State, 'settings' | 'game'>} state @returns {Record<Side, number>} */
export function scoreOf({ settings: { pair }, game: { outcome } }) {
  const { white, black } = (pair ?? NOBODY).score;
  const won = (/** @type {Side} */ side) =>
    outcome ? (outcome.winner === null ? 1 : outcome.winner === side ? 2 : 0) : 0;
  return { white: white + won('white'), black: black + won('black') };
}

/** The two in a rematch: with colours swapped. @param {Pick<State, 'settings' | 'game'>} state @returns {Pair} */
export function nextPair(state) {
  const pair = state.settings.pair ?? NOBODY;
  return { ...pair, names: swapped(pair.names), score: swapped(scoreOf(state)) };
}

/** Half points as points. @param {number} n */
export const points = (n) => `${n > 1 || !n ? inDigits(n >> 1) : ''}${n % 2 ? '½' : ''}`;

/**
 * The score in a line, the first of the two at the bottom of the board; null where nobody could tell who is who.
 * @param {State} state @param {(side: Side) => string} nameOf
 */
export function scoreLine(state, nameOf) {
  const { mode, pair } = state.settings;
  if (mode !== 'away' && !(mode === 'people' && pair && (pair.names.white || pair.names.black)))
    return null;
  const score = scoreOf(state);
  const first = state.flipped ? 'black' : 'white';
  const name = (/** @type {Side} */ side) => h('bdi', { text: nameOf(side) });
  return [
    name(first),
    ` ${points(score[first])} – ${points(score[other(first)])} `,
    name(other(first)),
  ];
}

/** The two in a line, White first; empty unless both have a name, or oneself and the other. @param {Pick<State['settings'], 'mode' | 'human' | 'pair'>} settings */
export function pairText({ mode, human, pair }) {
  if (!/people|away|message/.test(mode) || !pair) return '';
  const [white, black] = /** @type {const} */ (['white', 'black']).map((side) =>
    mode !== 'people' && side === human ? t('player.you') : pair.names[side],
  );
  return white && black ? `${white} – ${black}` : '';
}

/** What is said when a rematch begins. @param {State} state @returns {import('../i18n/i18n.js').Said} */
export function swappedText({ settings: { mode, pair, human } }) {
  if (mode !== 'people')
    return { key: 'match.swapped.you', values: { side: { key: `side.${human}` } } };
  const name = pair?.names.white;
  return name
    ? { key: 'match.swapped', values: { name, side: { key: 'side.white' } } }
    : { key: 'match.swapped.only' };
}
