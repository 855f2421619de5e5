// Exports a game as a standalone page or an animation. Loaded on demand.
import { h, rest } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import loadWords from '../i18n/show.words.ts';
import { makeGif } from '../show/gif.ts';
import { writePage } from '../show/page.ts';
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
/** The maximum time spent working before yielding, in milliseconds. */
const SLICE = 20;
/** The last choices in this session. */
const chosen = { whole: true, size: 480, speed: 1, coordinates: true };

/** @returns `stop` cancels an export in progress */
export async function createExport({
  store,
  session,
  core,
  theme,
}: {
  store: Store;
  session: Session;
  core: Core;
  theme: () => Theme;
}): Promise<{ parts: HTMLElement[]; stop: () => void }> {
  await loadWords();
  let making = new AbortController();
  /** The object URL of the animation shown. */
  let made = '';

  /** Works on a copy of the current line, so that stepping through it does not move the game. */
  async function withLine<T>(use: (shown: Shown) => Promise<T>) {
    const { rules, game } = store.get();
    const read = core.fromRecord(session.record());
    try {
      const texts = game.moves.filter((m) => m.onPath).map((m) => m.text);
      return await use(createShow(read, rules, lineOf(read.state().moves, texts)));
    } finally {
      read.free();
    }
  }

  /* A page. */

  const page = (): Promise<Blob> =>
    withLine(async ({ show, ply }) => {
      const plies = [];
      let yielded = performance.now();
      for (let n = 0; n <= show.moves.length; n++) {
        // The exported page does not need the line.
        plies.push({ ...ply(n), line: '' });
        if (performance.now() < yielded + SLICE) continue;
        await rest();
        yielded = performance.now();
      }
      const { look, flipped, game } = store.get();
      const saved = {
        show,
        plies,
        look: look.material,
        flipped,
        coordinates: look.coordinates,
        ply: game.ply,
      };
      return new Blob([writePage(saved, session.record())], { type: 'text/html' });
    });

  const pageName = t('export.page');
  const pageField = h(
    'div',
    { class: 'field', 'data-export': 'page' },
    h('h3', { class: 'share-out', text: pageName, tabindex: -1 }),
    h('p', { class: 'quiet field-note', text: t('export.page.about') }),
    h('div', { class: 'export-ways' }, ...ways(pageName, t('file.page'), 'text/html', page)),
  );

  /** Buttons to share or save a file. */
  function ways(what: string, name: string, type: string, make: () => Promise<Blob>) {
    const file = (blob: Blob) => new File([blob], name, { type });
    const sample = { files: [file(new Blob([], { type }))] };
    const button = (key: 'share.pass-on' | 'share.save', run: (blob: Blob) => void) =>
      h('button', {
        type: 'button',
        class: 'small-button',
        'aria-label': t('share.of', { action: t(key), what }),
        text: t(key),
        onclick: async () => run(await make()),
      });
    return [
      canPassOn(sample)
        ? button('share.pass-on', (blob) => void passOn({ files: [file(blob)] }))
        : null,
      button('share.save', (blob) => download(name, blob)),
    ];
  }

  /* An animation. */

  const result = h('div', { class: 'export-result' });
  const bar = h('progress', {
    max: 1,
    value: 0,
    'aria-label': t('export.progress'),
  }) as HTMLProgressElement;
  const cancel = h('button', {
    type: 'button',
    class: 'small-button',
    text: t('action.cancel'),
    onclick: stop,
  });
  const work = h('div', { class: 'export-work', hidden: true }, bar, cancel);
  const make = h('button', {
    type: 'button',
    class: 'small-button primary',
    text: t('export.make'),
    onclick: () => void animate(),
  });
  const status = h('p', { class: 'quiet', role: 'status' });
  const gifName = t('export.gif');
  const seconds = (n: number) => t('new.clock.seconds', { n });
  const gifField = h(
    'div',
    { class: 'field', 'data-export': 'gif' },
    h('h3', { class: 'share-out', text: gifName }),
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
        SPEEDS.map((n) => ({ value: String(n), words: seconds(n) })),
        String(chosen.speed),
        (value) => (chosen.speed = Number(value)),
      ),
    ),
    check(t('menu.coordinates'), chosen.coordinates, (value) => (chosen.coordinates = value)),
    h('div', { class: 'field-end' }, make, work),
    status,
    result,
  );

  /** Swaps the create and cancel buttons, keeping the focus. */
  function show(busy: boolean) {
    const focused = [make, cancel].some((el) => el === document.activeElement);
    make.hidden = busy;
    work.hidden = !busy;
    if (focused) (busy ? cancel : make).focus();
  }

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
      const blob = await withLine((shown) =>
        makeGif(shown, how, (done) => (bar.value = done), signal),
      );
      if (signal.aborted) return;
      made = URL.createObjectURL(blob);
      status.textContent = t('export.ready', { size: Math.ceil(blob.size / 1000) });
      // The animation loops forever, so do not show it under reduced motion.
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      result.append(
        still
          ? ''
          : h('img', {
              class: 'share-picture',
              src: made,
              width: chosen.size,
              height: chosen.size,
              alt: t('export.alt', { variant: rules.name }),
            }),
        h(
          'div',
          { class: 'export-ways' },
          ...ways(gifName, t('file.animation'), 'image/gif', () => Promise.resolve(blob)),
        ),
      );
    } catch (error) {
      if (signal.aborted) return;
      console.warn(error);
      status.textContent = t('export.failed');
    }
    show(false);
  }

  return { parts: [pageField, gifField], stop: () => (stop(), clear()) };
}
