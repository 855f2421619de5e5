// The position being set up, with one function for each change. Rust checks it after each.
import { setRules } from '../state.ts';
import type { Core, Editor, SetupDraft, Side, State } from '../types.ts';

type Tool = Editor['tool'];

/** Are there dead men in a game? */
export const hasDead = ({ options }: State['rules']) =>
  options.some(({ key, value }) => key === 'placing' && value === 'mark');

function show(state: State, draft: SetupDraft, core: Core): State {
  const check = core.checkSetup(draft);
  const before = state.editor?.before ?? {
    rules: state.rules,
    game: state.game,
    pending: state.pending,
    paused: state.paused,
  };
  const { spec, turn, hands } = draft;
  /** Displayed like a game, but without legal moves. */
  const shown: State['game'] = {
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
  const { draft: was, past = [], future = [], tool = 'white' as Side } = state.editor ?? {};
  const same = was !== undefined && JSON.stringify(was) === JSON.stringify(draft);
  const history = same || !was ? { past, future } : { past: [...past, was], future: [] };
  const editor = { draft, ...history, check, tool, shown, before };
  return { ...state, game: shown, editor, pending: null, picked: null, message: null };
}

/** Starts with the current position. */
export function begin(state: State, core: Core): State {
  return show(state, draftOf(state.game), core);
}

const draftOf = ({ spec, men, marked, turn, hands, line }: State['game']): SetupDraft => ({
  spec,
  men: men.map((man, i) => (marked.includes(i) ? 'dead' : man)),
  turn,
  hands: { ...hands },
  from: line,
});

/** Sets a draft with its own rules. Throws if they are invalid. */
export const turnTo = (state: State, draft: SetupDraft, core: Core): State =>
  show(
    draft.spec === state.rules.spec ? state : setRules(state, core.rules(draft.spec)),
    draft,
    core,
  );

/** Resets to the current position. */
export function current(state: State, core: Core): State {
  if (!state.editor) return state;
  return turnTo(state, draftOf(state.editor.before.game), core);
}

export function undo(state: State, core: Core): State {
  const { editor } = state;
  const draft = editor?.past.at(-1);
  return editor && draft
    ? at(turnTo(state, draft, core), editor.past.slice(0, -1), [editor.draft, ...editor.future])
    : state;
}

export function redo(state: State, core: Core): State {
  const { editor } = state;
  const draft = editor?.future[0];
  return editor && draft
    ? at(turnTo(state, draft, core), [...editor.past, editor.draft], editor.future.slice(1))
    : state;
}

/** Sets the undo and redo history. */
const at = (state: State, past: SetupDraft[], future: SetupDraft[]): State =>
  state.editor ? { ...state, editor: { ...state.editor, past, future } } : state;

export const change = (state: State, change: Partial<SetupDraft>, core: Core): State =>
  state.editor ? show(state, { ...state.editor.draft, ...change }, core) : state;

export const setTool = (state: State, tool: Tool): State =>
  state.editor ? { ...state, editor: { ...state.editor, tool } } : state;

/** Sets the contents of a point. If there would be too many men, one is taken from the hand. */
export function put(state: State, index: number, man: Tool, core: Core): State {
  if (!state.editor || state.editor.draft.men[index] === man) return state;
  const { men, hands } = state.editor.draft;
  const placed = men.with(index, man);
  if (!man || man === 'dead') return change(state, { men: placed }, core);
  const all = placed.filter((m) => m === man).length + hands[man];
  const fewer =
    all > state.rules.men && hands[man] > 0 ? { ...hands, [man]: hands[man] - 1 } : hands;
  return change(state, { men: placed, hands: fewer }, core);
}

/** Applies the tool to a point; a second time, empties it. */
export function use(state: State, index: number, core: Core): State {
  if (!state.editor) return state;
  const { tool, draft } = state.editor;
  return put(state, index, draft.men[index] === tool ? '' : tool, core);
}

export function carry(state: State, from: number, to: number, core: Core): State {
  if (!state.editor || from === to) return state;
  const { men } = state.editor.draft;
  return change(state, { men: men.with(to, men[from] ?? '').with(from, '') }, core);
}

/** How a game begins: with all men in hand, or on the board. */
function startOf(core: Core, spec: string) {
  const game = core.start(spec);
  const { men, hands } = game.state();
  game.free();
  return { men, hands, from: undefined };
}

/** Changes the rules. Men stay if the board is the same. */
export function choose(state: State, spec: string, core: Core): State {
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

/** Sets up the start of a game. */
export function restart(state: State, core: Core): State {
  if (!state.editor) return state;
  return change(state, startOf(core, state.rules.spec), core);
}

/** Removes all men from the board and the hands. */
export function clear(state: State, core: Core): State {
  if (!state.editor) return state;
  return change(
    state,
    {
      men: state.editor.draft.men.map(() => '' as const),
      hands: { white: 0, black: 0 },
      from: undefined,
    },
    core,
  );
}

/** Restores the game. */
export function leave(state: State): State {
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
