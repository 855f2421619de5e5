// The page's state: plain data, with one function for each change.
// It does not know the rules: `state.game` comes from Rust, including the legal moves.
import { PACKS } from './platform/packs.ts';
import type { Shape } from './board/types.ts';
import type { Said } from './i18n/i18n.ts';
import type {
  MatchStatus,
  Clock,
  Draft,
  Exact,
  GameState,
  Hint,
  LanguageState,
  LegalMove,
  Look,
  MoveValue,
  Notice,
  PendingTurn,
  RulesInfo,
  Settings,
  Side,
  Slot,
  Solvable,
  Solving,
  State,
  Analysis,
  Times,
  Way,
} from './types.ts';

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/** Holds the state and notifies listeners of changes, at most once per microtask. */
export function createStore(initial: State) {
  const listeners: ((now: State, before: State) => void)[] = [];
  let state = initial;
  let notified = initial;
  let due = false;

  function notify() {
    due = false;
    const before = notified;
    notified = state;
    if (before !== notified) for (const listener of listeners) listener(notified, before);
  }

  return {
    get: () => state,
    update(change: (state: State) => State) {
      const next = change(state);
      if (next === state) return;
      state = next;
      if (!due) {
        due = true;
        queueMicrotask(notify);
      }
    },
    subscribe(listener: (now: State, before: State) => void) {
      listeners.push(listener);
    },
    /** Notifies at once, before a change that would hide those so far. */
    flush: notify,
  };
}

export type Store = ReturnType<typeof createStore>;

/** The players of a game that was opened: none, until somebody says who plays. */
export const SHARED = { mode: 'shared', clock: null, pair: null } as const;

/* Changes. Each takes a state and returns a new one. */

export const setGame = (state: State, game: GameState, names: State['names'] = null): State => ({
  ...state,
  game,
  names,
  pending: null,
  picked: null,
  drawing: null,
  message: null,
  offer: null,
  hint: null,
});

export const setRules = (state: State, rules: RulesInfo): State => ({ ...state, rules });

export const setSettings = (state: State, settings: Settings): State => ({ ...state, settings });

export const setDraft = (state: State, draft: Partial<Draft>): State => ({
  ...state,
  draft: { ...state.draft, ...draft },
});

export const setLook = (state: State, look: Partial<Look>): State => ({
  ...state,
  look: { ...state.look, ...look },
});

export const setLanguage = (state: State, language: LanguageState): State => ({
  ...state,
  language,
});

export const setPending = (state: State, pending: PendingTurn | null): State => ({
  ...state,
  pending,
  picked: null,
  message: null,
});

/** Selects a man or starts dragging it; null for none. */
export const setPicked = (state: State, picked: State['picked']): State =>
  state.picked?.from === picked?.from
    ? state
    : { ...state, picked, message: picked ? null : state.message };

/** Sets the point at which a drawing was started; null when it ends. */
export const setDrawing = (state: State, drawing: string | null): State => ({
  ...state,
  drawing,
  message: drawing ? null : state.message,
});

/** Sets the move to play after the computer's turn. */
export const setPremove = (state: State, premove: Way | null): State =>
  state.premove === premove ? state : { ...state, premove, picked: null, message: null };

export const setFlipped = (state: State, flipped: boolean): State => ({ ...state, flipped });

export const setThinking = (state: State, thinking: boolean): State =>
  state.thinking === thinking ? state : { ...state, thinking };

export const setEngineDown = (state: State, engineDown: boolean): State =>
  state.engineDown === engineDown ? state : { ...state, engineDown, notice: null };

export const setPaused = (state: State, paused: boolean): State =>
  state.paused === paused ? state : { ...state, paused };

/** Sets how a newly opened game is stored, and its clocks. */
export const setTable = (state: State, slot: Slot, clock: Clock | null): State => ({
  ...setEngineDown(state, false),
  slot,
  clock,
  match: null,
});

export const setSlot = (state: State, slot: Partial<Slot>): State => ({
  ...state,
  slot: { ...state.slot, ...slot },
});

export const setHint = (state: State, hint: Hint | null): State =>
  state.hint === hint ? state : { ...state, hint, message: null };

