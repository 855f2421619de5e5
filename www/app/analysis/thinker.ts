// Runs the engine on the current position: a quick evaluation of every move first, then a deep
// search of the best lines.
import { setAnalysis, type Store } from '../state.ts';
import { areValuesComing } from './exact.ts';
import type { EngineClient } from '../engine/client.ts';
import type { MoveValue, State, Analysis } from '../types.ts';
import type { Findings } from '../engine/engine.worker.ts';

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

/** What is known of a position; `exact` are the moves' exact values. */
interface Known {
  found: Analysis['found'];
  glance: Analysis['glance'];
  exact: MoveValue[] | null;
}

interface Thinker {
  store: Store;
  engine: EngineClient;
  failed: (error: unknown) => void;
  /** What is known, by position; used last is last. */
  known: Map<string, Known>;
  /** The search requested last. */
  subject: string;
  /** Counts the requests. */
  asked: number;
  busy: boolean;
  timer: number;
  beat: number;
}

function memory({ known }: Thinker, line: string) {
  const had = known.get(line) ?? { found: null, glance: null, exact: null };
  known.delete(line);
  known.set(line, had);
  if (known.size > MEMORY) known.delete(known.keys().next().value ?? '');
  return had;
}

/** Shows what is known about the current position. */
function show(thinker: Thinker) {
  clearTimeout(thinker.beat);
  thinker.beat = 0;
  const { analysis, game } = thinker.store.get();
  if (!analysis) return;
  const { found, glance } = memory(thinker, game.line);
  const shown =
    found && found.lines.length > analysis.lines
      ? { ...found, lines: found.lines.slice(0, analysis.lines) }
      : found;
  if (
    analysis.found?.line === shown?.line &&
    analysis.found?.nodes === shown?.nodes &&
    analysis.glance === glance &&
    analysis.found?.lines.length === shown?.lines.length
  )
    return;
  thinker.store.update((s) =>
    s.analysis ? setAnalysis(s, { ...s.analysis, found: shown, glance }) : s,
  );
}

/**
 * What is known after news of the search.
 * @param all from the quick evaluation?
 */
export function heard(
  { found, glance, exact }: Known,
  line: string,
  { lines, nodes, done }: Findings,
  all: boolean,
): Known {
  const turns = () =>
    new Map(lines.flatMap(({ pv: [turn], score }) => (turn ? [[turn, score] as const] : [])));
  const deep =
    (found?.lines[0]?.depth ?? 0) > (lines[0]?.depth ?? 0) &&
    (found?.lines.length ?? 0) >= lines.length;
  return {
    found: !(deep && !done) && lines.length ? { line, lines, nodes, done: done && !all } : found,
    glance: all ? { line, turns: turns() } : glance,
    exact,
  };
}

function hear(thinker: Thinker, line: string, findings: Findings, all: boolean) {
  const now = heard(memory(thinker, line), line, findings, all);
  thinker.known.set(line, now);
  if (now.found?.nodes === findings.nodes && findings.done) show(thinker);
  else thinker.beat ||= window.setTimeout(() => show(thinker), BEAT);
}

async function think(thinker: Thinker, mine: number) {
  const { store, engine } = thinker;
  const { game, analysis } = store.get();
  if (!analysis) return;
  const { line, legal } = game;
  const { exact, glance } = memory(thinker, line);
  const position = { line: game.start, moves: game.played, ...(exact && { known: exact }) };
  const isMine = () => mine === thinker.asked;
  const stopAfter = (millis: number) => setTimeout(() => isMine() && engine.cancel(), millis);
  let end;
  thinker.busy = true;
  try {
    if (legal.length > 1 && !exact && !glance) {
      const stop = stopAfter(GLANCE.millis);
      const all = engine.analyse(
        { ...position, lines: legal.length, depth: GLANCE.depth },
        (found) => isMine() && hear(thinker, line, found, true),
      );
      await all.catch((error) => {
        if (!isMine() || !isAbort(error)) throw error;
      });
      clearTimeout(stop);
    }
    if (!isMine()) return;
    end = stopAfter(PATIENCE);
    await engine.analyse(
      { ...position, lines: analysis.lines },
      (found) => isMine() && hear(thinker, line, found, false),
    );
  } catch (error) {
    if (isMine() && !isAbort(error)) thinker.failed(error);
  } finally {
    clearTimeout(end);
    if (isMine()) thinker.busy = false;
  }
}

/**
 * What is to be searched, empty for nothing, and how long to wait before.
 * @param isKnown are the exact values known?
 */
export function wish(state: State, isKnown: boolean) {
  const { analysis, game, editor } = state;
  const isComing = !isKnown && areValuesComing(state);
  const mayCome = !isKnown && arePlacingsComing(state);
  const kind = isKnown ? 'exact' : isComing ? 'coming' : mayCome ? 'placing' : '';
  const wanted = analysis?.thinks && !game.outcome && !editor && !analysis.review?.running;
  return {
    subject: wanted ? [game.start, ...game.played, analysis.lines, kind].join(' ') : '',
    delay: { exact: LEISURE, coming: WAIT, placing: PLACINGS_WAIT, '': REST }[kind],
  };
}

function follow(thinker: Thinker) {
  const { store, engine, known } = thinker;
  const state = store.get();
  const { analysis, game, exact } = state;
  // Exact values replace what was estimated.
  const values = exact?.line === game.line ? exact.values : null;
  const replaced = analysis && values && !memory(thinker, game.line).exact;
  if (replaced) known.set(game.line, { found: null, glance: null, exact: values.moves });
  const { subject, delay } = wish(state, Boolean(known.get(game.line)?.exact));
  const next = document.hidden ? '' : subject;
  if (analysis && (replaced || analysis.found?.line !== game.line)) show(thinker);
  if (next === thinker.subject) return;
  thinker.subject = next;
  const mine = ++thinker.asked;
  clearTimeout(thinker.timer);
  if (thinker.busy) engine.cancel();
  thinker.busy = false;
  if (next)
    thinker.timer = window.setTimeout(
      () => mine === thinker.asked && void think(thinker, mine),
      delay,
    );
}

export function createThinker(
  store: Store,
  engine: EngineClient,
  failed: (error: unknown) => void,
) {
  const thinker: Thinker = {
    store,
    engine,
    failed,
    known: new Map(),
    subject: '',
    asked: 0,
    busy: false,
    timer: 0,
    beat: 0,
  };
  // Pause while hidden.
  document.addEventListener('visibilitychange', () => follow(thinker));
  return {
    follow: () => follow(thinker),
    /** Restarts without earlier findings, because the engine has loaded more data. */
    restart() {
      thinker.known.clear();
      thinker.subject = '';
      follow(thinker);
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
