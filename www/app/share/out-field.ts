// Fields from which something is taken: a text or a picture, with buttons to share, save and copy.
import { drawPicture, toPng } from '../board/picture.ts';
import { boardConfig } from '../game/board-view.ts';
import { h } from '../ui/dom.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { canPassOn, copy, copyPicture, download, passOn } from '../platform/pass-on.ts';
import type { Board } from '../board/board.ts';
import type { State } from '../types.ts';

let count = 0;

/** @param what it is done with */
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
export function outField(
  label: string,
  text: string,
  {
    rows = 1,
    file,
    share,
    sent = () => {},
  }: { rows?: number; file?: string; share?: ShareData; sent?: () => void } = {},
) {
  const id = `share-${++count}`;
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
  async function toClipboard() {
    const fine = await copy(text);
    if (fine) sent();
    else field.focus();
    done.textContent = t(fine ? 'share.copied' : 'share.copy-failed');
  }
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
        button('share.copy', label, toClipboard),
      ),
    ),
    done,
  );
}

/** The position as a picture: as it stands, without what is only half done. */
export function pictureField(state: State, board: Board) {
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
