// Recovery after a trap in the page's WebAssembly: its memory can no longer be trusted, but the
// stored game can.

/** Failures within this time count as a series, in milliseconds. */
const SERIES = 60_000;

/**
 * What is passed to the page after the reload: the times of failures, whether to set the game aside
 * as the possible cause, and the turn being played.
 */
interface RecoveryState {
  failed: number[];
  aside: boolean;
  move: string | null;
}

let pendingMove: string | null = null;
let reloading = false;

/** Plays a turn; if that traps, the turn is played after the reload. */
export function attempt<T>(move: string, play: () => T) {
  pendingMove = move;
  try {
    return play();
  } finally {
    pendingMove = null;
  }
}

/** State passed on by a page that failed. */
export const recoveryState = (): RecoveryState | null =>
  history.state?.failed ? history.state : null;

/** Reloads from storage: first with the same game, then without it, then gives up. */
export function recover(error: unknown) {
  const failed = (recoveryState()?.failed ?? []).filter((time) => Date.now() - time < SERIES);
  if (failed.length > 1) return giveUp(error);
  console.warn('The page reloads:', error);
  reloading = true;
  history.replaceState(
    { failed: [...failed, Date.now()], aside: failed.length > 0, move: pendingMove },
    '',
  );
  location.reload();
}

/** Shows the error screen. */
export function giveUp(error: unknown) {
  if (reloading) return;
  console.error(error);
  // support.js shows the message and checks whether all files loaded correctly.
  dispatchEvent(new Event('merels:broken'));
}
