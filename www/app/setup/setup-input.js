// Input on the board while a position is set up.
import { indexOf } from '../state.js';
import { carry, put, use } from './setup-state.js';

/** Keys that set the contents of a point. @type {Record<string, '' | import('../types').Side | undefined>} */
const KEYS = { w: 'white', b: 'black', delete: '', backspace: '' };

/** The board knows men only. @param {import('../types').Editor} editor */
const toolOf = ({ tool }) => (tool === 'dead' ? '' : tool);

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../types').Core} parts.core
 * @param {import('../board/board.js').Board} parts.board
 * @param {AbortSignal} parts.signal aborted when the editor closes
 */
export function listenForEdits({ store, core, board, signal }) {
  /** @type {Omit<import('../board/types').Edit, 'tool'>} */
  const edit = {
    press: (point) => store.update((s) => use(s, indexOf(s, point), core)),
    drop(side, from, to) {
      store.update((s) => {
        if (from && to) return carry(s, indexOf(s, from), indexOf(s, to), core);
        return from || to ? put(s, indexOf(s, from ?? to ?? ''), to ? side : '', core) : s;
      });
    },
  };
  const follow = () => {
    const { editor } = store.get();
    if (editor && board.get().edit?.tool !== toolOf(editor))
      board.set({ edit: { ...edit, tool: toolOf(editor) } });
  };
  follow();
  signal.addEventListener('abort', () => board.set({ edit: null }));

  board.element.addEventListener(
    'keydown',
    (event) => {
      const man = KEYS[event.key.toLowerCase()];
      if (man === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      store.update((s) => put(s, indexOf(s, board.get().cursor), man, core));
      event.preventDefault();
    },
    { signal },
  );

  return {
    /** Updates the board when the tool changes. */
    follow,
    /** Lets men be dragged onto the board from an element. @param {HTMLElement} source @param {import('../types').Side} side */
    source(source, side) {
      source.addEventListener('pointerdown', (event) => board.dragNewMan(event, side), { signal });
      source.style.touchAction = 'none';
    },
  };
}