export const setOffer = (state: State, offer: Side | null): State =>
  state.offer === offer ? state : { ...state, offer };

export const setMatch = (state: State, match: MatchStatus | null): State => ({ ...state, match });

/** Opens or updates the analysis; null closes it. */
export const setAnalysis = (state: State, analysis: Analysis | null): State =>
  state.analysis === analysis ? state : { ...state, analysis };

export const setSolving = (state: State, solving: Partial<Solving>): State => ({
  ...state,
  solving: { ...state.solving, ...solving },
});

/** Before values are wanted. */
export function idleSolving(can: Solvable): Solving {
  const bytes = (can.pack && PACKS[can.pack]?.bytes) || 0;
  const pack = {
    status: 'idle' as const,
    reason: null,
    bytes,
    kept: 0,
    keeping: false,
    trouble: null,
  };
  return { can, status: 'idle', done: 0, stored: false, pack: can.pack ? pack : null };
}

export const setExact = (state: State, exact: Exact | null): State => ({ ...state, exact });

export const setUpdate = (state: State, update: (() => void) | null): State => ({
  ...state,
  update,
});

/** Starts a clock; null stops both. */
export function runClock(state: State, side: Side | null, now: number): State {
  const { clock } = state;
  if (!clock || clock.running === side) return state;
  return { ...state, clock: { ...clock, left: timesLeft(clock, now), running: side, since: now } };
}

/**
 * Stops the clock of the side that has moved and adds the increment if it was running. After an
 * undo, the clocks continue with the times of the position moved from.
 */
export function punchClock(state: State, side: Side, node: number, now: number): State {
  const { clock, settings } = state;
  if (!clock || state.analysis) return state;
  const left = { ...shownTimes(state, now) };
  // Games stored by earlier versions may lack that time, and the flag may have fallen since.
  if (left.white <= 0 || left.black <= 0) return { ...state, clock: null };
  if (clock.running === side) left[side] += (settings.clock?.increment ?? 0) * 1000;
  return {
    ...state,
    clock: { left, running: null, since: now, node, at: { ...clock.at, [node]: left } },
  };
}

export const say = (state: State, text: Said | null, point: string | null = null): State => ({
  ...state,
  message: text === null ? null : { text, point },
});

/** Is the computer considering a draw offer? */
export const isConsidering = ({ message }: State) =>
  typeof message?.text === 'object' && message.text.key === 'offer.thinking';

/** Counts a turn that was played rather than browsed. */
export const countPlay = (state: State): State => ({ ...state, plays: state.plays + 1 });

/** @param text null for no notice */
export const setNotice = (
  state: State,
  text: Notice['text'] | null,
  action: Notice['action'] = null,
): State => ({
  ...state,
  notice: text === null ? null : { text, action },
});

export const setSingleKeys = (state: State, singleKeys: boolean): State => ({
  ...state,
  singleKeys,
});

/* Selectors. Each derives from the state what is shown; none decides what is legal. */

/** Are the exact values of every position available? */
export const isSolved = ({ extent, pack }: Solvable) => extent === 'all' || pack !== null;

/**
 * The time left on both clocks in milliseconds, at least 0.
 * @param now by performance.now()
 */
export function timesLeft({ left, running, since }: Clock, now: number) {
  const times = { ...left };
  if (running) times[running] = Math.max(0, left[running] - Math.max(0, now - since));
  return times;
}

/** The times to show: the current ones, or those of the position that is being browsed. */
export function shownTimes({ clock, game }: Pick<State, 'clock' | 'game'>, now: number): Times {
  if (!clock) return { white: 0, black: 0 };
  return game.node === clock.node ? timesLeft(clock, now) : (clock.at[game.node] ?? clock.left);
}

/**
 * The side whose clock should run; null before the first turn, after the end, and while browsing.
 */
export function clockSide({ clock, game, settings, paused, editor, analysis }: State): Side | null {
  if (
    !clock ||
    editor ||
    analysis ||
    game.outcome ||
    paused ||
    game.node !== clock.node ||
    game.played.length === 0
  )
    return null;
  return settings.mode === 'watch' ? null : game.turn;
}

