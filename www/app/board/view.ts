// The board as it is seen: keeps the canvas sharp, decides when to draw. Not a frame is drawn while
// nothing changes.
import { layOut, onBoard } from './geometry.ts';
import { pulseAfter, running, tweensBetween, type Tween } from './animate.ts';
import { drawBoard, drawGame } from './render.ts';
import { fit } from './men.ts';
import { readTheme } from './palette.ts';
import { begin, indexOf } from './state.ts';
import type { BoardConfig, Side, State } from './types.ts';

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

/**
 * A board that is only looked at.
 * @param element the square that it fills; its custom properties are the colours
 */
export function createView(element: HTMLElement, config: BoardConfig) {
  const end = new AbortController();
  const { signal } = end;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const canvas = document.createElement('canvas');
  canvas.className = 'canvas';
  canvas.setAttribute('aria-hidden', 'true');
  element.prepend(canvas);
  const plate = document.createElement('canvas');
  let state = begin(config);
  let theme = readTheme(element);
  let layout = layOut(state.board, 0, false);
  let tweens: Tween[] = [];
  let frame = 0;
  let stale = true;
  let waiting: (() => void)[] = [];
  const relaid: (() => void)[] = [];

  function request() {
    if (!frame) frame = requestAnimationFrame(draw);
  }

  function draw(now: number) {
    frame = 0;
    // Even if nothing of it can be seen, as its end is waited for.
    tweens = running(tweens, now);
    if (layout.size > 0) {
      const ctx = fit(canvas, layout.size, layout.size);
      if (stale && !theme.solid) {
        stale = false;
        drawBoard(fit(plate, layout.size, layout.size), state, layout, theme);
      }
      // A canvas outside the document takes the system's colours for those of a light screen.
      if (theme.solid) drawBoard(ctx, state, layout, theme);
      else ctx.drawImage(plate, 0, 0, layout.size, layout.size);
      drawGame(ctx, state, layout, theme, tweens, now);
    }
    if (tweens.length) request();
    else settle();
  }

  function settle() {
    const done = waiting;
    waiting = [];
    for (const go of done) go();
  }

  /** The way from a point toward the tray of a side; null if the side has no tray. */
  function wayToTray(side: Side, from: number) {
    const tray = (side === 'white') === state.flipped ? state.trays.top : state.trays.bottom;
    const p = layout.points[from];
    if (!tray || !p) return null;
    const [box, here] = [tray.getBoundingClientRect(), element.getBoundingClientRect()];
    return onBoard(layout, p, {
      x: box.left + box.width / 2 - here.left - p.x,
      y: box.top + box.height / 2 - here.top - p.y,
    });
  }

  /** Reads size and colours again. */
  function refresh() {
    theme = readTheme(element);
    layout = layOut(
      state.board,
      element.getBoundingClientRect().width,
      state.flipped,
      window.devicePixelRatio || 1,
    );
    stale = true;
    for (const tell of relaid) tell();
    request();
  }

  function set(change: Partial<State>, closed: number[][] = []) {
    const before = state;
    state = { ...state, ...change };
    const { board, men } = state;
    const moves = !still.matches && state.animation;
    if (board.name !== before.board.name) tweens = [];
    else if (men !== before.men && board.points.some((_, i) => men[i] !== before.men[i])) {
      tweens = moves ? menMoved(before, state, closed, wayToTray) : [];
      state.dropped = null;
    }
    const { captures = null } = state.movable ?? {};
    if (captures?.length && !before.movable?.captures && moves) {
      const taken = captures.map((point) => indexOf(state, point));
      tweens.push(pulseAfter(tweens, taken, performance.now()));
    }
    if (
      board !== before.board ||
      state.flipped !== before.flipped ||
      state.coordinates !== before.coordinates
    )
      refresh();
    request();
  }

  // It tells the first size, too, which is known where the element is in the document.
  const sizes = new ResizeObserver(
    ([entry]) => entry && entry.contentRect.width !== layout.size && refresh(),
  );
  sizes.observe(element);
  watchLook(refresh, signal);
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
    settled(): Promise<void> {
      return new Promise((resolve) => {
        waiting.push(resolve);
        request();
        // A hidden page draws no frames; the game goes on all the same.
        if (document.hidden) settle();
        else document.addEventListener('visibilitychange', settle, { once: true });
      });
    },
    /** Ends it: nothing is drawn or heard any more. The picture stays. */
    destroy() {
      end.abort();
      sizes.disconnect();
      cancelAnimationFrame(frame);
      settle();
    },
    canvas,
    /** When it ends. */
    signal,
  };
}

export type View = ReturnType<typeof createView>;

/** Calls back whenever colours, fonts or the screen's density change. */
function watchLook(changed: () => void, signal: AbortSignal) {
  watchRatio(changed, signal);
  for (const query of [
    '(prefers-color-scheme: dark)',
    '(forced-colors: active)',
    '(prefers-contrast: more)',
  ])
    matchMedia(query).addEventListener('change', changed, { signal });
  document.fonts?.addEventListener('loadingdone', changed, { signal });
}

/** Calls back whenever the screen's density changes. */
function watchRatio(changed: () => void, signal: AbortSignal) {
  matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
    'change',
    () => {
      changed();
      watchRatio(changed, signal);
    },
    { once: true, signal },
  );
}
