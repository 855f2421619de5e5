// Connects the board with the state.
import { pickedMan } from '../board/state.ts';
import { t } from '../i18n/i18n.ts';
import {
  candidates,
  canAct,
  canPrepare,
  indexOf,
  isTaking,
  other,
  setDrawing,
  setPicked,
  shownMen,
  takeable,
  takenTogether,
  threatened,
  type Store,
} from '../state.ts';
import { isAnswer, isStillTheirs } from './premove.ts';
import { pointRemarks, pointText, special, valueKind, valueSign } from './words.ts';
import { pointValues } from './point-values.ts';
import type { Board } from '../board/board.ts';
import type { BoardConfig, Config, Shape } from '../board/types.ts';
import type { State } from '../types.ts';
import type { Actions } from './actions.ts';

/** The state that the board depends on. */
const SHOWN = [
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
  'analysis',
  'hint',
  'language',
  'editor',
  'engineDown',
  'match',
] as const;

/** The shapes of a hint: where to look, then the move and its captures. */
export function hintShapes({ hint, game }: Pick<State, 'hint' | 'game'>): Shape[] {
  if (!hint?.stage) return [];
  const circle = (point: string) => ({ from: point, to: point, hint: true });
  if (hint.stage === 1) return hint.look.map(circle);
  const move = game.legal.find((m) => m.text === hint.turn);
  return [
    ...(move?.to ? [{ from: move.from ?? move.to, to: move.to, hint: true }] : []),
    ...(move?.captures ?? []).map(circle),
  ];
}

export const positionConfig = (state: Pick<State, 'rules' | 'game' | 'pending' | 'flipped'>) => ({
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

/** Did the last turn end the game? */
const isOverByPlay = ({ outcome }: State['game']) =>
  outcome !== null && !['resignation', 'agreement', 'time'].includes(outcome.reason);

/** A man that was removed has left its point. */
const lastWay = (last: State['game']['last']) =>
  last?.kind === 'remove' ? { from: last.captures[0] ?? null, to: null } : last;

/** What the side to move may do. */
export const movableNow = (
  state: Pick<State, 'game' | 'pending'>,
): NonNullable<Config['movable']> => ({
  side: state.game.turn,
  ways: state.game.legal,
  captures: isTaking(state) ? [...takeable(state)] : null,
  together: takenTogether(state),
  premove: false,
});

/** The state with the position on the board, where the line of a reason is shown in its place. */
function onBoard(state: State): State {
  const { analysis } = state;
  const game = analysis?.shown?.positions[analysis.shown.at];
  if (!analysis?.shown || !game) return state;
  const { at, marks } = analysis.shown;
  return {
    ...state,
    game,
    pending: null,
    hint: null,
    analysis: { ...analysis, labels: new Map(), pointers: at ? marks : [] },
  };
}

/** The board's configuration for a state. */
export function boardConfig(all: State): BoardConfig {
  const state = onBoard(all);
  const { game, look, premove, analysis, rules } = state;
  const autoShapes = hintShapes(state);
  return {
    ...positionConfig(state),
    coordinates: look.coordinates,
    animation: look.animation,
    entry: look.entry,
    movable:
      state !== all
        ? null
        : canAct(state)
          ? movableNow(state)
          : canPrepare(state)
            ? { side: other(game.turn), ways: game.premoves, captures: null, premove: true }
            : null,
    premove,
    autoShapes: [...(analysis?.pointers ?? []), ...autoShapes],
    labels: analysis ? analysis.labels : exactLabels(state),
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

function exactLabels(state: State): Config['labels'] {
  const values = pointValues(state);
  const best = Math.min(...[...values.values()].map((v) => v.rank));
  return new Map(
    [...values].map(([point, { value, rank }]) => [
      point,
      { text: valueSign(value), kind: valueKind(value), best: rank === best },
    ]),
  );
}

/** The mills closed by this change. */
export function closedNow(
  now: Pick<State, 'game' | 'pending'>,
  before: Pick<State, 'game' | 'pending'>,
): number[][] {
  if (now.pending) return before.pending ? [] : (candidates(now)[0]?.closes ?? []);
  const { last, ply } = now.game;
  const forward = ply === before.game.ply + 1;
  return last && forward && !before.pending ? last.closes : [];
}

/** Updates the board from the state, and the state from the board's events. */
export function connectBoard(store: Store, board: Board, actions: Actions) {
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
      closedNow(onBoard(now), onBoard(before)),
    );
    if (answer) store.update((s) => setPicked(s, pickedMan(board.get())));
  });
}
