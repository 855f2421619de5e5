// The state with which the page begins: the game that was stored, or a new one ready to be played.
import { candidates } from './state.js';
import { readDraft, readGame, readLook, readSingleKeys, storedGame } from './storage.js';

/**
 * @typedef {import('./types').Core} Core
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').LanguageState} LanguageState
 * @typedef {import('./types').State} State
 * @typedef {import('./types').Settings} Settings
 */

const VARIANT = 'nine';
const LEVEL = 3;

/**
 * @param {Core} core
 * @param {LanguageState} language
 * @returns {{ state: State, game: Game, unreadable: string | null }}
 */
export function restore(core, language) {
  const text = storedGame();
  if (text !== null) {
    try {
      return { ...reopen(core, language, text), unreadable: null };
    } catch (error) {
      console.warn('The stored game cannot be read:', error);
      return { ...fresh(core, language), unreadable: text };
    }
  }
  return { ...fresh(core, language), unreadable: null };
}

/** @param {Core} core @param {LanguageState} language */
function fresh(core, language) {
  const level = Math.min(LEVEL, core.levels().length);
  /** @type {Settings} */
  const settings = { spec: VARIANT, mode: 'computer', human: 'white', levels: { white: level, black: level } };
  const game = core.start(VARIANT);
  return { game, state: assemble(core, language, game, settings) };
}

/** @param {Core} core @param {LanguageState} language @param {string} text */
function reopen(core, language, text) {
  const saved = readGame(text);
  const game = core.fromRecord(saved.record);
  const { moves } = game.state();
  let node = 0;
  for (const move of saved.path) {
    const next = moves.find((m) => m.parent === node && m.text === move);
    if (!next) throw new Error(`the move ${move} is not in the record`);
    node = next.id;
  }
  if (node !== game.state().node) game.goTo(node);
  const state = assemble(core, language, game, { ...saved.settings, spec: game.state().spec });
  const levels = core.levels().length;
  if (state.settings.levels.white > levels || state.settings.levels.black > levels) throw new Error('no such level');
  state.flipped = saved.flipped === true;
  state.paused = saved.paused === true;
  const half = { ...state, half: saved.half };
  if (saved.half && candidates(half).some((m) => m.captures.length > (saved.half?.taken.length ?? 0)))
    state.half = saved.half;
  return { game, state };
}

/** @param {Core} core @param {LanguageState} language @param {Game} game @param {Settings} settings @returns {State} */
function assemble(core, language, game, settings) {
  const now = game.state();
  const rules = core.rules(now.spec);
  let draft = readDraft({ spec: now.spec, mode: settings.mode, colour: settings.human, levels: settings.levels });
  const levels = core.levels().length;
  try {
    core.rules(draft.spec);
    if (draft.levels.white > levels || draft.levels.black > levels) throw new Error('no such level');
  } catch {
    draft = { spec: now.spec, mode: settings.mode, colour: settings.human, levels: settings.levels };
  }
  return {
    settings,
    draft,
    look: readLook(),
    language,
    rules,
    game: now,
    half: null,
    selected: null,
    drag: null,
    premove: null,
    drawings: [],
    pencil: null,
    hover: null,
    cursor: rules.board.points[0]?.name ?? '',
    keyboard: false,
    flipped: settings.mode === 'computer' && settings.human === 'black',
    thinking: false,
    paused: false,
    message: null,
    notice: null,
    editor: null,
    singleKeys: readSingleKeys(),
    dropped: null,
  };
}
