// The position editor. Loaded on demand.
import './setup.css';
import loadWords from '../i18n/setup.words.ts';
import { createPanel } from './editor-panel.ts';
import { begin, leave, redo, turnTo, undo } from './setup-state.ts';
import { listenForEdits } from './setup-input.ts';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { saveSetup } from './draft.ts';
import type { Board } from '../board/board.ts';
import type { Session } from '../game/session.ts';
import type { Store } from '../state.ts';
import type { Core, SetupDraft, State } from '../types.ts';

function onKey(store: Store, core: Core, event: KeyboardEvent) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]'))
    return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  store.update((s) => (key === 'y' || event.shiftKey ? redo : undo)(s, core));
}

function beginWith(store: Store, core: Core, paused: boolean, draft: SetupDraft | null) {
  store.update((s) => begin({ ...s, paused }, core));
  try {
    if (draft) store.update((s) => turnTo(s, draft, core));
  } catch (error) {
    console.warn('What was being set up cannot be read:', error);
  }
}

export async function createEditor({
  store,
  core,
  session,
  page,
  bar,
  board,
  play,
  analyse,
}: {
  store: Store;
  core: Core;
  session: Session;
  page: HTMLElement;
  bar: HTMLElement;
  board: Board;
  /** Opens a position in place of the current game. */
  play: (line: string) => void;
  /** The same for analysis. */
  analyse: (line: string) => void;
}) {
  await loadWords();
  const title = h('h1', { class: 'editor-title', tabindex: -1 });
  let open: AbortController | null = null;
  let refresh: (state: State) => void = () => {};

  /** @param after runs once the editor is closed */
  function close(after: () => void) {
    if (!open) return;
    open.abort();
    open = null;
    refresh = () => {};
    page.querySelector('.editor')?.remove();
    title.remove();
    page.classList.remove('editing');
    after();
  }

  function cancel() {
    const paused = store.get().editor?.before.paused;
    close(() => {
      store.update(leave);
      if (!paused) session.resume();
    });
    (bar.querySelector('h1') as HTMLElement | null)?.focus();
  }

  function start(run: (line: string) => void) {
    const { check } = store.get().editor ?? {};
    if (!check || check.faults.length) return;
    close(() => {
      store.update(leave);
      run(check.line);
    });
    board.focus();
  }

  /** @param draft the default is the current position */
  function show(draft: SetupDraft | null = null) {
    if (open) return;
    const { paused } = store.get();
    session.pause();
    beginWith(store, core, paused, draft);
    open = new AbortController();
    const { signal } = open;
    addEventListener('keydown', (event) => onKey(store, core, event), { signal });
    const input = listenForEdits({ store, core, board, signal });
    const { element, update } = createPanel(
      { store, core, input },
      { cancel, play: () => start(play), analyse: () => start(analyse) },
    );
    refresh = update;
    page.append(element);
    title.textContent = t('editor.title');
    bar.append(title);
    page.classList.add('editing');
    refresh(store.get());
    title.focus();
  }

  store.subscribe((now, before) => {
    if (now.editor?.draft !== before.editor?.draft) saveSetup(now.editor?.draft ?? null);
    if (!open) return;
    // Another game was opened, for example by a link.
    if (now.game === now.editor?.shown) refresh(now);
    else close(() => store.update((s) => ({ ...s, editor: null })));
  });

  return { open: show };
}
