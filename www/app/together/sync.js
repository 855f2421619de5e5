// Syncs the current game with the match: turns, ends, clocks and notices.
import { refusal } from '../i18n/error-text.js';
import { has } from '../i18n/i18n.js';
import { prefix } from './records.js';

/** @typedef {import('./types').View} View */

/** Shown in the status line instead of a notice. */
const SHOWN = new Set(['back-asked', 'draw-offered', 'rematch-asked']);

/** @param {import('../state.js').Store} store @param {import('../game/session.js').Session} session @param {import('../types').Core} core */
export function createTable(store, session, core) {
  /** The state synced last. */
  let shown = '';

  /** @param {View} view @param {number} now @param {() => string} link to reload the game from */
  function follow(view, now, link) {
    const { reason, winner } = view.game.outcome ?? {};
    const state = `${view.name} ${view.turns.join(' ')} ${reason} ${winner}`;
    // Sync only changes, so that a player can browse a finished game.
    if (state !== shown) sync(view, link);
    shown = state;
    clocks(view, now);
  }

  /** @param {View} view */
  function isSynced({ turns, game: { outcome } }) {
    const { played, outcome: end } = store.get().game;
    return (
      turns.join(' ') === played.join(' ') &&
      outcome?.reason === end?.reason &&
      outcome?.winner === end?.winner
    );
  }

  /** @param {View} view @param {() => string} link */
  function sync(view, link) {
    if (isSynced(view)) return;
    session.edit((game) => play(game, view));
    if (isSynced(view)) return;
    // A declared end cannot be undone, so reload the game if it is superseded.
    const { settings, slot, flipped, paused } = store.get();
    session.openTable({
      game: core.read(link()),
      settings,
      slot,
      clock: null,
      pending: null,
      flipped,
      paused,
      study: null,
    });
    session.edit((game) => play(game, view));
  }

  /** @param {import('../types').Game} game @param {View} view */
  function play(game, { turns, game: { outcome } }) {
    const common = prefix(game.state().played, turns);
    while (game.state().played.length > common) {
      const { node } = game.state();
      game.undo();
      // Do not keep undone turns as a variation.
      game.cut(node);
    }
    for (const turn of turns.slice(common)) if (!game.state().outcome) game.play(turn);
    if (!outcome || game.state().outcome) return;
    const { reason, winner, loser } = outcome;
    if (reason === 'agreement') game.agreeDraw();
    else if (reason === 'time') game.loseOnTime(loser ?? (winner === 'white' ? 'black' : 'white'));
    else if (reason === 'resignation')
      game.resign(loser ?? (winner === 'white' ? 'black' : 'white'));
  }

  /** @param {View} view @param {number} now */
  function clocks({ left, running }, now) {
    store.update((s) => {
      if (!left) return s.clock ? { ...s, clock: null } : s;
      const { node } = s.game;
      const at = { ...s.clock?.at, [node]: left };
      return { ...s, clock: { left, running, since: now, node, at } };
    });
  }

  return {
    follow,
    /** Call when another game is opened. */
    forget() {
      shown = '';
    },
    /** @param {{ what: string, error?: unknown }} effect @param {import('../types').Side} me */
    say({ what, error }, me) {
      const own = `together.said.${what}`;
      // Most of what is refused a player could not do anything about: one message for all of it.
      const key = has(own) || !what.startsWith('refused-') ? own : 'together.said.refused';
      if (SHOWN.has(what) || !has(key)) return;
      session.say({
        key,
        values: { reason: error ? refusal(error) : '', side: { key: `side.${me}` } },
      });
    },
  };
}
