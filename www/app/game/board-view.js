// Connects the board with the state.
import { pickedMan } from '../board/state.js';
import { t } from '../i18n/i18n.js';
import {
  candidates,
  canAct,
  canPrepare,
  hintShapes,
  indexOf,
  isTaking,
  other,
  pointValues,
  setDrawing,
  setPicked,
  shownMen,
  takeable,
  takenTogether,
  threatened,
} from '../state.js';
import { isAnswer, isStillTheirs } from './premove.js';
import { pointRemarks, pointText, special, valueKind, valueSign } from './words.js';

/**
 * @typedef {import('../types').State} State
 * @typedef {import('../board/types').Config} Config
 */

/** The state that the board depends on. */
const SHOWN = /** @type {const} */ ([
  'game',
  'rules',
  'pending',
  'picked',
  'drawing',
  'flipped',
  'settings',
  'paused',
  'look',
  'premove',
  'exact',
  'study',
  'hint',
  'language',
  'editor',
  'engineDown',
  'away',
]);

/** @param {Pick<State, 'rules' | 'game' | 'pending' | 'flipped'>} state */
export const positionConfig = (state) => ({
  board: state.rules.board,
  men: shownMen(state),
  flipped: state.flipped,
  lastMove: state.pending ?? lastWay(state.game.last),
  lastTaken:
    state.pending || state.game.last?.kind === 'remove' ? [] : (state.game.last?.captures ?? []),
  // A mill stays lit while its owner takes, and when the game has ended with it.
  // So does the line of a man between two that it takes.
  ...special.onBoard?.(state.game, state.rules.board),
  mills: state.pending
    ? [
        ...(candidates(state)[0]?.closes ?? []),
        ...takenTogether(state).map(([a = '', b = '']) =>
          [a, state.pending?.to ?? '', b].map((point) => indexOf(state, point)),
        ),
      ]
    : isOverByPlay(state.game)
      ? (state.game.last?.closes ?? [])
      : [],
});

/** Did the last turn end the game? @param {State['game']} game */
const isOverByPlay = ({ outcome }) =>
  outcome !== null && !['resignation', 'agreement', 'time'].includes(outcome.reason);

/** A man that was removed has left its point. @param {State['game']['last']} last */
const lastWay = (last) =>
  last?.kind === 'remove' ? { from: last.captures[0] ?? null, to: null } : last;

/** What the side to move may do. @param {Pick<State, 'game' | 'pending'>} state @returns {NonNullable<Config['movable']>} */
export const movableNow = (state) => ({
  side: state.game.turn,
  ways: state.game.legal,
  captures: isTaking(state) ? [...takeable(state)] : null,
  together: takenTogether(state),
  premove: false,
});

/** The board's configuration for a state. @param {State} state @returns {import('../board/types').BoardConfig} */
export function boardConfig(state) {
  const { game, look, premove, study, rules } = state;
  const autoShapes = hintShapes(state);
  return {
    ...positionConfig(state),
    coordinates: look.coordinates,
    animation: look.animation,
    entry: look.entry,
    movable: canAct(state)
      ? movableNow(state)
      : canPrepare(state)
        ? { side: other(game.turn), ways: game.premoves, captures: null, premove: true }
        : null,
    premove,
    autoShapes: [...(study?.pointers ?? []), ...autoShapes],
    labels: study ? study.labels : exactLabels(state),
    threats: threatened(state),
    words: {
      board: t('board.label', { variant: rules.name }),
      help: t('board.help'),
      point: (name, known) =>
        pointText(
          state,
          name,
          { ...known, shapes: [...known.shapes, ...autoShapes] },
          pointRemarks(state, name),
        ),
    },
  };
}

/** @param {State} state @returns {Config['labels']} */
function exactLabels(state) {
  const values = pointValues(state);
  const best = Math.min(...[...values.values()].map((v) => v.rank));
  return new Map(
    [...values].map(([point, { value, rank }]) => [
      point,
      { text: valueSign(value), kind: valueKind(value), best: rank === best },
    ]),
  );
}

/** The mills closed by this change. @param {Pick<State, 'game' | 'pending'>} now @param {Pick<State, 'game' | 'pending'>} before @returns {number[][]} */
export function closedNow(now, before) {
  if (now.pending) return before.pending ? [] : (candidates(now)[0]?.closes ?? []);
  const { last, ply } = now.game;
  const forward = ply === before.game.ply + 1;
  return last && forward && !before.pending ? last.closes : [];
}

/**
 * Updates the board from the state, and the state from the board's events.
 * @param {import('../state.js').Store} store @param {import('../board/board.js').Board} board @param {import('./actions.js').Actions} actions
 */
export function connectBoard(store, board, actions) {
  board.set({
    events: {
      ...actions,
      picked: (man) => store.update((s) => setPicked(s, man)),
      drawing: (from) => store.update((s) => setDrawing(s, from)),
    },
  });
  store.subscribe((now, before) => {
    if (now.look !== before.look) board.refresh();
    if (SHOWN.every((key) => now[key] === before[key])) return;
    // A man picked up while the computer was thinking stays in hand.
    const answer = isAnswer(now, before) || isStillTheirs(now, before);
    const forgets = now.game === before.game ? {} : { shapes: [] };
    board.set(
      {
        ...boardConfig(now),
        ...forgets,
        ...(now.picked || answer ? {} : { selected: null }),
        ...(now.drawing ? {} : { pencil: null }),
      },
      closedNow(now, before),
    );
    if (answer) store.update((s) => setPicked(s, pickedMan(board.get())));
  });
}
