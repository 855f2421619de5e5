// Opens texts, links and dropped files in place of the current game.
import { refusal } from '../game/error-text.ts';
import { t, tell, type Said } from '../i18n/i18n.ts';
import { SHARED, setNotice, type Store } from '../state.ts';
import { fromLink, sentIn, type Sent } from './links.ts';
import type { How, Session } from '../game/session.ts';
import type { Core } from '../types.ts';

type Autosave = ReturnType<typeof import('../game/autosave.ts').createAutosave>;

/**
 * How long the way back is offered, in milliseconds; the game before is among the stored ones too.
 */
const OFFERED = 8000;

/** Says as which game a record was opened that tells none, and that words were left out. */
async function remark(store: Store, told: boolean, leftOut: boolean) {
  const { slot } = store.get();
  const loads = [import('../i18n/share.words.ts'), import('../i18n/show.words.ts')];
  for (const words of await Promise.all(loads)) await words.default();
  if (store.get().slot.id !== slot.id) return;
  store.update((s) => {
    const left: Said = { key: 'show.left-out' };
    const untold: Said = { key: 'share.untold', values: { variant: s.rules.name } };
    const both = `${tell(untold)} ${tell(left)}`;
    return setNotice(s, told ? left : leftOut ? both : untold, s.notice?.action ?? null);
  });
}

/** Opens games, each with a way back to the one before. */
function createReplace(store: Store, session: Session, autosave: Autosave) {
  /** The way back that is offered, from which game. */
  let offered: { id: string; run: () => void } | null = null;
  store.subscribe((now) => {
    // The games of a file are looked at one after another.
    if (!offered || now.slot.id === offered.id || now.settings.mode === 'shared') return;
    // Another game has begun since.
    if (now.notice?.action?.run === offered.run) store.update((s) => setNotice(s, null));
    offered = null;
  });

  return (open: () => void) => {
    const before = { ...autosave.snapshot(), begun: store.get().game.moves.length > 0 };
    open();
    if (!before.begun) return;
    const run = () => {
      session.resumeGame(before.id, before.text);
      store.update((s) => setNotice(s, null));
    };
    store.update((s) =>
      setNotice(s, { key: 'share.opened' }, { label: { key: 'share.back' }, run }),
    );
    offered = { id: store.get().slot.id, run };
    setTimeout(() => {
      const isUsed = document.querySelector('#notice :is(:hover, :focus)');
      if (store.get().notice?.action?.run === run && !isUsed)
        store.update((s) => setNotice(s, null));
    }, OFFERED);
  };
}

export function createOpener(
  store: Store,
  core: Core,
  session: Session,
  autosave: Autosave,
  screens: {
    openCollection: (file: File) => void;
    showBroken: (text: string, reason: string, error?: unknown) => void;
    join: (link: string) => void;
    /** Opens a link of a game by message. */
    receive: (sent: Sent, replace: (open: () => void) => void, share: () => void) => void;
  },
) {
  const replace = createReplace(store, session, autosave);

  /**
   * Opens a text or a link; lists the games if there are several. Throws if it is invalid.
   * @param file its source
   * @param how what to do about what is not understood
   */
  function openText(text: string, file?: File, how?: How) {
    const linked = fromLink(text);
    const game = linked ?? text;
    const players = linked === null ? undefined : SHARED;
    const open = () => {
      let told = true;
      replace(() => (told = session.open(game, players, how)));
      if (!told || how?.leftOut) remark(store, told, !!how?.leftOut).catch(console.warn);
    };
    const sent = sentIn(text);
    try {
      if (!sent) return open();
      core.read(game).free();
      screens.receive(sent, replace, open);
    } catch (error) {
      if (!core.holdsMany(game)) throw error;
      screens.openCollection(file ?? new File([game], ''));
    }
  }

  return {
    openText,

    /**
     * Opens what was dropped on the page.
     * @param text null for a file that is not a single game
     */
    async openDrop(text: string | null, file?: File) {
      try {
        if (text === null) return file && screens.openCollection(file);
        // A mail with one game looks like a file of several.
        const found =
          core.holdsMany(text) && (await import('../game/around.ts')).recordIn(core, text);
        if (found && found.isWhole) openText(found.text, file, { leftOut: found.leftOut });
        else openText(text, file);
      } catch (error) {
        screens.showBroken(text ?? '', refusal(error), error);
      }
    },

    /**
     * Opens the game, position or invitation in the page's address, and removes it there. Returns
     * whether there was one.
     */
    openLink() {
      const { hash } = location;
      if (!hash || hash.startsWith('#/')) return false;
      try {
        if (hash.startsWith('#join=')) screens.join(hash);
        else if (fromLink(hash) !== null) openText(hash);
      } catch (error) {
        screens.showBroken(location.href, t('share.bad-link', { reason: refusal(error) }));
      }
      // Remove the link: a reload continues the game.
      history.replaceState(history.state, '', location.pathname + location.search);
      return true;
    },
  };
}
