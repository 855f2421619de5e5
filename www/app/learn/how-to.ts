// How to play, in pictures that move one after the other, over and over. They rest while nobody
// sees them, and may be paused; where less motion is wanted, an arrow shows each turn instead.
import './how-to.css';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import loadWords from '../i18n/howto.words.ts';
import { scenes, type Frame, type Scene } from './scenes.ts';
import type { Store } from '../state.ts';
import type { Core } from '../types.ts';

/** In milliseconds: before each change, after each scene, and before they start over. */
const BEAT = 1300;
const REST = 2200;
const PAUSE = 5000;

/** Given, for a second import of it would split the first load. */
type CreateView = typeof import('../board/view.ts').createView;

function createStage(core: Core, createView: CreateView) {
  const { board } = core.rules('nine');
  const element = h('div', { class: 'how-board' });
  const view = createView(element, { board, men: board.points.map(() => ''), coordinates: false });
  return {
    element,
    refresh: view.refresh,
    /**
     * @param n the frame
     * @param calm without motion: the position before the last change, and the change as an arrow
     */
    show({ frames }: Scene, n: number, calm: boolean, moves = false) {
      const { men, lastMove, mills, next } = frame(frames, calm ? frames.length - 2 : n);
      if (calm) view.set({ men, lastMove: null, mills, autoShapes: next, animation: false });
      else
        view.set(
          { men, lastMove, mills, autoShapes: [], animation: moves },
          moves && frame(frames, n - 1).mills.length === 0 ? mills : [],
        );
    },
  };
}

const NOTHING: Frame = { men: [], lastMove: null, mills: [], next: [] };
const frame = (frames: Frame[], n: number) =>
  frames[Math.max(0, Math.min(n, frames.length - 1))] ?? NOTHING;

const isLast = (all: Scene[], scene: number, at: number) =>
  at >= (all[scene]?.frames.length ?? 0) - 1;

/** How long a frame is seen. */
function delay(all: Scene[], scene: number, at: number) {
  if (!isLast(all, scene, at)) return BEAT;
  return scene === all.length - 1 ? PAUSE : REST;
}

const layOut = (figures: HTMLElement[], button: HTMLElement, single: boolean) =>
  h(
    'section',
    { class: single ? 'how-to single' : 'how-to', 'aria-label': () => t('howto.title') },
    h('div', { class: 'how-head' }, h('h2', { text: () => t('howto.title') }), button),
    h('div', { class: 'how-figures' }, ...figures),
  );

/** @param single on one board, in turn, rather than on one each? */
export async function createHowTo(
  store: Store,
  core: Core,
  createView: CreateView,
  single: boolean,
) {
  await loadWords();
  const all = scenes(core);
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  const isCalm = () => reduced.matches || !store.get().look.animation;
  const stages = all.slice(0, single ? 1 : undefined).map(() => createStage(core, createView));
  const stage = (i: number) => stages[single ? 0 : i] as ReturnType<typeof createStage>;
  let [scene, at] = [0, 0];
  let timer = 0;
  let paused = false;
  let seen = false;

  const caption = (i: number) => t(all[i]?.key ?? 'howto.place');
  const label = () => t(isCalm() ? 'howto.next' : paused ? 'action.continue' : 'action.pause');
  const says = h('figcaption', { text: () => caption(scene) });
  const button = h('button', {
    type: 'button',
    class: 'small-button',
    onclick: () => {
      if (isCalm()) step();
      else paused = !paused;
      run();
    },
    text: label,
  });
  const element = layOut(
    stages.map((each, i) => {
      const words = single ? says : h('figcaption', { text: () => caption(i) });
      return h('figure', { class: 'how-figure' }, each.element, words);
    }),
    button,
    single,
  );

  /** Goes on to the next scene. */
  function step() {
    scene = (scene + 1) % all.length;
    at = 0;
    says.textContent = caption(scene);
    draw();
  }

  function draw(moves = false) {
    const shown = all[scene];
    if (shown) stage(scene).show(shown, at, isCalm(), moves);
  }

  function tick() {
    if (isLast(all, scene, at)) step();
    else {
      at++;
      draw(true);
    }
    run();
  }

  /** Waits for the next change, if there is to be one. */
  function run() {
    clearTimeout(timer);
    button.hidden = isCalm() && !single;
    button.textContent = label();
    if (seen && !paused && !isCalm()) timer = window.setTimeout(tick, delay(all, scene, at));
  }

  /** Draws them all as they are at rest. */
  function begin() {
    stages.forEach((each, i) => each.show(all[i] as Scene, i ? Infinity : 0, isCalm()));
    [scene, at] = [0, 0];
    says.textContent = caption(0);
    run();
  }

  reduced.addEventListener('change', begin);
  new IntersectionObserver(([entry]) => {
    seen = entry?.isIntersecting ?? false;
    run();
  }).observe(element);
  store.subscribe((now, before) => {
    if (now.look === before.look) return;
    for (const each of stages) each.refresh();
    if (now.look.animation !== before.look.animation) begin();
  });
  begin();
  return element;
}
