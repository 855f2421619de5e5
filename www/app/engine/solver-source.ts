// The exact values that this device computes: see value-source.ts.
import { setNotice, type Store } from '../state.ts';
import { createSolverClient } from './solver-client.ts';
import type { Said } from '../i18n/i18n.ts';
import type { Extent, Solving } from '../types.ts';
import type { ReasonSource } from './value-source.ts';

/**
 * @param url of the worker's script
 * @param show puts a change, and the status, into the page's state
 * @param areWanted does somebody want the values?
 * @param onReady called when they are ready
 */
export function createSolverSource(
  url: string,
  store: Store,
  show: (change?: Partial<Solving>) => void,
  areWanted: () => boolean,
  onReady: () => void,
) {
  let status: Solving['status'] = 'idle';
  /** Why the values could not be stored: said once, when somebody wants them. */
  let notKept: 'notice.values.full' | 'notice.values.not-kept' | null = null;
  let noticed = false;

  const note = (text: Said) => store.update((s) => setNotice(s, text));

  function set(next: Solving['status'], change?: Partial<Solving>) {
    status = next;
    show(change);
  }

  function sayNotKept() {
    if (!notKept || noticed || !areWanted()) return;
    noticed = true;
    note({ key: notKept });
  }

  const client = createSolverClient(url, (message) => {
    if (message.type === 'solving') set('solving', { done: message.done });
    else if (message.type === 'ready') {
      onReady();
      set('ready', { done: 1, stored: message.stored });
    } else if (message.type === 'damaged')
      note({ key: 'notice.values.damaged', values: { reason: message.reason } });
    else if (message.type === 'not-kept') {
      notKept = message.full ? 'notice.values.full' : 'notice.values.not-kept';
      sayNotKept();
    } else {
      console.warn('The exact values are unavailable:', message.message);
      set('failed');
    }
  });

  store.subscribe(sayNotKept);
  const isOpen = () => status === 'ready';
  const source: ReasonSource = {
    isOpen,
    values: async (line) => (isOpen() ? client.values(line) : null),
    reason: async (line, turn) => (isOpen() ? client.reason(line, turn) : null),
  };
  return {
    ...source,
    estimatedReason: client.estimatedReason,
    status: () => status,
    /** Begins to read or compute the values of a game. */
    open(spec: string, extent: Extent) {
      set('reading');
      client.open(spec, extent);
    },
    /** Before another game. */
    close() {
      client.close();
      status = 'idle';
    },
  };
}