/** Is this side played by a person? Both are in analysis and while the engine is down. */
export function isHuman(
  state: Pick<State, 'settings'> & Partial<Pick<State, 'analysis' | 'engineDown'>>,
  side: Side,
) {
  const { mode, human } = state.settings;
  return (
    Boolean(state.analysis || state.engineDown) ||
    mode === 'people' ||
    (mode !== 'watch' && mode !== 'shared' && side === human)
  );
}

/** Is this an unfinished match with another device? Analysis does not count. */
export const isTogether = ({
  settings,
  game,
  analysis,
}: Pick<State, 'settings' | 'game' | 'analysis'>) =>
  settings.mode === 'away' && !game.finished && !analysis;

/** Is this an unfinished game with somebody elsewhere? Then nothing on the page helps. */
export const isUnaided = (state: Pick<State, 'settings' | 'game' | 'analysis'>) =>
  isTogether(state) ||
  (state.settings.mode === 'message' && !state.game.finished && !state.analysis);

/** By message: how much of the game there is to send, turns and an end that a player declared. */
export const toSend = ({ game }: Pick<State, 'game'>) =>
  game.moves.filter((m) => m.onPath).length +
  Number(['resignation', 'agreement'].includes(game.outcome?.reason ?? ''));

/** By message: is the last turn, or what was declared, one's own and not sent yet? */
export const isToSend = (state: Pick<State, 'settings' | 'game' | 'slot'>) =>
  isMineLast(state) &&
  (toSend(state) > state.slot.sent ||
    (!state.game.outcome && offersDraw(state) && state.slot.draw?.at === null));

/** By message: what was to be sent has been. */
export function setSent(state: State): State {
  if (!isToSend(state)) return state;
  const { draw } = state.slot;
  return setSlot(state, {
    sent: toSend(state),
    draw: draw && { ...draw, at: draw.at ?? toSend(state) },
  });
}

/** By message: does one's own offer of a draw stand, or go with the next link? */
export const offersDraw = (state: Pick<State, 'settings' | 'game' | 'slot'>) =>
  state.slot.draw?.by === state.settings.human &&
  (state.slot.draw.at ?? toSend(state)) === toSend(state);

/** Who has offered a draw that is to be answered here. */
export function offeredBy(state: Pick<State, 'settings' | 'game' | 'slot' | 'offer'>): Side | null {
  const { settings, game, slot, offer } = state;
  if (offer || settings.mode !== 'message') return offer;
  return slot.draw &&
    slot.draw.by !== settings.human &&
    slot.draw.at === toSend(state) &&
    !game.outcome &&
    !game.canRedo
    ? slot.draw.by
    : null;
}

/** By message: was the last to act oneself, so that the other player is to answer? */
export function isMineLast({ settings, game, slot }: Pick<State, 'settings' | 'game' | 'slot'>) {
  if (settings.mode !== 'message' || game.canRedo) return false;
  if (game.outcome?.reason === 'resignation') return game.outcome.loser === settings.human;
  if (game.outcome?.reason === 'agreement') return slot.draw?.by === other(settings.human);
  // It may be the turn of the same side again.
  return game.last
    ? game.last.side === settings.human && (game.outcome !== null || game.turn !== settings.human)
    : game.turn !== settings.human;
}

/** May the last turn be taken back? By message not once it was sent. */
export const mayTakeBack = ({
  settings,
  game,
  slot,
  pending,
}: Pick<State, 'settings' | 'game' | 'slot' | 'pending'>) =>
  pending !== null ||
  (game.canUndo &&
    // What the computer began with is not one's own.
    (settings.mode !== 'computer' ||
      pathTo(game.moves, game.node).some(({ side }) => side === settings.human)) &&
    (settings.mode !== 'message' ||
      game.finished ||
      (!game.canRedo &&
        !game.outcome &&
        game.last?.side === settings.human &&
        toSend({ game }) > slot.sent)));

/** The node of the game itself during analysis. */
export const homeNode = ({ analysis, game }: Pick<State, 'analysis' | 'game'>) =>
  analysis && (analysis.home === 0 || game.moves.some(({ id }) => id === analysis.home))
    ? analysis.home
    : game.node;

