// The position being set up, with one function for each change. Rust checks it after each.
import { setRules } from '../state.js';

/**
 * @typedef {import('../types').State} State
 * @typedef {import('../types').Side} Side
 * @typedef {import('../types').SetupDraft} SetupDraft
 * @typedef {import('../types').Core} Core
 * @typedef {import('../types').Editor['tool']} Tool
 */

/** Are there dead men in a game? @param {State['rules']} rules */
export const hasDead = ({ options }) =>
  options.some(({ key, value }) => key === 'placing' && value === 'mark');

/** @param {State} state @param {SetupDraft} draft @param {Core} core @returns {State} */
function show(state, draft, core) {
  const check = core.checkSetup(draft);
  const before = state.editor?.before ?? {
    rules: state.rules,
    game: state.game,
    pending: state.pending,
    paused: state.paused,
  };
  const { spec, turn, hands } = draft;
  /** Displayed like a game, but without legal moves. @type {State['game']} */
  const shown = {
    ...before.game,
    spec,
    turn,
    hands,
    men: draft.men.map((man) => (man === 'dead' ? '' : man)),
    line: check.line,
    legal: [],
    inMill: draft.men.map(() => false),
    lost: { white: 0, black: 0 },
    marked: draft.men.flatMap((man, i) => (man === 'dead' ? [i] : [])),
    used: check.used,
    owed: { white: 0, black: 0 },
    removes: false,
    mustFree: false,
    last: null,
    outcome: null,
  };
  const {
    draft: was,
    past = [],
    future = [],
    tool = /** @type {Side} */ ('white'),
  } = state.editor ?? {};
  const same = was !== undefined && JSON.stringify(was) === JSON.stringify(draft);
  const history = same || !was ? { past, future } : { past: [...past, was], future: [] };
  const editor = { draft, ...history, check, tool, shown, before };
  return { ...state, game: shown, editor, pending: null, picked: null, message: null };
}

/** Starts with the current position. @param {State} state @param {Core} core @returns {State} */
export function begin(state, core) {
  return show(state, draftOf(state.game), core);
}

/** @param {State['game']} game @returns {SetupDraft} */
const draftOf = ({ spec, men, marked, turn, hands, line }) => ({
  spec,
  men: men.map((man, i) => (marked.includes(i) ? 'dead' : man)),
  turn,
  hands: { ...hands },
  from: line,
});

/** Sets a draft with its own rules. Throws if they are invalid. @param {State} state @param {SetupDraft} draft @param {Core} core @returns {State} */
export const turnTo = (state, draft, core) =>
  show(
    draft.spec === state.rules.spec ? state : setRules(state, core.rules(draft.spec)),
    draft,
    core,
  );

/** Resets to the current position. @param {State} state @param {Core} core @returns {State} */
export function current(state, core) {
  if (!state.editor) return state;
  return turnTo(state, draftOf(state.editor.before.game), core);
}

/** @param {State} state @param {Core} core @returns {State} */
export function undo(state, core) {
  const { editor } = state;
  const draft = editor?.past.at(-1);
  return editor && draft
    ? at(turnTo(state, draft, core), editor.past.slice(0, -1), [editor.draft, ...editor.future])
    : state;
}

/** @param {State} state @param {Core} core @returns {State} */
export function redo(state, core) {
  const { editor } = state;
  const draft = editor?.future[0];
  return editor && draft
    ? at(turnTo(state, draft, core), [...editor.past, editor.draft], editor.future.slice(1))
    : state;
}

/** Sets the undo and redo history. @param {State} state @param {SetupDraft[]} past @param {SetupDraft[]} future @returns {State} */
const at = (state, past, future) =>
  state.editor ? { ...state, editor: { ...state.editor, past, future } } : state;

/** @param {State} state @param {Partial<SetupDraft>} change @param {Core} core @returns {State} */
export const change = (state, change, core) =>
  state.editor ? show(state, { ...state.editor.draft, ...change }, core) : state;

/** @param {State} state @param {Tool} tool @returns {State} */
export const setTool = (state, tool) =>
  state.editor ? { ...state, editor: { ...state.editor, tool } } : state;

/** Sets the contents of a point. If there would be too many men, one is taken from the hand. @param {State} state @param {number} index @param {Tool} man @param {Core} core @returns {State} */
export function put(state, index, man, core) {
  if (!state.editor || state.editor.draft.men[index] === man) return state;
  const { men, hands } = state.editor.draft;
  const placed = men.with(index, man);
  if (!man || man === 'dead') return change(state, { men: placed }, core);
  const all = placed.filter((m) => m === man).length + hands[man];
  const fewer =
    all > state.rules.men && hands[man] > 0 ? { ...hands, [man]: hands[man] - 1 } : hands;
  return change(state, { men: placed, hands: fewer }, core);
}

/** Applies the tool to a point; a second time, empties it. @param {State} state @param {number} index @param {Core} core @returns {State} */
export function use(state, index, core) {
  if (!state.editor) return state;
  const { tool, draft } = state.editor;
  return put(state, index, draft.men[index] === tool ? '' : tool, core);
}

/** @param {State} state @param {number} from @param {number} to @param {Core} core @returns {State} */
export function carry(state, from, to, core) {
  if (!state.editor || from === to) return state;
  const { men } = state.editor.draft;
  return change(state, { men: men.with(to, men[from] ?? '').with(from, '') }, core);
}

/** How a game begins: with all men in hand, or on the board. @param {Core} core @param {string} spec */
function startOf(core, spec) {
  const game = core.start(spec);
  const { men, hands } = game.state();
  game.free();
  return { men, hands, from: undefined };
}

/** Changes the rules. Men stay if the board is the same. @param {State} state @param {string} spec @param {Core} core @returns {State} */
export function choose(state, spec, core) {
  if (!state.editor) return state;
  const rules = core.rules(spec);
  const { hands } = state.editor.draft;
  const men = state.editor.draft.men.map((man) => (man === 'dead' && !hasDead(rules) ? '' : man));
  const same = rules.board.name === state.rules.board.name;
  const start = startOf(core, spec);
  const kept = same
    ? {
        men,
        hands: {
          white: Math.min(hands.white, start.hands.white),
          black: Math.min(hands.black, start.hands.black),
        },
      }
    : start;
  const shown = show(
    setRules(state, rules),
    { ...state.editor.draft, ...kept, spec: rules.spec },
    core,
  );
  return state.editor.tool === 'dead' && !hasDead(rules) ? setTool(shown, 'white') : shown;
}

/** Sets up the start of a game. @param {State} state @param {Core} core @returns {State} */
export function restart(state, core) {
  if (!state.editor) return state;
  return change(state, startOf(core, state.rules.spec), core);
}

/** Removes all men from the board and the hands. @param {State} state @param {Core} core @returns {State} */
export function clear(state, core) {
  if (!state.editor) return state;
  return change(
    state,
    {
      men: state.editor.draft.men.map(() => /** @type {const} */ ('')),
      hands: { white: 0, black: 0 },
      from: undefined,
    },
    core,
  );
}

/** Restores the game. @param {State} state @returns {State} */
export function leave(state) {
  if (!state.editor) return state;
  const { rules, game, pending, paused } = state.editor.before;
  return {
    ...setRules(state, rules),
    game,
    pending,
    paused,
    picked: null,
    message: null,
    editor: null,
  };
}
