// The two players beside the board: name, phase, men in hand and men lost.
import {
  bottomSide,
  canAct,
  canPrepare,
  isHuman,
  other,
  shownHand,
  shownLost,
  type Store,
} from '../state.ts';
import { drawMan, circle, fit } from '../board/men.ts';
import { h } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import { playerName, sideName } from './words.ts';
import { clockSide } from './clock-state.ts';
import type { Board } from '../board/board.ts';
import type { Side, State } from '../types.ts';

/** The state that the players depend on. */
function seen(state: State) {
  const {
    settings,
    look,
    language,
    rules,
    game,
    names,
    pending,
    flipped,
    clock,
    solving,
    analysis,
    match,
  } = state;
  return [
    settings,
    look,
    language,
    rules,
    game,
    names,
    pending,
    isPlacing(state),
    flipped,
    clock === null,
    rests(state),
    solving,
    analysis === null,
    match,
    canAct(state),
    canPrepare(state),
  ];
}

/** Do the clocks wait for a turn, as after one was taken back? */
const rests = (state: State) =>
  Boolean(
    state.clock &&
    state.game.played.length &&
    !state.game.outcome &&
    !state.analysis &&
    !state.editor &&
    clockSide(state) === null,
  );

/**
 * Where men stand in a tray, from the right: in a row, or in pairs, one above the other, where a
 * row would be too narrow to count them.
 * @param men of a side
 * @param hand those lost stand behind them
 */
export function trayLayout(
  { width, height }: { width: number; height: number },
  men: number,
  hand: number,
) {
  const rows = width < 24 * men ? 2 : 1;
  const r = Math.min(
    height * (0.52 - 0.16 * rows),
    13,
    (width - 6) / (2.15 * Math.ceil(men / rows) + 0.65),
  );
  const step = r * 2.15;
  return (i: number) => {
    const behind = Number(hand && i >= hand);
    const n = i + behind * (hand % rows);
    return {
      r,
      x: width - r - 3 - step * (Math.floor(n / rows) + 0.3 * behind),
      y: height / 2 - 1 + (step / 2) * (rows - 1) * (n % rows ? 1 : -1),
    };
  };
}

/** Is a man being dragged from the hand? */
const isPlacing = ({ picked }: State) => picked?.from === null;

/** Does the perfect level search for this side, until the values are solved? */
function searches(state: State, side: Side, isPerfect: (level: number) => boolean) {
  const { settings, solving } = state;
  return (
    solving.can.extent === 'all' &&
    solving.status !== 'ready' &&
    ['computer', 'watch'].includes(settings.mode) &&
    !isHuman(state, side) &&
    isPerfect(settings.levels[side])
  );
}

/** What stands below a player's name: the men in hand and lost, the phase. */
function noteText(
  state: State,
  side: Side,
  isTurn: boolean,
  isPerfect: (level: number) => boolean,
) {
  if (searches(state, side, isPerfect))
    return t('player.solving', { percent: Math.floor(state.solving.done * 100) });
  if (!state.game.outcome && isTurn && rests(state)) return t('clock.paused');
  const phase = state.game.phase[side];
  const inHand = shownHand(state, side);
  const lost = shownLost(state, side);
  // If a mill wins the game, there are no captures.
  const takes = state.rules.options.some((o) => o.key === 'goal' && o.value === 'capture');
  const ended = state.game.outcome !== null;
  const places = inHand > 0 || (!ended && phase === 'placing');
  return [
    // There is no room for all of it beside a clock.
    ended || phase === 'flying' || (state.clock && places) ? '' : t(`phase.${phase}`),
    places ? t('player.hand', { n: inHand }) : '',
    takes && lost ? t('player.lost', { n: lost }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Draws men in hand as a row from the right, followed by outlines of men lost. */
function drawTray(
  canvas: HTMLCanvasElement,
  size: { width: number; height: number },
  state: State,
  side: Side,
  board: Board,
) {
  const ctx = fit(canvas, size.width, size.height);
  const dragged = isPlacing(state) && board.mayPlace(side) ? 1 : 0;
  const hand = shownHand(state, side) - dragged;
  const at = trayLayout(size, state.rules.men, hand);
  const theme = board.theme();
  ctx.strokeStyle = theme.faint;
  ctx.lineWidth = 1.25;
  ctx.setLineDash([2.5, 2.5]);
  for (let i = 0; i < shownLost(state, side); i++) {
    const { r, x, y } = at(hand + i);
    circle(ctx, x, y, r - 1);
  }
  ctx.setLineDash([]);
  for (let i = 0; i < hand; i++) {
    const { r, x, y } = at(i);
    drawMan(ctx, theme, side, x, y, r);
  }
}

/** @param isPerfect does the level play by exact values? */
export function createPlayer(
  store: Store,
  section: HTMLElement,
  bottom: boolean,
  board: Board,
  levelName: (level: number) => string,
  isPerfect: (level: number) => boolean,
) {
  const name = h('span', { class: 'player-name' });
  const badge = h('span', { class: 'badge' });
  const note = h('span', { class: 'player-note' });
  const canvas = h('canvas', { 'aria-hidden': 'true' }) as HTMLCanvasElement;
  const tray = h('div', { class: 'tray' }, canvas);
  /** The tray's size, from the ResizeObserver: reading it would force a layout. */
  let size = { width: 0, height: 0 };
  section.append(
    h(
      'div',
      { class: 'player-who' },
      h('span', { class: 'turn-mark', 'aria-hidden': 'true' }),
      h('div', { class: 'player-words' }, name, h('div', { class: 'player-line' }, badge, note)),
    ),
    tray,
  );

  board.set({ trays: { ...board.get().trays, [bottom ? 'bottom' : 'top']: tray } });

  const side = (state: State) => (bottom ? bottomSide(state) : other(bottomSide(state)));

  // Most games have no clocks: theirs are loaded with the first.
  let timed = false;
  function showClock() {
    if (timed || !store.get().clock) return;
    timed = true;
    void import('./clock-view.ts').then(
      ({ createClockFace }) => createClockFace(store, section, side),
      () => (timed = false),
    );
  }
  store.subscribe(showClock);
  showClock();

  function show() {
    const state = store.get();
    const mine = side(state);
    const turn = !state.game.outcome && state.game.turn === mine;
    const won = state.game.outcome?.winner === mine;
    name.textContent = playerName(state, mine, levelName);
    section.dataset.side = mine;
    section.classList.toggle('to-move', turn);
    section.classList.toggle('won', won);
    section.setAttribute(
      'aria-label',
      t(turn ? 'player.label.turn' : 'player.label', {
        side: sideName(mine),
        name: name.textContent,
      }),
    );
    badge.textContent = t('phase.flying');
    // A player with two men counts as flying, but the game is over.
    badge.hidden = state.game.phase[mine] !== 'flying' || state.game.outcome !== null;
    note.textContent = noteText(state, mine, turn, isPerfect);
    tray.dataset.can = String(board.mayPlace(mine));
    draw(state);
  }

  function draw(state: State) {
    if (size.width && size.height) drawTray(canvas, size, state, side(state), board);
  }

  new ResizeObserver(([entry]) => {
    if (entry) size = entry.contentRect;
    draw(store.get());
  }).observe(tray);
  // The state changes often while the engine runs; most of it is not shown here.
  observe(store, seen, show);
  board.onLayout(() => draw(store.get()));
  tray.addEventListener('pointerdown', (event) => board.dragNewMan(event, side(store.get())));
}
