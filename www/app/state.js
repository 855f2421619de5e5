// The page's state: plain data, and one function for each way in which it changes.
// Nothing here knows the rules; what is legal was put into `state.game` by Rust.

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
 * Holds one state and tells its listeners of each change, once a turn of the event loop's microtasks.
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
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */

/* Changes. Each takes a state and returns another. */

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

/** Another man is chosen or dragged on the board, or none. @param {State} state @param {State['picked']} picked @returns {State} */
export const setPicked = (state, picked) =>
  state.picked?.from === picked?.from ? state : { ...state, picked, message: picked ? null : state.message };

/** A drawing was begun at this point of the board, or is over. @param {State} state @param {string | null} drawing @returns {State} */
export const setDrawing = (state, drawing) => ({ ...state, drawing, message: drawing ? null : state.message });

/** What is to be played after the computer's turn. @param {State} state @param {import('./types').Way | null} premove @returns {State} */
export const setPremove = (state, premove) =>
  state.premove === premove ? state : { ...state, premove, picked: null, message: null };

/** @param {State} state @param {boolean} flipped @returns {State} */
export const setFlipped = (state, flipped) => ({ ...state, flipped });

/** @param {State} state @param {boolean} thinking @returns {State} */
export const setThinking = (state, thinking) =>
  state.thinking === thinking ? state : { ...state, thinking };

/** The computer does not answer any more, or is asked again. @param {State} state @param {boolean} engineDown @returns {State} */
export const setEngineDown = (state, engineDown) => (state.engineDown === engineDown ? state : { ...state, engineDown, notice: null });

/** @param {State} state @param {boolean} paused @returns {State} */
export const setPaused = (state, paused) => (state.paused === paused ? state : { ...state, paused });

/** Another game is on the table: under which name it is kept, and its clocks. @param {State} state @param {import('./types').Slot} slot @param {Clock | null} clock @returns {State} */
export const setTable = (state, slot, clock) => ({ ...setEngineDown(state, false), slot, clock, away: null });

/** @param {State} state @param {Partial<import('./types').Slot>} slot @returns {State} */
export const setSlot = (state, slot) => ({ ...state, slot: { ...state.slot, ...slot } });

/** @param {State} state @param {import('./types').Hint | null} hint @returns {State} */
export const setHint = (state, hint) => (state.hint === hint ? state : { ...state, hint, message: null });

/** @param {State} state @param {Side | null} offer @returns {State} */
export const setOffer = (state, offer) => (state.offer === offer ? state : { ...state, offer });

/** @param {State} state @param {import('./types').Away | null} away @returns {State} */
export const setAway = (state, away) => ({ ...state, away });

/** The game is looked into, or not any more. @param {State} state @param {import('./types').Study | null} study @returns {State} */
export const setStudy = (state, study) => (state.study === study ? state : { ...state, study });

/** @param {State} state @param {Partial<import('./types').Solving>} solving @returns {State} */
export const setSolving = (state, solving) => ({ ...state, solving: { ...state.solving, ...solving } });

/** @param {State} state @param {import('./types').Exact | null} exact @returns {State} */
export const setExact = (state, exact) => ({ ...state, exact });

/** @param {State} state @param {(() => void) | null} update @returns {State} */
export const setUpdate = (state, update) => ({ ...state, update });

/** From now on this clock runs, or none. @param {State} state @param {Side | null} side @param {number} now @returns {State} */
export function runClock(state, side, now) {
  const { clock } = state;
  if (!clock || clock.running === side) return state;
  return { ...state, clock: { ...clock, left: timesLeft(clock, now), running: side, since: now } };
}

/**
 * A turn was played: its clock stops, and gains the increment where it ran. The clocks go on from the node after it. Where
 * it was played elsewhere in the game, after a turn was taken back, they go on from what was left at that moment.
 * @param {State} state @param {Side} side @param {number} node @param {number} now @returns {State}
 */
export function punchClock(state, side, node, now) {
  const { clock, settings } = state;
  if (!clock || state.study) return state;
  const left = { ...shownTimes(state, now) };
  // A game that an earlier version stored may not know the time of that moment, and a flag has fallen since.
  if (left.white <= 0 || left.black <= 0) return { ...state, clock: null };
  if (clock.running === side) left[side] += (settings.clock?.increment ?? 0) * 1000;
  return { ...state, clock: { left, running: null, since: now, node, at: { ...clock.at, [node]: left } } };
}

