// Syncs the current game with the match: turns, ends, clocks and notices.
import { refusal } from '../game/error-text.ts';
import { has } from '../i18n/i18n.ts';
import { prefix } from '../game/paths.ts';
import type { Session } from '../game/session.ts';
import type { Store } from '../state.ts';
import type { Core, Game, Side } from '../types.ts';
import type { View } from './types.ts';

/** Shown in the status line instead of a notice. */
const SHOWN = new Set(['back-asked', 'draw-offered', 'rematch-asked']);

export function createTable(store: Store, session: Session, core: Core) {
  /** The state synced last. */
  let shown = '';

  /** @param link to reload the game from */
  function follow(view: View, now: number, link: () => string) {
    const { reason, winner } = view.game.outcome ?? {};
    const state = `${view.name} ${view.turns.join(' ')} ${reason} ${winner}`;
    // Sync only changes, so that a player can browse a finished game.
    if (state !== shown) sync(view, link);
    shown = state;
    clocks(view, now);
  }

  function isSynced({ turns, game: { outcome } }: View) {
    const { played, outcome: end } = store.get().game;
    return (
      turns.join(' ') === played.join(' ') &&
      outcome?.reason === end?.reason &&
      outcome?.winner === end?.winner
    );
  }

  function sync(view: View, link: () => string) {
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
      analysis: null,
    });
    session.edit((game) => play(game, view));
  }

  function play(game: Game, { turns, game: { outcome } }: View) {
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

  function clocks({ left, running }: View, now: number) {
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
    say({ what, error }: { what: string; error?: unknown }, me: Side) {
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
