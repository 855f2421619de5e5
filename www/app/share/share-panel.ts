// The share dialog: exports the game as a link, text or picture, and opens a position or game from
// text or a file.
import { recordFile, recordWithTags } from './record.ts';
import './share.css';
import { drawPicture, toPng } from '../board/picture.ts';
import { boardConfig } from '../game/board-view.ts';
import { h } from '../ui/dom.ts';
import { textOf } from '../platform/drop.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { refusal } from '../game/error-text.ts';
import { canPassOn, copy, copyPicture, download, passOn } from '../platform/pass-on.ts';
import { gameLink, gamePage, link } from './make-link.ts';
import { setSent, type Store } from '../state.ts';
import { readNames } from '../storage/names.ts';
import { createDialog } from '../ui/dialog.ts';
import type { Board } from '../board/board.ts';
import type { Session } from '../game/session.ts';
import type { Core } from '../types.ts';

/**
 * The maximum length of foreign text to show: laying out a word of a million letters freezes the
 * page.
 */
const MAX_SHOWN = 20_000;

const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

export function createShare({
  store,
  session,
  core,
  board,
  openText,
  openCollection,
}: {
  store: Store;
  session: Session;
  core: Core;
  board: Board;
  /** Opens a text or throws. */
  openText: (text: string, file?: File) => void;
  /** Lists the games of a file. */
  openCollection: (file: File) => void;
}) {
  /** A text that could not be read, with the reason. */
  let broken = { text: '', reason: '' };
  let fields = 0;
  /** Cancels an export in progress. */
  let stop = () => {};

  const button = (key: Key, what: string, run: () => void) =>
    h('button', {
      type: 'button',
      class: 'small-button',
      'aria-label': t('share.of', { action: t(key), what }),
      text: t(key),
      onclick: run,
    });

  /**
   * A read-only field with buttons to share, save and copy its text.
   * @param how `sent`: called once it was shared or copied
   */
  function out(
    label: string,
    text: string,
    {
      rows = 1,
      file,
      share,
      sent = () => {},
    }: { rows?: number; file?: string; share?: ShareData; sent?: () => void } = {},
  ) {
    const id = `share-${++fields}`;
    const done = h('span', { class: 'quiet', role: 'status' });
    const field = h(rows > 1 ? 'textarea' : 'input', {
      id,
      dir: 'ltr',
      readonly: true,
      rows: rows > 1 ? rows : null,
      spellcheck: 'false',
    }) as HTMLInputElement;
    field.value = text;
    field.addEventListener('focus', () => field.select());
    return h(
      'div',
      { class: 'field' },
      h('label', { class: 'field-label', for: id, text: label }),
      h(
        'div',
        { class: 'out' },
        field,
        h(
          'div',
          { class: rows > 1 ? 'out-ways' : 'out-row' },
          share && canPassOn(share)
            ? button('share.pass-on', label, async () => (await passOn(share)) && sent())
            : null,
          file ? button('share.save', label, () => download(file, text)) : null,
          button('share.copy', label, async () => {
            const fine = await copy(text);
            if (fine) sent();
            else field.focus();
            done.textContent = t(fine ? 'share.copied' : 'share.copy-failed');
          }),
        ),
      ),
      done,
    );
  }

  function picture() {
    const state = store.get();
    // As it stands, without what is only half done.
    const shown = {
      ...boardConfig({ ...state, pending: null, picked: null }),
      shapes: board.get().shapes,
    };
    const canvas = drawPicture(shown, board.theme());
    canvas.className = 'share-picture';
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', t('share.picture.alt', { variant: state.rules.name }));
    const done = h('span', { class: 'quiet', role: 'status' });
    const what = t('share.picture');
    const file = (blob: Blob) => new File([blob], t('file.picture'), { type: 'image/png' });
    const sample = { files: [file(new Blob([], { type: 'image/png' }))] };
    return h(
      'div',
      { class: 'field' },
      h('p', { class: 'field-label', text: what }),
      h(
        'div',
        { class: 'out' },
        canvas,
        h(
          'div',
          { class: 'out-ways' },
          canPassOn(sample)
            ? button('share.pass-on', what, async () =>
                passOn({ files: [file(await toPng(canvas))] }),
              )
            : null,
          button('share.save', what, async () => download(t('file.picture'), await toPng(canvas))),
          button('share.copy', what, async () => {
            done.textContent = t(
              (await copyPicture(toPng(canvas))) ? 'share.copied' : 'share.picture.failed',
            );
          }),
        ),
      ),
      done,
    );
  }

  /** A button that loads the less common exports. */
  function more() {
    const error = h('span', { class: 'quiet', role: 'status' });
    const open = h('button', {
      type: 'button',
      class: 'small-button',
      'data-export': 'more',
      text: t('share.more'),
      onclick: loadExport,
    });
    const place = h('div', { class: 'field' }, h('div', { class: 'out' }, open), error);

    async function loadExport() {
      try {
        const { createExport } = await import('./export.ts');
        const made = await createExport({ store, session, core, theme: board.theme });
        stop();
        stop = made.stop;
        place.replaceWith(...made.parts);
        const head = made.parts[0]?.querySelector('h3');
        head?.focus();
        head?.scrollIntoView({ block: 'start' });
      } catch (reason) {
        console.warn(reason);
        error.textContent = t('notice.not-loaded');
      }
    }

    return place;
  }

  const sheet = createDialog('share', () => {
    stop();
    const error = h('p', { class: 'error', id: 'paste-error', role: 'alert', text: broken.reason });
    const field = h('textarea', {
      id: 'paste',
      dir: 'auto',
      rows: 3,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      'aria-describedby': 'paste-help paste-error',
      'aria-invalid': broken.reason ? 'true' : null,
      onpaste: paste,
    }) as HTMLTextAreaElement;
    field.value = broken.text;
    broken = { text: '', reason: '' };

    /** Opens a long text directly instead of putting it into the field. */
    function paste(event: ClipboardEvent) {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.length <= MAX_SHOWN) return;
      event.preventDefault();
      field.value = shown(text);
      open(text.trim());
    }

    /** @param file its source */
    function open(text: string, file?: File) {
      try {
        if (!text) throw new Error(t('share.empty'));
        openText(text, file);
        sheet.close();
      } catch (reason) {
        error.textContent = refusal(reason);
        field.setAttribute('aria-invalid', 'true');
        field.focus();
      }
    }

    async function openFile(event: Event) {
      const chooser = event.target as HTMLInputElement;
      const file = chooser.files?.[0];
      chooser.value = '';
      if (!file) return;
      const text = await textOf(file);
      if (text === null) {
        sheet.close();
        return openCollection(file);
      }
      field.value = shown(text);
      open(text.trim(), file);
    }

    const tail = session.link();
    const game =
      (store.get().settings.mode === 'message' ? null : gamePage(core, tail)) ??
      gameLink(store.get(), tail, readNames().own);
    // A turn of a game by message goes by this link too.
    const sent = () => store.update(setSent);
    const fen = session.fen();
    const playok = session.playok();
    const { name } = store.get().rules;
    return {
      title: t('share.title'),
      body: [
        h('h3', { class: 'share-out', text: t('share.out') }),
        out(t('share.link'), game, {
          share: { title: t('app.title', { variant: name }), url: game },
          sent,
        }),
        out(t('share.link.position'), link(session.positionLink())),
        picture(),
        out(t('share.record'), recordWithTags(core, session, store.get()), {
          rows: 4,
          file: recordFile(store.get()),
        }),
        out(t('share.position'), session.line()),
        fen === null ? '' : out(t('share.fen'), fen),
        playok === null ? '' : out(t('share.playok'), playok, { rows: 3, file: t('file.playok') }),
        more(),
        h(
          'div',
          { class: 'field share-in' },
          h('h3', {}, h('label', { for: 'paste', text: t('share.paste') })),
          h('p', { class: 'quiet field-note', id: 'paste-help', text: t('share.paste.help') }),
          field,
          error,
          h(
            'div',
            { class: 'field-end' },
            h(
              'label',
              { class: 'small-button file-button' },
              h('input', {
                type: 'file',
                class: 'file',
                accept: '.txt,.pgn,.merels,text/plain',
                onchange: openFile,
              }),
              h('span', { text: t('share.file') }),
            ),
            h('button', {
              type: 'button',
              class: 'small-button primary',
              text: t('share.open'),
              onclick: () => open(field.value.trim()),
            }),
          ),
        ),
      ].filter((part) => part instanceof Node),
    };
  });

  sheet.dialog.addEventListener('close', () => stop());

  return {
    open: sheet.open,
    /** Opens the dialog with a text that could not be read. */
    openBroken(text: string, reason: string) {
      broken = { text: shown(text), reason };
      sheet.open();
      document.getElementById('paste')?.focus();
    },
  };
}