/** The moves that lead to a node. */
export function pathTo(moves: GameState['moves'], node: number): GameState['moves'] {
  const path = [];
  for (let at = moves.find((m) => m.id === node); at; at = moves.find((m) => m.id === at?.parent))
    path.unshift(at);
  return path;
}

/** Is analysis allowed? Not during a game against another person or with a clock. */
export const mayAnalyse = ({ game, settings, clock, editor }: State) =>
  !editor &&
  (game.finished ||
    (settings.mode !== 'away' &&
      settings.mode !== 'message' &&
      (!game.played.length || (settings.mode !== 'people' && !clock))));

/** May the player act on the board now? By message only after the last turn. */
export const canAct = (state: State) =>
  !state.editor &&
  !state.game.outcome &&
  isHuman(state, state.game.turn) &&
  (state.settings.mode !== 'away' || Boolean(state.analysis ?? state.match?.may)) &&
  (state.settings.mode !== 'message' || state.analysis !== null || !state.game.canRedo);

/**
 * May the player ask for a hint? Not in a match or a timed game against another person, nor while
 * the engine is down.
 */
export const mayAsk = (state: State) =>
  canAct(state) &&
  !state.engineDown &&
  !state.analysis &&
  !isUnaided(state) &&
  !state.pending &&
  !state.offer &&
  !isConsidering(state) &&
  !(state.settings.mode === 'people' && state.clock);

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

/** May the player prepare a move while the computer thinks? */
export const canPrepare = (state: State) =>
  state.settings.mode === 'computer' &&
  !state.editor &&
  !state.game.outcome &&
  !state.paused &&
  !isHuman(state, state.game.turn);

export const indexOf = (state: Pick<State, 'rules'>, point: string) =>
  state.rules.board.points.findIndex((p) => p.name === point);

/** The man shown on a point, after the pending turn. */
export function manAt(state: Pick<State, 'rules' | 'game' | 'pending'>, point: string): '' | Side {
  return shownMen(state)[indexOf(state, point)] ?? '';
}

/** The men shown, after the pending turn. */
export function shownMen(state: Pick<State, 'rules' | 'game' | 'pending'>): ('' | Side)[] {
  const { pending, game } = state;
  if (!pending) return game.men;
  const men = game.men.slice();
  if (pending.from) men[indexOf(state, pending.from)] = '';
  men[indexOf(state, pending.to)] = game.turn;
  for (const point of pending.taken) men[indexOf(state, point)] = '';
  return men;
}

/** Men in hand, after the pending turn. */
export function shownHand(state: State, side: Side) {
  const placed = state.pending && state.pending.from === null && state.game.turn === side ? 1 : 0;
  return state.game.hands[side] - placed;
}

/** Men lost, after the pending turn. */
export function shownLost(state: State, side: Side) {
  const taken = state.pending && state.game.turn !== side ? state.pending.taken.length : 0;
  return state.game.lost[side] + taken;
}

/** Does a turn begin with this move? */
export const begins = (move: LegalMove, from: string | null, to: string) =>
  move.from === from && move.to === to;

/** Is a turn the removal of this man? */
export const removes = ({ kind, captures }: LegalMove, point: string) =>
  kind === 'remove' && captures[0] === point;

/** The legal turns that the pending turn can still become, or those that only remove a man. */
export function candidates(state: Pick<State, 'pending' | 'game'>): LegalMove[] {
  const { pending, game } = state;
  if (!pending) return game.legal.filter(({ kind }) => kind === 'remove');
  return game.legal.filter(
    (move) =>
      begins(move, pending.from, pending.to) &&
      pending.taken.every((p) => move.captures.includes(p)) &&
      !(pending.one && move.captures.length > 1),
  );
}

/**
 * The pairs of men that are taken together, one pair by one press: more men than there are mills
 * closed, or than another turn takes.
 */
export function takenTogether(state: Pick<State, 'pending' | 'game'>): string[][] {
  if (state.pending?.taken.length) return [];
  const open = candidates(state);
  return open
    .filter(
      ({ captures, closes }) =>
        captures.length === 2 &&
        (closes.length < 2 || open.some((move) => move.captures.length < 2)),
    )
    .map(({ captures }) => captures);
}

