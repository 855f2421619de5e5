// The board as it is seen: keeps the canvas sharp, decides when to draw. Not a frame is drawn while
// nothing changes.
import { layOut, onBoard } from './geometry.ts';
import { pulseAfter, running, tweensBetween, type Tween } from './animate.ts';
import { drawBoard, drawGame } from './render.ts';
import { fit } from './men.ts';
import { readTheme, type Theme } from './palette.ts';
import { begin, indexOf } from './state.ts';
import type { BoardConfig, Layout, Side, State } from './types.ts';

/** The way from a point toward the tray of a side; null if the side has no tray. */
function wayToTray(element: HTMLElement, state: State, layout: Layout, side: Side, from: number) {
  const tray = (side === 'white') === state.flipped ? state.trays.top : state.trays.bottom;
  const p = layout.points[from];
  if (!tray || !p) return null;
  const [box, here] = [tray.getBoundingClientRect(), element.getBoundingClientRect()];
  return onBoard(layout, p, {
    x: box.left + box.width / 2 - here.left - p.x,
    y: box.top + box.height / 2 - here.top - p.y,
  });
}

/** How men move, come and go from one state to the next. */
const menMoved = (
  before: State,
  state: State,
  closed: number[][],
  leaves: Parameters<typeof tweensBetween>[2]['leaves'],
) =>
  tweensBetween(before.men, state.men, {
    now: performance.now(),
    flies: (from, to) => !state.board.edges.some((e) => e.includes(from) && e.includes(to)),
    mills: closed,
    still: state.dropped ? indexOf(state, state.dropped) : -1,
    shut: state.marked,
    leaves,
  });

/** Do the men stand elsewhere, on the same board? */
const haveMoved = (before: State, { board, men }: State) =>
  men !== before.men && board.points.some((_, i) => men[i] !== before.men[i]);

/** Is it to be laid out again? */
const isLaidOutAnew = (before: State, state: State) =>
  state.board !== before.board ||
  state.flipped !== before.flipped ||
  state.coordinates !== before.coordinates;

/** The men that may be taken from now on, which pulse. */
const newlyTaken = ({ movable: before }: State, state: State) =>
  before?.captures ? [] : (state.movable?.captures ?? []).map((point) => indexOf(state, point));

/** The canvas of a board, below whatever else its element contains. */
function createPicture(element: HTMLElement) {
  const canvas = document.createElement('canvas');
  canvas.className = 'canvas';
  canvas.setAttribute('aria-hidden', 'true');
  element.classList.add('board-view');
  element.prepend(canvas);
  /** The board without men, and what it was drawn for. */
  const plate = document.createElement('canvas');
  let drawn: Layout | null = null;

  return {
    canvas,
    draw(state: State, layout: Layout, theme: Theme, tweens: Tween[], now: number) {
      const { size } = layout;
      if (!size) return;
      const ctx = fit(canvas, size, size);
      // A canvas outside the document takes the system's colours for those of a light screen.
      if (theme.solid) drawBoard(ctx, state, layout, theme);
      else {
        if (drawn !== layout) drawBoard(fit(plate, size, size), state, layout, theme);
        drawn = layout;
        ctx.drawImage(plate, 0, 0, size, size);
      }
      drawGame(ctx, state, layout, theme, tweens, now);
    },
  };
}

/** Draws in the next frame once it is asked to, then as long as `draw` says that something moves. */
function createFrames(draw: (now: number) => boolean) {
  let frame = 0;
  let waiting: (() => void)[] = [];

  function request() {
    if (!frame) frame = requestAnimationFrame(next);
  }

  function next(now: number) {
    frame = 0;
    if (draw(now)) request();
    else settle();
  }

  function settle() {
    const done = waiting;
    waiting = [];
    for (const go of done) go();
  }

  return {
    request,
    /** When nothing moves any more, and no sooner than the next frame. */
    settled(): Promise<void> {
      return new Promise((resolve) => {
        waiting.push(resolve);
        request();
        // A hidden page draws no frames; the game goes on all the same.
        if (document.hidden) settle();
        else document.addEventListener('visibilitychange', settle, { once: true });
      });
    },
    end() {
      cancelAnimationFrame(frame);
      settle();
    },
  };
}

/**
 * A board that is only looked at.
 * @param element the square that it fills; its custom properties are the colours
 */
export function createView(element: HTMLElement, config: BoardConfig) {
  const end = new AbortController();
  const { signal } = end;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const picture = createPicture(element);
  const relaid: (() => void)[] = [];
  let state = begin(config);
  let theme = readTheme(element);
  let layout = layOut(state.board, 0, false);
  let tweens: Tween[] = [];

  const frames = createFrames((now) => {
    // Even if nothing of it can be seen, as its end is waited for.
    tweens = running(tweens, now);
    picture.draw(state, layout, theme, tweens, now);
    return tweens.length > 0;
  });

  /** Reads size and colours again. */
  function refresh() {
    const { width } = element.getBoundingClientRect();
    theme = readTheme(element);
    layout = layOut(state.board, width, state.flipped, window.devicePixelRatio || 1);
    for (const tell of relaid) tell();
    frames.request();
  }

  function set(change: Partial<State>, closed: number[][] = []) {
    const before = state;
    state = { ...state, ...change };
    const moves = !still.matches && state.animation;
    if (state.board.name !== before.board.name) tweens = [];
    else if (haveMoved(before, state)) {
      const leaves = (side: Side, from: number) => wayToTray(element, state, layout, side, from);
      tweens = moves ? menMoved(before, state, closed, leaves) : [];
      state.dropped = null;
    }
    const taken = newlyTaken(before, state);
    if (taken.length && moves) tweens.push(pulseAfter(tweens, taken, performance.now()));
    if (isLaidOutAnew(before, state)) refresh();
    frames.request();
  }

  // It tells the first size, too, which is known where the element is in the document.
  const sizes = new ResizeObserver(
    ([entry]) => entry && entry.contentRect.width !== layout.size && refresh(),
  );
  sizes.observe(element);
  onLookChange(refresh, signal);
  refresh();

  return {
    /** What is shown now. */
    get: () => state,
    /**
     * Changes what is named, and leaves the rest as it is.
     * `closed`: mills that this change of the men has closed, which light up
     */
    set: set as (change: Partial<State>, closed?: number[][]) => void,
    layout: () => layout,
    theme: () => theme,
    /** The colours, or the size, are others. */
    refresh,
    /** @param tell called whenever points have moved on the screen, or colours have changed */
    onLayout(tell: () => void) {
      relaid.push(tell);
    },
    /** When the board has come to rest, and no sooner than the next frame. */
    settled: frames.settled,
    /** Ends it: nothing is drawn or heard any more. The picture stays. */
    destroy() {
      end.abort();
      sizes.disconnect();
      frames.end();
    },
    canvas: picture.canvas,
    /** When it ends. */
    signal,
  };
}

export type View = ReturnType<typeof createView>;

/** Calls back whenever colours, fonts or the screen's density change. */
function onLookChange(changed: () => void, signal: AbortSignal) {
  onRatioChange(changed, signal);
  for (const query of [
    '(prefers-color-scheme: dark)',
    '(forced-colors: active)',
    '(prefers-contrast: more)',
  ])
    matchMedia(query).addEventListener('change', changed, { signal });
  document.fonts?.addEventListener('loadingdone', changed, { signal });
}

/** Calls back whenever the screen's density changes. */
function onRatioChange(changed: () => void, signal: AbortSignal) {
  matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
    'change',
    () => {
      changed();
      onRatioChange(changed, signal);
    },
    { once: true, signal },
  );
}
