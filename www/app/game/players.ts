// The two players beside the board: name, phase, men in hand and men lost.
import {
  bottomSide,
  canAct,
  canPrepare,
  clockSide,
  isHuman,
  other,
  shownHand,
  shownLost,
  type Store,
} from '../state.ts';
import { drawMan, circle, fit } from '../board/men.ts';
import { h } from '../ui/dom.ts';
import { watch } from '../ui/watch.ts';
import { t } from '../i18n/i18n.ts';
import { createClockFace } from './clock-view.ts';
import { playerName, sideName } from './words.ts';
import type { Board } from '../board/board.ts';
import type { State } from '../types.ts';

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
    study,
    away,
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
    study === null,
    away,
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
    !state.study &&
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

  createClockFace(store, section, side);

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
    const hand = t('player.hand', { n: shownHand(state, mine) });
    const lost = t('player.lost', { n: shownLost(state, mine) });
    // If a mill wins the game, there are no captures.
    const takes = state.rules.options.some((o) => o.key === 'goal' && o.value === 'capture');
    const places = shownHand(state, mine) > 0 || state.game.phase[mine] === 'placing';
    const phase = state.game.phase[mine] === 'flying' ? '' : t(`phase.${state.game.phase[mine]}`);
    // There is no room for all of it beside a clock.
    // Until the values are solved, the perfect level searches.
    const { can, status } = state.solving;
    const searches =
      can.extent === 'all' &&
      ['computer', 'watch'].includes(state.settings.mode) &&
      !isHuman(state, mine) &&
      isPerfect(state.settings.levels[mine]) &&
      status !== 'ready';
    if (searches)
      note.textContent = t('player.solving', { percent: Math.floor(state.solving.done * 100) });
    else if (state.game.outcome)
      note.textContent = [
        shownHand(state, mine) ? hand : '',
        takes && shownLost(state, mine) ? lost : '',
      ]
        .filter(Boolean)
        .join(' · ');
    else if (turn && rests(state)) note.textContent = t('clock.paused');
    else
      note.textContent = [
        state.clock && places ? '' : phase,
        places ? hand : '',
        takes && shownLost(state, mine) ? lost : '',
      ]
        .filter(Boolean)
        .join(' · ');
    tray.dataset.can = String(board.mayPlace(mine));
    draw(state);
  }

  /** Draws men in hand as a row from the right, followed by outlines of men lost. */
  function draw(state: State) {
    const { width, height } = size;
    if (!width || !height) return;
    const ctx = fit(canvas, width, height);
    const mine = side(state);
    const dragged = isPlacing(state) && board.mayPlace(mine) ? 1 : 0;
    const hand = shownHand(state, mine) - dragged;
    const lost = shownLost(state, mine);
    const at = trayLayout(size, state.rules.men, hand);
    const theme = board.theme();
    ctx.strokeStyle = theme.faint;
    ctx.lineWidth = 1.25;
    ctx.setLineDash([2.5, 2.5]);
    for (let i = 0; i < lost; i++) {
      const { r, x, y } = at(hand + i);
      circle(ctx, x, y, r - 1);
    }
    ctx.setLineDash([]);
    for (let i = 0; i < hand; i++) {
      const { r, x, y } = at(i);
      drawMan(ctx, theme, mine, x, y, r);
    }
  }

  new ResizeObserver(([entry]) => {
    if (entry) size = entry.contentRect;
    draw(store.get());
  }).observe(tray);
  // The state changes often while the engine runs; most of it is not shown here.
  watch(store, seen, show);
  board.onLayout(() => draw(store.get()));
  tray.addEventListener('pointerdown', (event) => board.dragNewMan(event, side(store.get())));
}
