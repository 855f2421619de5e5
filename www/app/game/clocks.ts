// Starts and stops the clocks, and detects when time has run out. Rust decides how the game ends
// then.
import { clockSide, runClock, timesLeft, type Store } from '../state.ts';
import type { Clock, GameState, Times } from '../types.ts';
import type { TimeList } from '../storage/games.ts';
import type { Session } from './session.ts';

type Moves = GameState['moves'];

export function listTimes(clock: Clock, moves: Moves): TimeList {
  const nodes = [{ id: 0, parent: 0, text: '' }, ...moves];
  const places = new Map(nodes.map(({ id }, i) => [id, i]));
  return nodes.map(({ id, parent, text }) => {
    const times = clock.at[id];
    const of = places.get(parent) ?? 0;
    return times ? [of, text, Math.round(times.white), Math.round(times.black)] : [of, text];
  });
}

/** Restores times by the current node numbers; drops those that are not in the game. */
export function findTimes(list: TimeList, moves: Moves) {
  const at: Record<number, Times> = {};
  const nodes: (number | undefined)[] = [];
  list.forEach(([of, text, white, black], i) => {
    const node = i === 0 ? 0 : moves.find((m) => m.parent === nodes[of] && m.text === text)?.id;
    nodes.push(node);
    if (node !== undefined && white !== undefined && black !== undefined)
      at[node] = { white, black };
  });
  return at;
}

/** @param isAway is another screen shown? Call `check` when that changes */
export function createClocks(store: Store, session: Session, isAway: () => boolean = () => false) {
  let timer = 0;

  function check() {
    clearTimeout(timer);
    const now = performance.now();
    const state = store.get();
    const rests = (document.hidden || isAway()) && state.settings.clock?.rests;
    store.update((s) => runClock(s, rests ? null : clockSide(s), now));
    const { clock } = store.get();
    if (!clock?.running) return;
    const left = timesLeft(clock, now)[clock.running];
    if (left > 0) timer = window.setTimeout(check, left);
    else session.flag(clock.running);
  }

  store.subscribe(check);
  document.addEventListener('visibilitychange', check);
  check();
  return { check };
}