/** @param {State} state @param {import('./i18n/i18n.js').Said | null} text @param {string | null} point @returns {State} */
export const say = (state, text, point = null) => ({ ...state, message: text === null ? null : { text, point } });

/** Does the computer think about a draw? @param {State} state */
export const isConsidering = ({ message }) => typeof message?.text === 'object' && message.text.key === 'offer.thinking';

/** A turn was played, not walked along. @param {State} state @returns {State} */
export const countPlay = (state) => ({ ...state, plays: state.plays + 1 });

/** @param {State} state @param {import('./types').Notice['text'] | null} text null for no notice @param {import('./types').Notice['action']} [action] @returns {State} */
export const setNotice = (state, text, action = null) => ({ ...state, notice: text === null ? null : { text, action } });

/** Are single keys commands? @param {State} state @param {boolean} singleKeys @returns {State} */
export const setSingleKeys = (state, singleKeys) => ({ ...state, singleKeys });

/* Views. Each reads a state and computes what is shown; none of them decides what is legal. */

/** What is left on both clocks, in milliseconds, never less than nothing. @param {Clock} clock @param {number} now by performance.now() */
export function timesLeft({ left, running, since }, now) {
  const times = { ...left };
  if (running) times[running] = Math.max(0, left[running] - Math.max(0, now - since));
  return times;
}

/** What the clocks show: what is left now, or at the moment to which somebody has walked back. @param {Pick<State, 'clock' | 'game'>} state @param {number} now @returns {Times} */
export function shownTimes({ clock, game }, now) {
  if (!clock) return { white: 0, black: 0 };
  return game.node === clock.node ? timesLeft(clock, now) : (clock.at[game.node] ?? clock.left);
}

/** The side whose clock should run: none before the first turn, at the end, or while someone walks through the moves. @param {State} state @returns {Side | null} */
export function clockSide({ clock, game, settings, paused, editor, study }) {
  if (!clock || editor || study || game.outcome || paused || game.node !== clock.node || game.played.length === 0) return null;
  return settings.mode === 'watch' ? null : game.turn;
}

/** Does a person play that side? In an analysis a person plays both, and also while the computer does not answer. @param {Pick<State, 'settings'> & Partial<Pick<State, 'study' | 'engineDown'>>} state @param {Side} side */
export function isHuman(state, side) {
  const { mode, human } = state.settings;
  return Boolean(state.study || state.engineDown) || mode === 'people' || (mode !== 'watch' && side === human);
}

/** Is it played against somebody at another device, and not over? An analysis is played with nobody. @param {Pick<State, 'settings' | 'game' | 'study'>} state */
export const isApart = ({ settings, game, study }) => settings.mode === 'away' && !game.finished && !study;

/** Where a game stands that is being looked into. @param {Pick<State, 'study' | 'game'>} state */
export const homeNode = ({ study, game }) => (study && (study.home === 0 || game.moves.some(({ id }) => id === study.home)) ? study.home : game.node);

/** May the game be looked into? Not while it is played against another person, or by the clock. @param {State} state */
export const mayStudy = ({ game, settings, clock, editor }) =>
  !editor && (game.finished || (settings.mode !== 'away' && (!game.played.length || (settings.mode !== 'people' && !clock))));

/** May a person act on the board now? @param {State} state */
export const canAct = (state) =>
  !state.editor && !state.game.outcome && isHuman(state, state.game.turn) && (state.settings.mode !== 'away' || Boolean(state.study ?? state.away?.may));

/** May a person ask for a hint now? Not in a timed game against another one, or one elsewhere, nor of a computer that does not answer. @param {State} state */
export const mayAsk = (state) => canAct(state) && !state.engineDown && !state.study && !isApart(state) && !state.pending && !state.offer && !isConsidering(state) && !(state.settings.mode === 'people' && state.clock);

/** What a hint draws: where to look, then the turn and what it takes. @param {Pick<State, 'hint' | 'game'>} state @returns {{ from: string, to: string }[]} */
export function hintShapes({ hint, game }) {
  if (!hint?.stage) return [];
  const circle = (/** @type {string} */ point) => ({ from: point, to: point });
  if (hint.stage === 1) return hint.look.map(circle);
  const move = game.legal.find((m) => m.text === hint.turn);
  return move?.to ? [{ from: move.from ?? move.to, to: move.to }, ...move.captures.map(circle)] : [];
}

