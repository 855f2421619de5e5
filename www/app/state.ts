// The page's state: plain data, with one function for each change.
// It does not know the rules: `state.game` comes from Rust, including the legal moves.
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
  Notice,
  PendingTurn,
  RulesInfo,
  Settings,
  Side,
  Slot,
  Solving,
  State,
  Analysis,
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
  coach: null,
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

export const setCoach = (state: State, coach: State['coach']): State => ({ ...state, coach });

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

export const setExact = (state: State, exact: Exact | null): State => ({ ...state, exact });

export const setUpdate = (state: State, update: (() => void) | null): State => ({
  ...state,
  update,
});

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
 * closed, or than another turn takes. Two mills may take any two, so that their pairs overlap.
 */
export function takenTogether(state: Pick<State, 'pending' | 'game'>): string[][] {
  if (state.pending?.taken.length) return [];
  const open = candidates(state);
  const pairs = open.filter(({ captures }) => captures.length === 2);
  const overlaps = (pair: LegalMove) =>
    pairs.some((other) => other !== pair && other.captures.some((p) => pair.captures.includes(p)));
  return pairs
    .filter(
      (pair) =>
        pair.closes.length < 2 ||
        (open.some((move) => move.captures.length < 2) && !overlaps(pair)),
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

/** The side at the bottom of the board. */
export const bottomSide = (state: State): Side => (state.flipped ? 'black' : 'white');
