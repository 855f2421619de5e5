// Keyboard shortcuts, active outside fields and dialogs. Single-letter shortcuts can be turned off.
import { stepOf } from './direction.js';

/**
 * @typedef {object} Commands
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {(by: -1 | 1) => void} step
 * @property {() => void} cancel
 * @property {() => boolean} atTable is the game on the screen? Elsewhere only `anywhere` works, and Escape leads back
 * @property {() => void} leave goes back to the game
 * @property {Record<string, () => void>} anywhere single keys for every screen
 * @property {Record<string, () => void>} single single keys for the game
 * @property {(begun: string) => void} type starts typing a turn
 */

/** @param {import('../state.js').Store} store @param {Commands} commands */
export function listenToKeys(store, commands) {
  addEventListener('keydown', (event) => {
    const target = event.target;
    if (event.defaultPrevented || event.altKey) return;
    if (
      target instanceof HTMLElement &&
      target.matches('input, textarea, select, dialog *') &&
      !target.closest('dialog:not([open])')
    )
      return;
    const { editor, singleKeys } = store.get();
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const by = stepOf(key);
    const table = commands.atTable();
    const single =
      singleKeys && !command
        ? (commands.anywhere[key] ?? (table ? commands.single[key] : undefined))
        : undefined;
    // Holding a key repeats only undo and redo.
    if (single && event.repeat && key !== 'u' && key !== 'y') return event.preventDefault();
    if (!table && key === 'Escape') commands.leave();
    else if (!table || editor) {
      // While a position is set up there is only the list of keys.
      if (single && (!editor || key === '?')) single();
      else return;
    } else if (command && key === 'z' && !event.shiftKey) commands.undo();
    else if (command && (key === 'y' || (key === 'z' && event.shiftKey))) commands.redo();
    else if (command) return;
    else if (key === 'Escape') commands.cancel();
    else if (by) commands.step(by);
    else if (single) single();
    else if (singleKeys && /^[a-g]$/.test(key)) commands.type(key);
    else return;
    event.preventDefault();
  });
}
