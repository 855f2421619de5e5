// What is done where the page's own WebAssembly has failed: its memory cannot be trusted any more, but the stored game can.

/** Failures so near to each other belong together, in milliseconds. */
const NEAR = 60_000;

/** @typedef {{ failed: number[], aside: boolean, move: string | null }} Left what a page leaves to the one after it: when pages have failed, whether the game may be the reason, and the turn that was about to be played */

/** @type {string | null} */
let trying = null;
let leaving = false;

/** Plays a turn; where that fails, the next page plays it. @param {string} move @param {() => void} play */
export function attempt(move, play) {
  trying = move;
  try {
    play();
  } finally {
    trying = null;
  }
}

/** What the page before has left, if it failed. @returns {Left | null} */
export const left = () => (history.state?.failed ? history.state : null);

/**
 * Reloads with what is stored; if that has failed too, with another game; and gives up after that.
 * @param {unknown} error
 */
export function recover(error) {
  const failed = (left()?.failed ?? []).filter((time) => Date.now() - time < NEAR);
  if (failed.length > 1) return giveUp(error);
  console.warn('The page reloads:', error);
  leaving = true;
  history.replaceState({ failed: [...failed, Date.now()], aside: failed.length > 0, move: trying }, '');
  location.reload();
}

/** Says that nothing can be played here any more, and why a reload helps. @param {unknown} error */
export function giveUp(error) {
  if (leaving) return;
  console.error(error);
  // There it is said, and tried whether all parts came as they should: see support.js.
  dispatchEvent(new Event('merels:broken'));
}
