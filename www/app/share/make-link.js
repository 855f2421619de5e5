// Links to games and positions. Loaded on demand.
import { isMineLast, offersDraw } from '../state.js';

/** A link to this page with a game or position in Rust's link format. @param {string} tail */
export function link(tail) {
  const url = new URL(location.href);
  url.search = '';
  url.hash = `m=${tail}`;
  return url.href;
}

/** A link for a game by message, the plain one for any other. @param {Pick<import('../types').State, 'settings' | 'slot' | 'game'>} state @param {string} tail the game in Rust's link format @param {string} [from] the name of who sends it */
export const gameLink = (state, tail, from) =>
  state.settings.mode === 'message'
    ? `${link(tail)}&by=${state.slot.id}${from ? `&from=${encodeURIComponent(from.replace(/&/g, '+'))}` : ''}${declaration(state)}`
    : link(tail);

/** What a player has declared with the last turn. @param {Pick<import('../types').State, 'settings' | 'slot' | 'game'>} state */
function declaration(state) {
  const { outcome } = state.game;
  if (outcome?.reason === 'resignation') return `&resigned=${outcome.loser}`;
  if (outcome?.reason === 'agreement') return '&draw=agreed';
  return !outcome && isMineLast(state) && offersDraw(state) ? '&draw=offered' : '';
}

/**
 * The page of a game at its beginning, which messengers show with its board (see scripts/lib/card.mjs); null for any other.
 * @param {import('../types').Core} core @param {string} tail the game in Rust's link format
 */
export function gamePage(core, tail) {
  const variant = core
    .variants()
    .find(({ kind, spec }) => kind === 'preset' && tail === `${spec}~`);
  return variant
    ? new URL(`play/${variant.spec}.html`, location.href.replace(/[?#].*/s, '')).href
    : null;
}
