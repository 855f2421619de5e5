// Decides when the exact values of the game are wanted, and puts those of the current position into the state.
import { setExact, setNotice, setSolving } from '../state.js';
import { createSolverClient } from './solver-client.js';

/** @typedef {import('../types').State} State */

/** A game of at most this many positions is solved without being asked for, once the page is idle. */
const FEW = 6_000_000;
/** Endgames are solved this many men before they begin: the next capture may lead there. */
const NEAR = 1;

/** @param {import('../state.js').Store} store @param {import('../types').Core} core @param {string} address of the worker's script */
export function createKnowledge(store, core, address) {
  let idle = false;
  /** Was the notice shown that nothing can be stored? Once is enough. */
  let noticed = false;
  /** The position of the last question. */
  let asked = '';

  const client = createSolverClient(address, (message) => {
    if (message.type === 'solving') store.update((s) => setSolving(s, { status: 'solving', done: message.done }));
    else if (message.type === 'ready') {
      asked = '';
      store.update((s) => setSolving(s, { status: 'ready', done: 1, stored: message.stored }));
    } else if (message.type === 'damaged') note({ key: 'notice.values.damaged', values: { reason: message.reason } });
    else if (message.type === 'not-kept') {
      if (!noticed) note({ key: message.full ? 'notice.values.full' : 'notice.values.not-kept' });
      noticed = true;
    } else {
      console.warn('The exact values cannot be had:', message.message);
      store.update((s) => setSolving(s, { status: 'failed' }));
    }
  });

  /** @param {import('../i18n/i18n.js').Said} text */
  const note = (text) => store.update((s) => setNotice(s, text));

  /** Are they wanted now? @param {State} state */
  function wanted(state) {
    const { can } = state.solving;
    if (can.extent === 'all') return state.look.values || state.study !== null || perfect(state) || (idle && can.positions <= FEW);
    if (can.extent === null) return false;
    // A review needs the values at the end of the game.
    if (state.study?.review?.running) return true;
    if (state.game.outcome) return false;
    const { hands, men } = state.game;
    return idle && hands.white + hands.black === 0 && men.filter(Boolean).length <= can.men + NEAR;
  }

  /** Does a perfect level play? @param {State} state */
  const perfect = ({ settings: { mode, human, levels } }) => {
    const sides = /** @type {const} */ (['white', 'black']).filter((side) => mode === 'watch' || (mode === 'computer' && side !== human));
    return sides.some((side) => core.levels().find((l) => l.level === levels[side])?.perfect);
  };

  function follow() {
    const state = store.get();
    const { solving, game, look, study } = state;
    if (solving.status === 'idle' && wanted(state) && solving.can.extent !== null) {
      store.update((s) => setSolving(s, { status: 'reading' }));
      client.open(state.rules.spec, solving.can.extent);
    }
    if (solving.status !== 'ready' || !(look.values || study) || game.outcome || asked === game.line) return;
    const { line } = game;
    asked = line;
    void client.values(line).then((values) => {
      if (store.get().game.line === line) store.update((s) => setExact(s, { line, values }));
    });
  }

  store.subscribe((now, before) => {
    if (now.rules.spec !== before.rules.spec) {
      client.close();
      asked = '';
      const can = core.solvable(now.rules.spec);
      store.update((s) => setExact(setSolving(s, { can, status: 'idle', done: 0, stored: false }), null));
    }
    follow();
  });
  // Never in the way of the first move.
  setTimeout(() => {
    idle = true;
    follow();
  }, 1500);
  follow();

  return { values: client.values };
}