/** May a person prepare a turn while the computer thinks? @param {State} state */
export const canPrepare = (state) =>
  state.settings.mode === 'computer' && !state.editor && !state.game.outcome && !state.paused && !isHuman(state, state.game.turn);

/** @param {Pick<State, 'rules'>} state @param {string} point */
export const indexOf = (state, point) => state.rules.board.points.findIndex((p) => p.name === point);

/** The man on a point, as shown: with the half move made. @param {Pick<State, 'rules' | 'game' | 'pending'>} state @param {string} point @returns {'' | Side} */
export function manAt(state, point) {
  return shownMen(state)[indexOf(state, point)] ?? '';
}

/**
 * The men as shown: those of the game, with the half move made.
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

/** Men in hand as shown. @param {State} state @param {Side} side */
export function shownHand(state, side) {
  const placed = state.pending && state.pending.from === null && state.game.turn === side ? 1 : 0;
  return state.game.hands[side] - placed;
}

/** Men lost as shown. @param {State} state @param {Side} side */
export function shownLost(state, side) {
  const taken = state.pending && state.game.turn !== side ? state.pending.taken.length : 0;
  return state.game.lost[side] + taken;
}

/** Is this the beginning of that turn? @param {LegalMove} move @param {string | null} from @param {string} to */
export const begins = (move, from, to) => move.from === from && move.to === to;

/** The legal turns that the half move may still become. @param {Pick<State, 'pending' | 'game'>} state @returns {LegalMove[]} */
export function candidates(state) {
  const { pending, game } = state;
  if (!pending) return [];
  return game.legal.filter(
    (move) => begins(move, pending.from, pending.to) && pending.taken.every((p) => move.captures.includes(p)),
  );
}

/** The whole turn that the half move is, where nothing is left to choose. @param {Pick<State, 'pending' | 'game'>} state @returns {LegalMove | undefined} */
export const wholeTurn = (state) => candidates(state).find((move) => move.captures.length === state.pending?.taken.length);

/** The men that may be taken next. @param {Pick<State, 'pending' | 'game'>} state @returns {Set<string>} */
export function takeable(state) {
  const points = new Set(candidates(state).flatMap((move) => move.captures));
  for (const point of state.pending?.taken ?? []) points.delete(point);
  return points;
}

/** The points that the person to move may want to look after. @param {State} state @returns {string[]} */
export const threatened = (state) =>
  state.look.threats && canAct(state) && !state.pending && !isApart(state) ? state.game.threats : [];

/**
 * The values to be shown at points: of a man in hand and of each man's best move, of the ways of the man that was chosen,
 * of the men that may be taken. Nothing while they are not asked for or not known.
 * @param {State} state @returns {Map<string, import('./types').MoveValue>}
 */
export function pointValues(state) {
  const { exact, game, look, editor, study } = state;
  if (!look.values || editor || study || isApart(state) || exact?.line !== game.line || !exact.values) return new Map();
  return atPoints(state, new Map(exact.values.moves.map((m) => [m.text, m])));
}

/**
 * Puts what is known of the turns at the points where they are chosen; of several at one point the best.
 * @template {{ rank: number }} T
 * @param {State} state @param {Map<string, T>} values by turn @returns {Map<string, T>}
 */
export function atPoints(state, values) {
  /** @type {Map<string, T>} */
  const found = new Map();
  const { game, pending, picked } = state;
  const open = pending ? candidates(state) : game.legal;
  for (const move of open) {
    const value = values.get(move.text);
    if (!value) continue;
    const points = pending
      ? move.captures.filter((p) => !pending.taken.includes(p))
      : !picked
        ? [move.from ?? move.to]
        : move.from === picked.from
          ? [move.to]
          : [];
    for (const point of points) if (point && value.rank < (found.get(point)?.rank ?? Infinity)) found.set(point, value);
  }
  return found;
}

/** The side shown at the bottom. @param {State} state @returns {Side} */
export const bottomSide = (state) => (state.flipped ? 'black' : 'white');
