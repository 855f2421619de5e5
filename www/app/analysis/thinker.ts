// Runs the engine on the current position: a quick evaluation of every move first, then a deep
// search of the best lines.
import { areValuesComing, setStudy, type Store } from '../state.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Findings, MoveValue, State, Study } from '../types.ts';

/** Limits of the quick evaluation: time in milliseconds, and depth. */
const GLANCE = { millis: 700, depth: 9 };
/**
 * The delay before a search starts, so that quick browsing does not trigger one for each position,
 * in milliseconds.
 */
const REST = 80;
/**
 * The same once the exact values are shown: the search only adds lines to them, in milliseconds.
 */
const LEISURE = 400;
/**
 * The maximum delay while the position's exact values are on their way, which would restart the
 * search, in milliseconds.
 */
const WAIT = 4000;
/** The same for the values of first placings, which not every position has. */
const PLACINGS_WAIT = 1500;
/** The interval between updates, in milliseconds. */
const BEAT = 200;
/** The maximum time per position, in milliseconds, to save the battery. */
const PATIENCE = 180_000;
/** The number of positions whose findings are remembered. */
const MEMORY = 500;

export function createThinker(
  store: Store,
  engine: EngineClient,
  failed: (error: unknown) => void,
) {
  /** `exact` are the moves' exact values. */
  const known: Map<
    string,
    { found: Study['found']; glance: Study['glance']; exact: MoveValue[] | null }
  > = new Map();
  /** The search requested last. */
  let subject = '';
  let asked = 0;
  let busy = false;
  let timer = 0;
  let beat = 0;

  function memory(line: string) {
    const had = known.get(line) ?? { found: null, glance: null, exact: null };
    known.delete(line);
    known.set(line, had);
    if (known.size > MEMORY) known.delete(known.keys().next().value ?? '');
    return had;
  }

  /** Shows what is known about the current position. */
  function show() {
    clearTimeout(beat);
    beat = 0;
    const { study, game } = store.get();
    if (!study) return;
    const { found, glance } = memory(game.line);
    const shown =
      found && found.lines.length > study.lines
        ? { ...found, lines: found.lines.slice(0, study.lines) }
        : found;
    if (
      study.found?.line === shown?.line &&
      study.found?.nodes === shown?.nodes &&
      study.glance === glance &&
      study.found?.lines.length === shown?.lines.length
    )
      return;
    store.update((s) => (s.study ? setStudy(s, { ...s.study, found: shown, glance }) : s));
  }

  function news(now: boolean) {
    if (now) show();
    else beat ||= window.setTimeout(show, BEAT);
  }

  /** @param all from the quick evaluation? */
  function hear(line: string, { lines, nodes, done }: Findings, all: boolean) {
    const had = memory(line);
    if (all)
      had.glance = {
        line,
        turns: new Map(lines.flatMap(({ pv: [turn], score }) => (turn ? [[turn, score]] : []))),
      };
    const deep =
      (had.found?.lines[0]?.depth ?? 0) > (lines[0]?.depth ?? 0) &&
      (had.found?.lines.length ?? 0) >= lines.length;
    if (!(deep && !done) && lines.length) had.found = { line, lines, nodes, done: done && !all };
    news(had.found?.nodes === nodes && done);
  }

  async function think(mine: number) {
    const { game, study } = store.get();
    if (!study) return;
    const { line } = game;
    const { exact } = memory(line);
    const position = { line: game.start, moves: game.played, ...(exact && { known: exact }) };
    let end;
    busy = true;
    try {
      if (game.legal.length > 1 && !exact && !memory(line).glance) {
        const stop = setTimeout(() => mine === asked && engine.cancel(), GLANCE.millis);
        const glance = engine.analyse(
          { ...position, lines: game.legal.length, depth: GLANCE.depth },
          (found) => mine === asked && hear(line, found, true),
        );
        await glance.catch((error) => {
          if (mine !== asked || !isAbort(error)) throw error;
        });
        clearTimeout(stop);
      }
      if (mine !== asked) return;
      end = setTimeout(() => mine === asked && engine.cancel(), PATIENCE);
      await engine.analyse(
        { ...position, lines: study.lines },
        (found) => mine === asked && hear(line, found, false),
      );
    } catch (error) {
      if (mine === asked && !isAbort(error)) failed(error);
    } finally {
      clearTimeout(end);
      if (mine === asked) busy = false;
    }
  }

  function follow() {
    const state = store.get();
    const { study, game, editor, exact } = state;
    // Exact values replace what was estimated.
    const values = exact?.line === game.line ? exact.values : null;
    const replaced = study && values && !memory(game.line).exact;
    if (replaced) known.set(game.line, { found: null, glance: null, exact: values.moves });
    const wanted =
      study?.thinks && !document.hidden && !game.outcome && !editor && !study.review?.running;
    const isKnown = Boolean(known.get(game.line)?.exact);
    const isComing = !isKnown && areValuesComing(state);
    const mayCome = !isKnown && arePlacingsComing(state);
    const next = wanted
      ? [
          game.start,
          ...game.played,
          study.lines,
          isKnown ? 'exact' : isComing ? 'coming' : mayCome ? 'placing' : '',
        ].join(' ')
      : '';
    if (study && (replaced || study.found?.line !== game.line)) show();
    if (next === subject) return;
    subject = next;
    const mine = ++asked;
    clearTimeout(timer);
    if (busy) engine.cancel();
    busy = false;
    if (next)
      timer = window.setTimeout(
        () => mine === asked && void think(mine),
        isComing ? WAIT : mayCome ? PLACINGS_WAIT : isKnown ? LEISURE : REST,
      );
  }

  // Pause while hidden.
  document.addEventListener('visibilitychange', follow);

  return {
    follow,
    /** Restarts without earlier findings, because the engine has loaded more data. */
    restart() {
      known.clear();
      subject = '';
      follow();
    },
  };
}

/** Is it still open whether the values of first placings have the position? */
export const arePlacingsComing = ({
  solving: { can },
  exact,
  game: { hands, line, outcome },
}: Pick<State, 'solving' | 'exact' | 'game'>) =>
  can.opening && !outcome && hands.white + hands.black > 0 && exact?.line !== line;

export const isAbort = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';
