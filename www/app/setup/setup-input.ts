// Input on the board while a position is set up.
import { indexOf, type Store } from '../state.ts';
import { carry, put, use } from './setup-state.ts';
import type { Board } from '../board/board.ts';
import type { Edit } from '../board/types.ts';
import type { Core, Editor, Side } from '../types.ts';

/** Keys that set the contents of a point. */
const KEYS: Record<string, '' | Side | undefined> = {
  w: 'white',
  b: 'black',
  delete: '',
  backspace: '',
};

/** The board knows men only. */
const toolOf = ({ tool }: Editor) => (tool === 'dead' ? '' : tool);

export function listenForEdits({
  store,
  core,
  board,
  signal,
}: {
  store: Store;
  core: Core;
  board: Board;
  /** Aborted when the editor closes. */
  signal: AbortSignal;
}) {
  const edit: Omit<Edit, 'tool'> = {
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
    /** Lets men be dragged onto the board from an element. */
    source(source: HTMLElement, side: Side) {
      source.addEventListener('pointerdown', (event) => board.dragNewMan(event, side), { signal });
      source.style.touchAction = 'none';
    },
  };
}
