// Restores the last game from storage, or starts a new one.
import { findTimes } from './times.ts';
import {
  bringBackGames,
  countGames,
  currentId,
  newId,
  readSaved,
  storedText,
  type Saved,
} from '../storage/games.ts';
import { attempt, get } from '../storage/local.ts';
import { recoveryState } from '../platform/recover.ts';
import { candidates } from '../state.ts';
import { PACE, isMode, readDraft, readLook, readSingleKeys } from '../storage/storage.ts';
import { namesIn } from './words.ts';
import { idleSolving, isSolved } from '../engine/solving.ts';
import type {
  Clock,
  Core,
  Game,
  GameState,
  LanguageState,
  PendingTurn,
  Settings,
  Slot,
  State,
} from '../types.ts';

/** A game with everything that belongs to it: settings, clocks, board orientation. */
export interface Table {
  game: Game;
  settings: Settings;
  slot: Slot;
  clock: Clock | null;
  pending: PendingTurn | null;
  flipped: boolean;
  paused: boolean;
  /** The node under analysis, if the analysis is to be resumed. */
  analysis: number | null;
}

const VARIANT = 'nine';
/** For a first visitor, and for who has played already without choosing one. */
const LEVELS = { first: 1, usual: 3 };
/** So many games a beginner has at most. */
const FEW = 3;

export function restore(
  core: Core,
  language: LanguageState,
): { state: State; table: Table; unreadable: string | null } {
  const back = bringBackGames((id, text) =>
    attempt(() => (reopen(core, id, text).game.free(), true), false),
  );
  // Do not reopen a game after two failures; it stays in the list.
  const id = recoveryState()?.aside ? null : currentId(back);
  const text = id === null ? null : storedText(id);
  if (id !== null && text !== null) {
    try {
      const table = reopen(core, id, text);
      return { table, state: assemble(core, language, table), unreadable: null };
    } catch (error) {
      console.warn('The stored game cannot be read:', error);
    }
  }
  const level = Math.min(usualLevel(), core.levels().length);
  const settings: Settings = {
    spec: VARIANT,
    mode: 'computer',
    human: 'white',
    levels: { white: level, black: level },
    clock: null,
    turning: false,
    pace: PACE,
  };
  const table = fresh(core, settings);
  return { table, state: assemble(core, language, table), unreadable: text };
}

/** The level of the computer where no game is left: the one that was chosen. */
function usualLevel() {
  const draft = readDraft();
  if (draft?.mode === 'computer') return draft.levels[draft.colour === 'black' ? 'white' : 'black'];
  return countGames() || get('merels.statistics') !== null ? LEVELS.usual : LEVELS.first;
}

/** A new game. Throws if the rules are invalid. */
export function fresh(core: Core, settings: Settings): Table {
  const game = core.start(settings.spec);
  return newTable(game, settings, false);
}

/**
 * The levels to use: the perfect one is replaced by the best searching one for games without exact
 * values.
 */
export function possibleLevels(
  core: Core,
  spec: string,
  levels: Settings['levels'],
): Settings['levels'] {
  const perfect = core.levels().find((l) => l.perfect)?.level ?? Infinity;
  if (Math.max(levels.white, levels.black) < perfect || isSolved(core.solvable(spec)))
    return levels;
  return { white: Math.min(levels.white, perfect - 1), black: Math.min(levels.black, perfect - 1) };
}

/** Wraps a new or imported game, with a new id. */
export function newTable(game: Game, settings: Settings, paused: boolean): Table {
  const time = (settings.clock?.minutes ?? 0) * 60_000;
  return {
    game,
    settings,
    slot: {
      id: newId(),
      name: '',
      begun: Date.now(),
      hints: 0,
      sent: -1,
      draw: null,
      review: null,
      seen: null,
    },
    clock:
      time && settings.mode !== 'watch' && settings.mode !== 'message'
        ? freshClock(time, game.state().node)
        : null,
    pending: null,
    flipped: ['computer', 'away', 'message'].includes(settings.mode) && settings.human === 'black',
    paused,
    analysis: null,
  };
}

