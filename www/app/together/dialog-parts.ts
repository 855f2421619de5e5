// Parts of the dialog for connecting two devices: texts, buttons, links, codes, the camera.
import { h } from '../ui/dom.ts';
import { has, t, type Key } from '../i18n/i18n.ts';
import { canPassOn, copy, passOn } from '../platform/pass-on.ts';
import { nameField } from '../game/name-field.ts';
import { readNames, saveNames } from '../storage/names.ts';
import { linkTo } from './links.ts';
import { drawCode } from './qr.ts';
import { canScan, scan } from './scan.ts';

const KINDS = {
  plain: { class: 'button' },
  primary: { class: 'button primary' },
  small: { class: 'small-button' },
  first: { class: 'small-button primary' },
};

export const words = (key: string) => (has(key) ? t(key) : key);

export const button = (key: Key, run: () => void, kind: keyof typeof KINDS = 'plain') =>
  h('button', {
    type: 'button',
    ...KINDS[kind],
    'data-do': key.slice('together.'.length),
    text: t(key),
    onclick: run,
  });

export const quiet = (key: Key) => h('p', { class: 'quiet', text: t(key) });

export const alarm = (text: string) => h('p', { class: 'error', role: 'alert', text });

/** Says that something takes its time. */
export const waiting = (key: Key) =>
  h('p', { role: 'status', class: 'together-waiting', text: t(key) });

/** This player's name. */
export const myName = () =>
  nameField(t('together.name'), readNames().own, (own) => saveNames({ own }));

/** A link to pass on, and its QR code. */
export function linkOut(text: string, label: Key) {
  const address = linkTo(text);
  const id = 'together-out';
  const done = h('span', { class: 'quiet', role: 'status' });
  const field = h('input', {
    id,
    dir: 'ltr',
    readonly: true,
    spellcheck: 'false',
  }) as HTMLInputElement;
  field.value = address;
  field.addEventListener('focus', () => field.select());
  const what = { title: t('together.title'), url: address };
  async function copyLink() {
    const fine = await copy(address);
    if (!fine) field.focus();
    done.textContent = t(fine ? 'share.copied' : 'share.copy-failed');
  }
  return h(
    'div',
    { class: 'field together-out' },
    h('label', { class: 'field-label', for: id, text: t(label) }),
    h(
      'div',
      { class: 'out' },
      field,
      canPassOn(what) ? button('share.pass-on', () => void passOn(what), 'small') : null,
      button('share.copy', () => void copyLink(), 'small'),
    ),
    done,
    drawCode(address, t('together.code')),
  );
}

/** The camera of a dialog: its button, its picture, and what turns it off. */
export interface Camera {
  stop: () => void;
}

function cameraFor(camera: Camera, found: (text: string) => void, failed: () => void) {
  const video = h('video', {
    class: 'together-camera',
    hidden: true,
    playsinline: true,
    'aria-label': t('together.camera'),
  }) as HTMLVideoElement;
  video.muted = true;
  const toggle = button('together.scan', () => void start(), 'small');
  function stop() {
    camera.stop();
    video.hidden = true;
    toggle.textContent = t('together.scan');
  }
  async function start() {
    if (!video.hidden) return stop();
    video.hidden = false;
    toggle.textContent = t('together.scan.stop');
    try {
      camera.stop = await scan(video, (text) => {
        stop();
        found(text);
      });
    } catch (reason) {
      console.warn(reason);
      stop();
      failed();
    }
  }
  return { video, toggle };
}

/**
 * A field and scanner for a link or text from the other device.
 * @param take resolves to the word key of an error
 */
export function textInto(
  camera: Camera,
  take: (text: string) => Promise<string | null>,
  { label, action, error = '' }: { label: Key; action: Key; error?: string },
) {
  const id = 'together-into';
  const wrong = alarm(error ? words(error) : '');
  wrong.id = `${id}-error`;
  const field = h('textarea', {
    id,
    dir: 'ltr',
    rows: 2,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    'aria-describedby': wrong.id,
    'aria-invalid': error ? 'true' : null,
  }) as HTMLTextAreaElement;
  async function submit(text: string) {
    const why = await take(text);
    if (!why) return;
    wrong.textContent = words(why);
    field.setAttribute('aria-invalid', 'true');
    field.focus();
  }
  const { video, toggle } = cameraFor(
    camera,
    (text) => void submit(text),
    () => (wrong.textContent = t('together.scan.failed')),
  );
  return h(
    'div',
    { class: 'field' },
    h('label', { class: 'field-label', for: id, text: t(label) }),
    field,
    wrong,
    video,
    h(
      'div',
      { class: 'field-end' },
      canScan() ? toggle : null,
      button(action, () => void submit(field.value), 'first'),
    ),
  );
}
