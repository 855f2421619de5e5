// The share dialog: exports the game as a link, text or picture, and opens a position or game from
// text or a file.
import loadWords from '../i18n/share.words.ts';
import { recordFile, recordWithTags } from './record.ts';
import './share.css';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { gameLink, gamePage, link } from './make-link.ts';
import { recordIn } from '../game/around.ts';
import { refusal } from '../game/error-text.ts';
import { inField, type Broken } from './in-field.ts';
import { outField, pictureField } from './out-field.ts';
import { type Store } from '../state.ts';
import { readNames } from '../storage/names.ts';
import { createDialog } from '../ui/dialog.ts';
import { setSent } from '../game/sending.ts';
import type { Board } from '../board/board.ts';
import type { How, Session } from '../game/session.ts';
import type { Core, SetupDraft } from '../types.ts';

interface Table {
  store: Store;
  session: Session;
  core: Core;
  board: Board;
}

/** Links to the game and to the position. A turn of a game by message goes by the first too. */
function links({ store, session, core }: Table) {
  const state = store.get();
  const tail = session.link();
  const url =
    (state.settings.mode === 'message' ? null : gamePage(core, tail)) ??
    gameLink(state, tail, readNames().own);
  return [
    outField(t('share.link'), url, {
      share: { title: t('app.title', { variant: state.rules.name }), url },
      sent: () => store.update(setSent),
    }),
    outField(t('share.link.position'), link(session.positionLink())),
  ];
}

/** The game and the position as texts, as far as each format can write them. */
function texts({ store, session, core }: Table) {
  const fen = session.fen();
  const mfen = session.mfen();
  const playok = session.playok();
  const sanmill = session.sanmill();
  return [
    outField(t('share.record'), recordWithTags(core, session, store.get()), {
      rows: 4,
      file: recordFile(store.get()),
    }),
    outField(t('share.position'), session.line()),
    ...(fen === null ? [] : [outField(t('share.fen'), fen)]),
    ...(mfen === null ? [] : [outField(t('share.mfen'), mfen)]),
    ...(playok === null
      ? []
      : [outField(t('share.playok'), playok, { rows: 3, file: t('file.playok') })]),
    ...(sanmill === null
      ? []
      : [outField(t('share.sanmill'), sanmill, { rows: 3, file: t('file.sanmill') })]),
  ];
}

/**
 * A button that loads the part for animations.
 * @param loaded is given what cancels an export in progress
 */
function animation({ board, ...table }: Table, loaded: (stop: () => void) => void) {
  const error = h('span', { class: 'quiet', role: 'status' });
  const open = h('button', {
    type: 'button',
    class: 'small-button',
    'data-export': 'more',
    text: t('share.animation'),
    onclick: loadExport,
  });
  const place = h('div', { class: 'field' }, h('div', { class: 'out' }, open), error);

  async function loadExport() {
    try {
      const { createExport } = await import('./export.ts');
      const made = await createExport({ ...table, theme: board.theme });
      loaded(made.stop);
      place.replaceWith(made.field);
      const head = made.field.querySelector('h3');
      head?.focus();
      head?.scrollIntoView({ block: 'start' });
    } catch (reason) {
      console.warn(reason);
      error.textContent = t('notice.not-loaded');
    }
  }

  return place;
}

/** A button that prints the game with its comments. */
function paper({ store, session, core }: Table) {
  const error = h('span', { class: 'quiet', role: 'status' });
  async function load() {
    try {
      const { printGame } = await import('./print.ts');
      const state = store.get();
      printGame(core, recordWithTags(core, session, state), state.rules);
    } catch (reason) {
      console.warn(reason);
      error.textContent = t('notice.not-loaded');
    }
  }
  const button = h('button', {
    type: 'button',
    class: 'small-button',
    text: t('share.print'),
    onclick: load,
  });
  return h('div', { class: 'field' }, h('div', { class: 'out' }, button), error);
}

export async function createShare({
  openText,
  openCollection,
  setUp,
  ...table
}: Table & {
  /** Opens a text or throws. */
  openText: (text: string, file?: File, how?: How) => void;
  /** Lists the games of a file. */
  openCollection: (file: File) => void;
  /** Puts a position right that cannot be played. */
  setUp: (draft: SetupDraft) => void;
}) {
  await loadWords();
  const { core, store } = table;
  /** A text that could not be read, with the reason. */
  let broken: Broken = { text: '', reason: '' };
  /** Cancels an export in progress. */
  let stop = () => {};

  const sheet = createDialog('share', () => {
    stop();
    const opens = inField(store, core, broken, {
      openText,
      openCollection,
      setUp(draft) {
        sheet.close();
        setUp(draft);
      },
      close: () => sheet.close(),
    });
    broken = { text: '', reason: '' };
    return {
      title: t('share.title'),
      body: [
        h('h3', { class: 'share-out', text: t('share.out') }),
        ...links(table),
        pictureField(table.store.get(), table.board),
        ...texts(table),
        animation(table, (made) => {
          stop();
          stop = made;
        }),
        paper(table),
        opens,
      ],
    };
  });

  sheet.dialog.addEventListener('close', () => stop());

  return {
    open: sheet.open,
    /** Opens the dialog with a text that could not be read. */
    openBroken(text: string, reason: string, error?: unknown) {
      broken = { text, reason, error };
      const found = error ? recordIn(core, text) : null;
      if (found) {
        const how = { leftOut: found.leftOut };
        try {
          return openText(found.text, undefined, how);
        } catch (why) {
          broken = { text: found.text, reason: refusal(why), error: why, how };
        }
      }
      sheet.open();
      document.getElementById('paste')?.focus();
    },
  };
}
