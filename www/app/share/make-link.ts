// Links to games and positions. Loaded on demand.
import { isMineLast, offersDraw } from '../game/sending.ts';
import type { Core, State } from '../types.ts';

/** A link to this page with a game or position in Rust's link format. */
export function link(tail: string) {
  const url = new URL(location.href);
  url.search = '';
  url.hash = `m=${tail}`;
  return url.href;
}

/**
 * A link for a game by message, the plain one for any other.
 * @param tail the game in Rust's link format
 * @param from the name of who sends it
 */
export const gameLink = (
  state: Pick<State, 'settings' | 'slot' | 'game'>,
  tail: string,
  from?: string,
) =>
  state.settings.mode === 'message'
    ? `${link(tail)}&by=${state.slot.id}${from ? `&from=${encodeURIComponent(from.replace(/&/g, '+'))}` : ''}${declaration(state)}`
    : link(tail);

/** What a player has declared with the last turn. */
function declaration(state: Pick<State, 'settings' | 'slot' | 'game'>) {
  const { outcome } = state.game;
  if (outcome?.reason === 'resignation') return `&resigned=${outcome.loser}`;
  if (outcome?.reason === 'agreement') return '&draw=agreed';
  return !outcome && isMineLast(state) && offersDraw(state) ? '&draw=offered' : '';
}

/**
 * The page of a game at its beginning, which messengers show with its board (see
 * scripts/lib/card.mjs); null for any other.
 * @param tail the game in Rust's link format
 */
export function gamePage(core: Core, tail: string) {
  const variant = core
    .variants()
    .find(({ kind, spec }) => kind === 'preset' && tail === `${spec}~`);
  return variant
    ? new URL(`play/${variant.spec}.html`, location.href.replace(/[?#].*/s, '')).href
    : null;
}
