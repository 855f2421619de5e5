// Keyboard shortcuts, active outside fields and dialogs. Single-letter shortcuts can be turned off.
import { stepOf } from './direction.ts';
import type { Store } from '../state.ts';

export interface Commands {
  undo: () => void;
  redo: () => void;
  step: (by: -1 | 1) => void;
  cancel: () => void;
  /** Is the game on the screen? Elsewhere only `anywhere` works, and Escape leads back. */
  atTable: () => boolean;
  /** Goes back to the game. */
  leave: () => void;
  /** Single keys for every screen. */
  anywhere: Record<string, () => void>;
  /** Single keys for the game. */
  single: Record<string, () => void>;
  /** Starts typing a turn. */
  type: (begun: string) => void;
}

export function listenToKeys(store: Store, commands: Commands) {
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