/** The pending turn once a man is pressed that may be taken: with the other of its pair. */
export const taking = (
  { game }: Pick<State, 'game'>,
  pending: PendingTurn,
  point: string,
): PendingTurn => ({
  ...pending,
  taken: [
    ...pending.taken,
    ...(takenTogether({ game, pending }).find((pair) => pair.includes(point)) ?? [point]),
  ],
});

/** Could one man of a pair be taken alone? */
export const mayTakeOne = (state: Pick<State, 'pending' | 'game'>) =>
  takenTogether(state).length > 0 &&
  candidates(state).some(({ captures }) => captures.length === 1);

/** The pending turn as a legal move, if all captures are chosen. */
export const wholeTurn = (state: Pick<State, 'pending' | 'game'>): LegalMove | undefined =>
  candidates(state).find((move) => move.captures.length === state.pending?.taken.length);

/** Is a man to be taken now, to end a turn or as the whole of it? */
export const isTaking = ({ pending, game }: Pick<State, 'pending' | 'game'>) =>
  pending !== null || game.legal[0]?.kind === 'remove';

/** The men that may be captured next. */
export function takeable(state: Pick<State, 'pending' | 'game'>): Set<string> {
  const points = new Set(candidates(state).flatMap((move) => move.captures));
  for (const point of state.pending?.taken ?? []) points.delete(point);
  return points;
}

/**
 * The points to mark as threatened; none while a better move is to be found, which they would tell.
 */
export const threatened = (state: State): string[] =>
  state.look.threats &&
  canAct(state) &&
  !state.pending &&
  !isUnaided(state) &&
  !state.analysis?.learning
    ? state.game.threats
    : [];

/**
 * The exact values to show at points: of placements and each man's best move, of the selected man's
 * moves, or of captures.
 * Empty if they are not requested or not known.
 */
export function pointValues(state: State): Map<string, MoveValue> {
  const { exact, game, look, editor, analysis } = state;
  if (
    !look.values ||
    editor ||
    analysis ||
    isUnaided(state) ||
    exact?.line !== game.line ||
    !exact.values
  )
    return new Map();
  return atPoints(state, new Map(exact.values.moves.map((m) => [m.text, m])));
}

/**
 * The exact value of the position, which may be known before those of its turns; null if unknown.
 */
export const exactValue = ({ exact, game }: State) =>
  exact?.line === game.line ? (exact.values?.value ?? exact.value ?? null) : null;

/** Are the exact values of the position on their way? */
export const areValuesComing = ({
  solving: { can, status, pack },
  exact,
  game,
}: Pick<State, 'solving' | 'exact' | 'game'>) =>
  isSolved(can) &&
  status !== 'failed' &&
  status !== 'idle' &&
  !pack?.reason &&
  !game.outcome &&
  !(exact?.line === game.line && (exact.values || exact.value === undefined));

/**
 * Assigns move values to the points at which the moves are chosen; each point gets its best.
 * @param values by move
 */
export function atPoints<T extends { rank: number }>(
  state: State,
  values: Map<string, T>,
): Map<string, T> {
  const found: Map<string, T> = new Map();
  const { game, pending, picked } = state;
  const taken = pending?.taken ?? [];
  const open = isTaking(state) ? candidates(state) : game.legal;
  for (const move of open) {
    const value = values.get(move.text);
    if (!value) continue;
    const points = isTaking(state)
      ? move.captures.filter((p) => !taken.includes(p))
      : !picked
        ? [move.from ?? move.to]
        : move.from === picked.from
          ? [move.to]
          : [];
    for (const point of points)
      if (point && value.rank < (found.get(point)?.rank ?? Infinity)) found.set(point, value);
  }
  return found;
}

/** How many turns two lines have in common at their start. */
export function prefix(a: readonly string[], b: readonly string[]) {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

/** The nodes of these turns from the start, the start included; null if they are not all there. */
export function nodesAlong(moves: GameState['moves'], turns: string[]) {
  const nodes = [0];
  for (const turn of turns) {
    const next = moves.find((m) => m.parent === nodes.at(-1) && m.text === turn);
    if (!next) return null;
    nodes.push(next.id);
  }
  return nodes;
}

/** The side at the bottom of the board. */
export const bottomSide = (state: State): Side => (state.flipped ? 'black' : 'white');
