// The page's state: plain data, with one function for each change.
// It does not know the rules: `state.game` comes from Rust, including the legal moves.
import { PACKS } from './engine/packs.js';

/**
 * @typedef {import('./types').State} State
 * @typedef {import('./types').GameState} GameState
 * @typedef {import('./types').LegalMove} LegalMove
 * @typedef {import('./types').Side} Side
 * @typedef {import('./types').Clock} Clock
 * @typedef {import('./types').Times} Times
 */

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === 'white' ? 'black' : 'white');

/**
 * Holds the state and notifies listeners of changes, at most once per microtask.
 * @param {State} initial
 */
export function createStore(initial) {
  /** @type {((now: State, before: State) => void)[]} */
  const listeners = [];
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
    /** @param {(state: State) => State} change */
    update(change) {
      const next = change(state);
      if (next === state) return;
      state = next;
      if (!due) {
        due = true;
        queueMicrotask(notify);
      }
    },
    /** @param {(now: State, before: State) => void} listener */
    subscribe(listener) {
      listeners.push(listener);
    },
    /** Notifies at once, before a change that would hide those so far. */
    flush: notify,
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */

/** The players of a game that was opened: none, until somebody says who plays. */
export const SHARED = /** @type {const} */ ({ mode: 'shared', clock: null, pair: null });

/* Changes. Each takes a state and returns a new one. */

/** @param {State} state @param {GameState} game @param {State['names']} [names] @returns {State} */
export const setGame = (state, game, names = null) => ({
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

/** @param {State} state @param {import('./types').RulesInfo} rules @returns {State} */
export const setRules = (state, rules) => ({ ...state, rules });

/** @param {State} state @param {import('./types').Settings} settings @returns {State} */
export const setSettings = (state, settings) => ({ ...state, settings });

/** @param {State} state @param {Partial<import('./types').Draft>} draft @returns {State} */
export const setDraft = (state, draft) => ({ ...state, draft: { ...state.draft, ...draft } });

/** @param {State} state @param {Partial<import('./types').Look>} look @returns {State} */
export const setLook = (state, look) => ({ ...state, look: { ...state.look, ...look } });

/** @param {State} state @param {import('./types').LanguageState} language @returns {State} */
export const setLanguage = (state, language) => ({ ...state, language });

/** @param {State} state @param {import('./types').PendingTurn | null} pending @returns {State} */
export const setPending = (state, pending) => ({ ...state, pending, picked: null, message: null });

/** Selects a man or starts dragging it; null for none. @param {State} state @param {State['picked']} picked @returns {State} */
export const setPicked = (state, picked) =>
  state.picked?.from === picked?.from
    ? state
    : { ...state, picked, message: picked ? null : state.message };

/** Sets the point at which a drawing was started; null when it ends. @param {State} state @param {string | null} drawing @returns {State} */
export const setDrawing = (state, drawing) => ({
  ...state,
  drawing,
  message: drawing ? null : state.message,
});

/** Sets the move to play after the computer's turn. @param {State} state @param {import('./types').Way | null} premove @returns {State} */
export const setPremove = (state, premove) =>
  state.premove === premove ? state : { ...state, premove, picked: null, message: null };

/** @param {State} state @param {boolean} flipped @returns {State} */
export const setFlipped = (state, flipped) => ({ ...state, flipped });

/** @param {State} state @param {boolean} thinking @returns {State} */
export const setThinking = (state, thinking) =>
  state.thinking === thinking ? state : { ...state, thinking };

/** @param {State} state @param {boolean} engineDown @returns {State} */
export const setEngineDown = (state, engineDown) =>
  state.engineDown === engineDown ? state : { ...state, engineDown, notice: null };

/** @param {State} state @param {boolean} paused @returns {State} */
export const setPaused = (state, paused) =>
  state.paused === paused ? state : { ...state, paused };

/** Sets how a newly opened game is stored, and its clocks. @param {State} state @param {import('./types').Slot} slot @param {Clock | null} clock @returns {State} */
export const setTable = (state, slot, clock) => ({
  ...setEngineDown(state, false),
  slot,
  clock,
  away: null,
});

/** @param {State} state @param {Partial<import('./types').Slot>} slot @returns {State} */
export const setSlot = (state, slot) => ({ ...state, slot: { ...state.slot, ...slot } });

/** @param {State} state @param {import('./types').Hint | null} hint @returns {State} */
export const setHint = (state, hint) =>
  state.hint === hint ? state : { ...state, hint, message: null };

/** @param {State} state @param {Side | null} offer @returns {State} */
export const setOffer = (state, offer) => (state.offer === offer ? state : { ...state, offer });

/** @param {State} state @param {import('./types').Away | null} away @returns {State} */
export const setAway = (state, away) => ({ ...state, away });

/** Opens or updates the analysis; null closes it. @param {State} state @param {import('./types').Study | null} study @returns {State} */
export const setStudy = (state, study) => (state.study === study ? state : { ...state, study });

/** @param {State} state @param {Partial<import('./types').Solving>} solving @returns {State} */
export const setSolving = (state, solving) => ({
  ...state,
  solving: { ...state.solving, ...solving },
});

/** Before values are wanted. @param {import('./types').Solvable} can @returns {import('./types').Solving} */
export function idleSolving(can) {
  const bytes = (can.pack && PACKS[can.pack]?.bytes) || 0;
  const pack = {
    status: /** @type {const} */ ('idle'),
    reason: null,
    bytes,
    kept: 0,
    keeping: false,
    trouble: null,
  };
  return { can, status: 'idle', done: 0, stored: false, pack: can.pack ? pack : null };
}

/** @param {State} state @param {import('./types').Exact | null} exact @returns {State} */
export const setExact = (state, exact) => ({ ...state, exact });

/** @param {State} state @param {(() => void) | null} update @returns {State} */
export const setUpdate = (state, update) => ({ ...state, update });

/** Starts a clock; null stops both. @param {State} state @param {Side | null} side @param {number} now @returns {State} */
export function runClock(state, side, now) {
  const { clock } = state;
  if (!clock || clock.running === side) return state;
  return { ...state, clock: { ...clock, left: timesLeft(clock, now), running: side, since: now } };
}

/**
 * Stops the clock of the side that has moved and adds the increment if it was running. After an undo, the clocks continue with
 * the times of the position moved from.
 * @param {State} state @param {Side} side @param {number} node @param {number} now @returns {State}
 */
export function punchClock(state, side, node, now) {
  const { clock, settings } = state;
  if (!clock || state.study) return state;
  const left = { ...shownTimes(state, now) };
  // Games stored by earlier versions may lack that time, and the flag may have fallen since.
  if (left.white <= 0 || left.black <= 0) return { ...state, clock: null };
  if (clock.running === side) left[side] += (settings.clock?.increment ?? 0) * 1000;
  return {
    ...state,
    clock: { left, running: null, since: now, node, at: { ...clock.at, [node]: left } },
  };
}

/** @param {State} state @param {import('./i18n/i18n.js').Said | null} text @param {string | null} point @returns {State} */
export const say = (state, text, point = null) => ({
  ...state,
  message: text === null ? null : { text, point },
});

/** Is the computer considering a draw offer? @param {State} state */
export const isConsidering = ({ message }) =>
  typeof message?.text === 'object' && message.text.key === 'offer.thinking';

/** Counts a turn that was played rather than browsed. @param {State} state @returns {State} */
export const countPlay = (state) => ({ ...state, plays: state.plays + 1 });

/** @param {State} state @param {import('./types').Notice['text'] | null} text null for no notice @param {import('./types').Notice['action']} [action] @returns {State} */
export const setNotice = (state, text, action = null) => ({
  ...state,
  notice: text === null ? null : { text, action },
});

/** @param {State} state @param {boolean} singleKeys @returns {State} */
export const setSingleKeys = (state, singleKeys) => ({ ...state, singleKeys });

/* Selectors. Each derives from the state what is shown; none decides what is legal. */

/** Are the exact values of every position available? @param {import('./types').Solvable} can */
export const isSolved = ({ extent, pack }) => extent === 'all' || pack !== null;

/** The time left on both clocks in milliseconds, at least 0. @param {Clock} clock @param {number} now by performance.now() */
export function timesLeft({ left, running, since }, now) {
  const times = { ...left };
  if (running) times[running] = Math.max(0, left[running] - Math.max(0, now - since));
  return times;
}

/** The times to show: the current ones, or those of the position that is being browsed. @param {Pick<State, 'clock' | 'game'>} state @param {number} now @returns {Times} */
export function shownTimes({ clock, game }, now) {
  if (!clock) return { white: 0, black: 0 };
  return game.node === clock.node ? timesLeft(clock, now) : (clock.at[game.node] ?? clock.left);
}

/** The side whose clock should run; null before the first turn, after the end, and while browsing. @param {State} state @returns {Side | null} */
export function clockSide({ clock, game, settings, paused, editor, study }) {
  if (
    !clock ||
    editor ||
    study ||
    game.outcome ||
    paused ||
    game.node !== clock.node ||
    game.played.length === 0
  )
    return null;
  return settings.mode === 'watch' ? null : game.turn;
}

/** Is this side played by a person? Both are in analysis and while the engine is down. @param {Pick<State, 'settings'> & Partial<Pick<State, 'study' | 'engineDown'>>} state @param {Side} side */
export function isHuman(state, side) {
  const { mode, human } = state.settings;
  return (
    Boolean(state.study || state.engineDown) ||
    mode === 'people' ||
    (mode !== 'watch' && mode !== 'shared' && side === human)
  );
}

/** Is this an unfinished match with another device? Analysis does not count. @param {Pick<State, 'settings' | 'game' | 'study'>} state */
export const isApart = ({ settings, game, study }) =>
  settings.mode === 'away' && !game.finished && !study;

/** Is this an unfinished game with somebody elsewhere? Then nothing on the page helps. @param {Pick<State, 'settings' | 'game' | 'study'>} state */
export const isUnaided = (state) =>
  isApart(state) || (state.settings.mode === 'message' && !state.game.finished && !state.study);

/** By message: how much of the game there is to send, turns and an end that a player declared. @param {Pick<State, 'game'>} state */
export const toSend = ({ game }) =>
  game.moves.filter((m) => m.onPath).length +
  Number(['resignation', 'agreement'].includes(game.outcome?.reason ?? ''));

/** By message: is the last turn, or what was declared, one's own and not sent yet? @param {Pick<State, 'settings' | 'game' | 'slot'>} state */
export const isToSend = (state) =>
  isMineLast(state) &&
  (toSend(state) > state.slot.sent ||
    (!state.game.outcome && offersDraw(state) && state.slot.draw?.at === null));

/** By message: what was to be sent has been. @param {State} state @returns {State} */
export function setSent(state) {
  if (!isToSend(state)) return state;
  const { draw } = state.slot;
  return setSlot(state, {
    sent: toSend(state),
    draw: draw && { ...draw, at: draw.at ?? toSend(state) },
  });
}

/** By message: does one's own offer of a draw stand, or go with the next link? @param {Pick<State, 'settings' | 'game' | 'slot'>} state */
export const offersDraw = (state) =>
  state.slot.draw?.by === state.settings.human &&
  (state.slot.draw.at ?? toSend(state)) === toSend(state);

/** Who has offered a draw that is to be answered here. @param {Pick<State, 'settings' | 'game' | 'slot' | 'offer'>} state @returns {Side | null} */
export function offeredBy(state) {
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

/** By message: was the last to act oneself, so that the other player is to answer? @param {Pick<State, 'settings' | 'game' | 'slot'>} state */
export function isMineLast({ settings, game, slot }) {
  if (settings.mode !== 'message' || game.canRedo) return false;
  if (game.outcome?.reason === 'resignation') return game.outcome.loser === settings.human;
  if (game.outcome?.reason === 'agreement') return slot.draw?.by === other(settings.human);
  // It may be the turn of the same side again.
  return game.last
    ? game.last.side === settings.human && (game.outcome !== null || game.turn !== settings.human)
    : game.turn !== settings.human;
}

/** May the last turn be taken back? By message not once it was sent. @param {Pick<State, 'settings' | 'game' | 'slot' | 'pending'>} state */
export const mayTakeBack = ({ settings, game, slot, pending }) =>
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

/** The node of the game itself during analysis. @param {Pick<State, 'study' | 'game'>} state */
export const homeNode = ({ study, game }) =>
  study && (study.home === 0 || game.moves.some(({ id }) => id === study.home))
    ? study.home
    : game.node;

/** The moves that lead to a node. @param {GameState['moves']} moves @param {number} node @returns {GameState['moves']} */
export function pathTo(moves, node) {
  const path = [];
  for (let at = moves.find((m) => m.id === node); at; at = moves.find((m) => m.id === at?.parent))
    path.unshift(at);
  return path;
}

/** Is analysis allowed? Not during a game against another person or with a clock. @param {State} state */
export const mayStudy = ({ game, settings, clock, editor }) =>
  !editor &&
  (game.finished ||
    (settings.mode !== 'away' &&
      settings.mode !== 'message' &&
      (!game.played.length || (settings.mode !== 'people' && !clock))));

/** May the player act on the board now? By message only after the last turn. @param {State} state */
export const canAct = (state) =>
  !state.editor &&
  !state.game.outcome &&
  isHuman(state, state.game.turn) &&
  (state.settings.mode !== 'away' || Boolean(state.study ?? state.away?.may)) &&
  (state.settings.mode !== 'message' || state.study !== null || !state.game.canRedo);

/** May the player ask for a hint? Not in a match or a timed game against another person, nor while the engine is down. @param {State} state */
export const mayAsk = (state) =>
  canAct(state) &&
  !state.engineDown &&
  !state.study &&
  !isUnaided(state) &&
  !state.pending &&
  !state.offer &&
  !isConsidering(state) &&
  !(state.settings.mode === 'people' && state.clock);

/** The shapes of a hint: where to look, then the move and its captures. @param {Pick<State, 'hint' | 'game'>} state @returns {import('./board/types').Shape[]} */
export function hintShapes({ hint, game }) {
  if (!hint?.stage) return [];
  const circle = (/** @type {string} */ point) => ({ from: point, to: point, hint: true });
  if (hint.stage === 1) return hint.look.map(circle);
  const move = game.legal.find((m) => m.text === hint.turn);
  return [
    ...(move?.to ? [{ from: move.from ?? move.to, to: move.to, hint: true }] : []),
    ...(move?.captures ?? []).map(circle),
  ];
}

/** May the player prepare a move while the computer thinks? @param {State} state */
export const canPrepare = (state) =>
  state.settings.mode === 'computer' &&
  !state.editor &&
  !state.game.outcome &&
  !state.paused &&
  !isHuman(state, state.game.turn);

/** @param {Pick<State, 'rules'>} state @param {string} point */
export const indexOf = (state, point) =>
  state.rules.board.points.findIndex((p) => p.name === point);

/** The man shown on a point, after the pending turn. @param {Pick<State, 'rules' | 'game' | 'pending'>} state @param {string} point @returns {'' | Side} */
export function manAt(state, point) {
  return shownMen(state)[indexOf(state, point)] ?? '';
}

/**
 * The men shown, after the pending turn.
 * @param {Pick<State, 'rules' | 'game' | 'pending'>} state
 * @returns {('' | Side)[]}
 */
export function shownMen(state) {
  const { pending, game } = state;
  if (!pending) return game.men;
  const men = game.men.slice();
  if (pending.from) men[indexOf(state, pending.from)] = '';
  men[indexOf(state, pending.to)] = game.turn;
  for (const point of pending.taken) men[indexOf(state, point)] = '';
  return men;
}

/** Men in hand, after the pending turn. @param {State} state @param {Side} side */
export function shownHand(state, side) {
  const placed = state.pending && state.pending.from === null && state.game.turn === side ? 1 : 0;
  return state.game.hands[side] - placed;
}

/** Men lost, after the pending turn. @param {State} state @param {Side} side */
export function shownLost(state, side) {
  const taken = state.pending && state.game.turn !== side ? state.pending.taken.length : 0;
  return state.game.lost[side] + taken;
}

/** Does a turn begin with this move? @param {LegalMove} move @param {string | null} from @param {string} to */
export const begins = (move, from, to) => move.from === from && move.to === to;

/** Is a turn the removal of this man? @param {LegalMove} move @param {string} point */
export const removes = ({ kind, captures }, point) => kind === 'remove' && captures[0] === point;

/** The legal turns that the pending turn can still become, or those that only remove a man. @param {Pick<State, 'pending' | 'game'>} state @returns {LegalMove[]} */
export function candidates(state) {
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
 * The pairs of men that are taken together, one pair by one press: more men than there are mills closed, or than another turn takes.
 * @param {Pick<State, 'pending' | 'game'>} state @returns {string[][]}
 */
export function takenTogether(state) {
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

/** The pending turn once a man is pressed that may be taken: with the other of its pair. @param {Pick<State, 'game'>} state @param {import('./types').PendingTurn} pending @param {string} point @returns {import('./types').PendingTurn} */
export const taking = ({ game }, pending, point) => ({
  ...pending,
  taken: [
    ...pending.taken,
    ...(takenTogether({ game, pending }).find((pair) => pair.includes(point)) ?? [point]),
  ],
});

/** Could one man of a pair be taken alone? @param {Pick<State, 'pending' | 'game'>} state */
export const mayTakeOne = (state) =>
  takenTogether(state).length > 0 &&
  candidates(state).some(({ captures }) => captures.length === 1);

/** The pending turn as a legal move, if all captures are chosen. @param {Pick<State, 'pending' | 'game'>} state @returns {LegalMove | undefined} */
export const wholeTurn = (state) =>
  candidates(state).find((move) => move.captures.length === state.pending?.taken.length);

/** Is a man to be taken now, to end a turn or as the whole of it? @param {Pick<State, 'pending' | 'game'>} state */
export const isTaking = ({ pending, game }) => pending !== null || game.legal[0]?.kind === 'remove';

/** The men that may be captured next. @param {Pick<State, 'pending' | 'game'>} state @returns {Set<string>} */
export function takeable(state) {
  const points = new Set(candidates(state).flatMap((move) => move.captures));
  for (const point of state.pending?.taken ?? []) points.delete(point);
  return points;
}

/** The points to mark as threatened; none while a better move is to be found, which they would tell. @param {State} state @returns {string[]} */
export const threatened = (state) =>
  state.look.threats &&
  canAct(state) &&
  !state.pending &&
  !isUnaided(state) &&
  !state.study?.learning
    ? state.game.threats
    : [];

/**
 * The exact values to show at points: of placements and each man's best move, of the selected man's moves, or of captures.
 * Empty if they are not requested or not known.
 * @param {State} state @returns {Map<string, import('./types').MoveValue>}
 */
export function pointValues(state) {
  const { exact, game, look, editor, study } = state;
  if (
    !look.values ||
    editor ||
    study ||
    isUnaided(state) ||
    exact?.line !== game.line ||
    !exact.values
  )
    return new Map();
  return atPoints(state, new Map(exact.values.moves.map((m) => [m.text, m])));
}

/** The exact value of the position, which may be known before those of its turns; null if unknown. @param {State} state */
export const exactValue = ({ exact, game }) =>
  exact?.line === game.line ? (exact.values?.value ?? exact.value ?? null) : null;

/** Are the exact values of the position on their way? @param {Pick<State, 'solving' | 'exact' | 'game'>} state */
export const areValuesComing = ({ solving: { can, status, pack }, exact, game }) =>
  isSolved(can) &&
  status !== 'failed' &&
  status !== 'idle' &&
  !pack?.reason &&
  !game.outcome &&
  !(exact?.line === game.line && (exact.values || exact.value === undefined));

/**
 * Assigns move values to the points at which the moves are chosen; each point gets its best.
 * @template {{ rank: number }} T
 * @param {State} state @param {Map<string, T>} values by move @returns {Map<string, T>}
 */
export function atPoints(state, values) {
  /** @type {Map<string, T>} */
  const found = new Map();
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

/** The nodes of these turns from the start, the start included; null if they are not all there. @param {GameState['moves']} moves @param {string[]} turns */
export function nodesAlong(moves, turns) {
  const nodes = [0];
  for (const turn of turns) {
    const next = moves.find((m) => m.parent === nodes.at(-1) && m.text === turn);
    if (!next) return null;
    nodes.push(next.id);
  }
  return nodes;
}

/** The side at the bottom of the board. @param {State} state @returns {Side} */
export const bottomSide = (state) => (state.flipped ? 'black' : 'white');