/** Two clocks before the first turn. */
function freshClock(time: number, node: number): Clock {
  const left = { white: time, black: time };
  return { left, running: null, since: 0, node, at: { [node]: left } };
}

/** Reopens a stored game. Throws if the text is invalid. */
export function reopen(core: Core, id: string, text: string): Table {
  const saved = readSaved(text);
  const levels = core.levels().length;
  if (Math.max(saved.settings.levels.white, saved.settings.levels.black) > levels)
    throw new Error('no such level');
  const game = core.fromRecord(saved.record);
  try {
    return onTable(game, id, saved);
  } catch (error) {
    game.free();
    throw error;
  }
}

function onTable(game: Game, id: string, saved: Saved): Table {
  const { moves } = game.state();
  const node = follow(moves, saved.path);
  if (node !== game.state().node) game.goTo(node);
  const now = game.state();
  let clock: Clock | null = null;
  if (saved.clock) {
    const { white, black, path, times } = saved.clock;
    clock = {
      left: { white, black },
      running: null,
      since: 0,
      node: follow(moves, path),
      at: findTimes(times, moves),
    };
  }
  const turns = candidates({ game: now, pending: saved.half });
  return {
    game,
    settings: { ...saved.settings, spec: now.spec },
    slot: {
      id,
      name: saved.name,
      begun: saved.begun,
      hints: saved.hints,
      sent: saved.sent,
      draw: saved.draw,
      review: saved.review,
      seen: saved.seen ?? null,
    },
    clock,
    pending:
      saved.half && turns.some((m) => m.captures.length > (saved.half?.taken.length ?? 0))
        ? saved.half
        : null,
    flipped: saved.flipped,
    paused: saved.paused,
    // A missing node must not prevent the game from opening.
    analysis: attempt(() => saved.study && follow(moves, saved.study), null),
  };
}

/** Does a stored game contain these turns? */
export const holds = (core: Core, text: string, path: string[]) =>
  attempt(() => {
    const game = core.fromRecord(readSaved(text).record);
    const { moves } = game.state();
    game.free();
    return follow(moves, path) >= 0;
  }, false);

/** The node at the end of a path of turns. */
function follow(moves: GameState['moves'], path: string[]) {
  let node = 0;
  for (const move of path) {
    const next = moves.find((m) => m.parent === node && m.text === move);
    if (!next) throw new Error(`the move ${move} is not in the record`);
    node = next.id;
  }
  return node;
}

function assemble(
  core: Core,
  language: LanguageState,
  { game, settings, slot, clock, pending, flipped, paused }: Table,
): State {
  const now = game.state();
  const rules = core.rules(now.spec);
  const usual = {
    ...settings,
    mode: isMode(settings.mode) ? settings.mode : ('computer' as const),
    spec: now.spec,
    colour: settings.human,
  };
  let draft = readDraft() ?? usual;
  const levels = core.levels().length;
  try {
    core.rules(draft.spec);
    if (draft.levels.white > levels || draft.levels.black > levels)
      throw new Error('no such level');
  } catch {
    draft = usual;
  }
  return {
    slot,
    settings,
    draft,
    look: readLook(),
    language,
    rules,
    game: now,
    names: namesIn(game, now),
    pending,
    picked: null,
    drawing: null,
    premove: null,
    plays: 0,
    flipped,
    thinking: false,
    paused,
    clock,
    match: null,
    engineDown: false,
    offer: null,
    solving: idleSolving(core.solvable(now.spec)),
    exact: null,
    message: null,
    hint: null,
    coach: null,
    notice: null,
    update: null,
    editor: null,
    analysis: null,
    singleKeys: readSingleKeys(),
    coached: countGames() <= FEW,
  };
}
