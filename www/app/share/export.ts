// Exports a game as an animation. Loaded on demand.
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import loadWords from '../i18n/show.words.ts';
import { makeGif } from '../show/gif.ts';
import { createShow, lineOf } from '../show/show.ts';
import { canPassOn, download, passOn } from '../platform/pass-on.ts';
import { check, radios, selectField } from '../ui/dialog.ts';
import type { Theme } from '../board/palette.ts';
import type { Session } from '../game/session.ts';
import type { Shown } from '../show/types.ts';
import type { Store } from '../state.ts';
import type { Core } from '../types.ts';

const SIZES = [240, 360, 480, 720];
/** How long each position is shown, in seconds. */
const SPEEDS = [0.5, 1, 2, 4];
/** The last choices in this session. */
const chosen = { whole: true, size: 480, speed: 1, coordinates: true };

/** @returns `stop` cancels an export in progress */
interface Table {
  store: Store;
  session: Session;
  core: Core;
  theme: () => Theme;
}

/** Works on a copy of the current line, so that stepping through it does not move the game. */
async function withLine<T>({ store, session, core }: Table, use: (shown: Shown) => Promise<T>) {
  const { rules, game } = store.get();
  const read = core.fromRecord(session.record());
  try {
    const texts = game.moves.filter((m) => m.onPath).map((m) => m.text);
    return await use(createShow(read, rules, lineOf(read.state().moves, texts)));
  } finally {
    read.free();
  }
}

/** Buttons to share or save the animation. */
function ways(blob: Blob) {
  const name = t('file.animation');
  const files = [new File([blob], name, { type: blob.type })];
  const button = (key: 'share.pass-on' | 'share.save', onclick: () => void) =>
    h('button', {
      type: 'button',
      class: 'small-button',
      'aria-label': t('share.of', { action: t(key), what: t('share.animation') }),
      text: t(key),
      onclick,
    });
  return [
    canPassOn({ files }) ? button('share.pass-on', () => void passOn({ files })) : null,
    button('share.save', () => download(name, blob)),
  ];
}

/** What is asked before. */
const choices = () => [
  radios(
    'export-turns',
    t('export.turns'),
    [
      ['all', t('export.turns.all')],
      ['here', t('export.turns.here')],
    ],
    chosen.whole ? 'all' : 'here',
    (value) => (chosen.whole = value === 'all'),
  ),
  h(
    'div',
    { class: 'export-choices' },
    selectField(
      t('export.size'),
      SIZES.map((n) => ({ value: String(n), words: `${n} × ${n}` })),
      String(chosen.size),
      (value) => (chosen.size = Number(value)),
    ),
    selectField(
      t('export.speed'),
      SPEEDS.map((n) => ({ value: String(n), words: t('new.clock.seconds', { n }) })),
      String(chosen.speed),
      (value) => (chosen.speed = Number(value)),
    ),
  ),
  check(t('menu.coordinates'), chosen.coordinates, (value) => (chosen.coordinates = value)),
];

/** The animation itself and what to do with it. @param made its object URL */
const resultOf = (blob: Blob, made: string, variant: string) => [
  // It loops forever, so do not show it under reduced motion.
  matchMedia('(prefers-reduced-motion: reduce)').matches
    ? ''
    : h('img', {
        class: 'share-picture',
        src: made,
        width: chosen.size,
        height: chosen.size,
        alt: t('export.alt', { variant }),
      }),
  h('div', { class: 'export-ways' }, ...ways(blob)),
];

/** The button that creates, and in its place the progress with the one that cancels. */
function createWork(animate: () => void, stop: () => void) {
  const button = (key: 'export.make' | 'action.cancel', kind: string, onclick: () => void) =>
    h('button', { type: 'button', class: kind, text: t(key), onclick });
  const bar = h('progress', {
    max: 1,
    value: 0,
    'aria-label': t('export.progress'),
  }) as HTMLProgressElement;
  const cancel = button('action.cancel', 'small-button', stop);
  const make = button('export.make', 'small-button primary', animate);
  const work = h('div', { class: 'export-work', hidden: true }, bar, cancel);
  return {
    elements: [make, work],
    bar,
    /** Swaps them, keeping the focus. */
    show(busy: boolean) {
      const focused = [make, cancel].some((el) => el === document.activeElement);
      make.hidden = busy;
      work.hidden = !busy;
      if (focused) (busy ? cancel : make).focus();
    },
  };
}

export async function createExport(
  table: Table,
): Promise<{ field: HTMLElement; stop: () => void }> {
  await loadWords();
  const { store, theme } = table;
  let making = new AbortController();
  /** The object URL of the animation shown. */
  let made = '';
  const result = h('div', { class: 'export-result' });
  const status = h('p', { class: 'quiet', role: 'status' });
  const { elements, bar, show } = createWork(() => void animate(), stop);

  function clear() {
    URL.revokeObjectURL(made);
    made = '';
    result.replaceChildren();
    status.textContent = '';
  }

  function stop() {
    making.abort();
    show(false);
  }

  async function animate() {
    stop();
    clear();
    making = new AbortController();
    const { signal } = making;
    bar.value = 0;
    show(true);
    const { flipped, game, rules } = store.get();
    const how = {
      from: chosen.whole ? 0 : game.ply,
      size: chosen.size,
      delay: chosen.speed * 1000,
      flipped,
      coordinates: chosen.coordinates,
      theme: theme(),
    };
    try {
      const blob = await withLine(table, (shown) =>
        makeGif(shown, how, (done) => (bar.value = done), signal),
      );
      if (signal.aborted) return;
      made = URL.createObjectURL(blob);
      status.textContent = t('export.ready', { size: Math.ceil(blob.size / 1000) });
      result.append(...resultOf(blob, made, rules.name));
    } catch (error) {
      if (signal.aborted) return;
      console.warn(error);
      status.textContent = t('export.failed');
    }
    show(false);
  }

  const field = h(
    'div',
    { class: 'field', 'data-export': 'gif' },
    h('h3', { class: 'share-out', text: t('share.animation'), tabindex: -1 }),
    ...choices(),
    h('div', { class: 'field-end' }, ...elements),
    status,
    result,
  );
  return { field, stop: () => (stop(), clear()) };
}
