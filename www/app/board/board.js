// The canvas: keeps it sharp, decides when to draw. Not a frame is drawn while nothing changes.
import { candidates, indexOf, shownMen } from '../state.js';
import { layOut } from './geometry.js';
import { running, tweensBetween } from './animate.js';
import { drawBoard, drawGame } from './render.js';
import { drawMan, fit } from './men.js';
import { readTheme } from './palette.js';

/** @typedef {import('../types').State} State */

/**
 * @param {import('../state.js').Store} store
 * @param {HTMLElement} box the square that the board fills
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLCanvasElement} held the man under the finger
 * @param {{ of?: Element, signal?: AbortSignal }} [how] whose colours, the page's own where left out; what tells it to stop watching
 */
export function createBoard(store, box, canvas, held, { of, signal } = {}) {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const plate = document.createElement('canvas');
  let theme = readTheme(of);
  let layout = layOut(store.get().rules.board, 0, false);
  /** @type {import('./animate.js').Tween[]} */
  let tweens = [];
  let frame = 0;
  let stale = true;
  /** @type {(() => void)[]} */
  let waiting = [];
  /** @type {(() => void)[]} */
  const relaid = [];

  function request() {
    if (!frame) frame = requestAnimationFrame(draw);
  }

  /** @param {number} now */
  function draw(now) {
    frame = 0;
    const state = store.get();
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

  function relay() {
    const state = store.get();
    layout = layOut(state.rules.board, box.getBoundingClientRect().width, state.flipped, window.devicePixelRatio || 1);
    stale = true;
    for (const tell of relaid) tell();
    request();
  }

  function retheme() {
    theme = readTheme(of);
    stale = true;
    for (const tell of relaid) tell();
    request();
  }

  /** @param {State} now @param {State} before */
  function changed(now, before) {
    if (now.look !== before.look) retheme();
    if (now.rules !== before.rules || now.flipped !== before.flipped) relay();
    if (now.drag?.side !== before.drag?.side) drawHeld(now);
    const was = shownMen(before);
    const is = shownMen(now);
    if (now.rules.board.name !== before.rules.board.name) {
      tweens = [];
    } else if (was.some((man, i) => man !== is[i])) {
      const begun = performance.now();
      tweens = still.matches || !now.look.animation
        ? []
        : tweensBetween(was, is, {
            now: begun,
            flies: (from, to) => !now.rules.board.edges.some((e) => e.includes(from) && e.includes(to)),
            mills: closedNow(now, before),
            still: now.dropped ? indexOf(now, now.dropped) : -1,
          });
    }
    request();
  }

  /** The mills that this very change has closed. @param {State} now @param {State} before @returns {number[][]} */
  function closedNow(now, before) {
    if (now.half) return before.half ? [] : (candidates(now)[0]?.closes ?? []);
    const { last, ply } = now.game;
    const forward = ply === before.game.ply + 1;
    return last && forward && !before.half ? last.closes : [];
  }

  /** @param {State} state */
  function drawHeld(state) {
    held.hidden = !state.drag;
    if (!state.drag) return;
    const r = layout.radius * 1.06;
    const size = Math.ceil(r * 3);
    held.style.inlineSize = held.style.blockSize = `${size}px`;
    drawMan(fit(held, size, size), theme, state.drag.side, size / 2, size / 2, r, { lift: 0.8 });
  }

  store.subscribe(changed);
  // It tells the first size, too, which is known.
  const sizes = new ResizeObserver(([entry]) => entry && entry.contentRect.width !== layout.size && relay());
  sizes.observe(box);
  signal?.addEventListener('abort', () => sizes.disconnect());
  watchRatio(relay, signal);
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'])
    matchMedia(query).addEventListener('change', retheme, { signal });
  document.fonts?.addEventListener('loadingdone', retheme, { signal });
  relay();

  return {
    layout: () => layout,
    theme: () => theme,
    retheme,
    /** @param {() => void} tell called whenever points have moved on the screen, or colours have changed */
    onLayout(tell) {
      relaid.push(tell);
    },
    /** Puts the held man under the pointer. @param {number} x @param {number} y in the window */
    carry(x, y) {
      held.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    },
    /** When the board has come to rest, and no sooner than the next frame. @returns {Promise<void>} */
    settled() {
      return new Promise((resolve) => {
        waiting.push(resolve);
        request();
        // A hidden page draws no frames; the game goes on all the same.
        if (document.hidden) settle();
        else document.addEventListener('visibilitychange', settle, { once: true });
      });
    },
  };
}

/** @typedef {ReturnType<typeof createBoard>} Board */

/** Calls back whenever the screen's density changes. @param {() => void} changed @param {AbortSignal} [signal] */
function watchRatio(changed, signal) {
  matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
    'change',
    () => {
      changed();
      watchRatio(changed, signal);
    },
    { once: true, signal },
  );
}
