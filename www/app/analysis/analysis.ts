// Analysis: the engine searches the positions shown; games are reviewed, annotated, and their
// variations edited.
// Loaded on demand.
import '../../styles/sheets.css';
import './marks.css';
import './analysis.css';
import loadWords from '../i18n/analysis.words.ts';
import loadFacts from '../i18n/learn.words.ts';
import loadReasons from '../i18n/reasons.words.ts';
import { loadAll } from '../engine/loading.ts';
import { createActs, type Acts } from './acts.ts';
import { createExplorerPanel } from './explorer-panel.ts';
import { afterFrame } from '../ui/dom.ts';
import { createGraph } from './graph.ts';
import { createLines } from './lines.ts';
import { createMistakes } from './mistakes.ts';
import { createRemarks } from './comment-panel.ts';
import { createReasonPanel } from './reason-panel.ts';
import { createReasons } from './reasons.ts';
import { openingText } from './opening-text.ts';
import { createReview } from './review.ts';
import { createAnalysisFrame } from './analysis-panel.ts';
import { createTree } from './move-tree.ts';
import { mayAnalyse, setNotice, setPaused, setSlot, setAnalysis, type Store } from '../state.ts';
import { createScoreHistory } from './score-history.ts';
import { createExplorer } from './explorer.ts';
import { createMarks } from './arrows.ts';
import { attempt } from '../storage/local.ts';
import { collectMistakes } from '../game/collect.ts';
import { toKeep } from '../game/review-line.ts';
import { noteAccuracy } from '../storage/results.ts';
import { createReviewer } from './reviewer.ts';
import { createScores, type Scores } from './scores.ts';
import { createSymmetry, type Symmetry } from './symmetry.ts';
import { createThinker } from './thinker.ts';
import { homeNode, nodesAlong } from '../game/paths.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Options } from '../engine/value-source.ts';
import type { Session } from '../game/session.ts';
import type { Core, PositionValues, ReasonInfo, Review, State } from '../types.ts';

interface Given {
  store: Store;
  core: Core;
  session: Session;
  engine: EngineClient;
  /** Exact values if known. */
  values: (line: string, options?: Options) => Promise<PositionValues | null>;
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
}

interface Parts extends Given {
  thinker: ReturnType<typeof createThinker>;
  reviewer: ReturnType<typeof createReviewer>;
  /** The rule set whose files the engine has loaded or is loading. */
  loadedFor: string;
  loading: Promise<void>;
}

function open(parts: Parts) {
  const { store, core, session, engine, thinker, reviewer } = parts;
  const { game, paused, rules } = store.get();
  // Of the game before, if this one was opened in its place.
  reviewer.stop();
  session.pause();
  // Until then the engine searches without them.
  if (parts.loadedFor !== rules.spec)
    parts.loading = loadAll(engine, core, rules.spec).then(thinker.restart);
  parts.loadedFor = rules.spec;
  store.update((s) =>
    setAnalysis(s, {
      home: game.node,
      paused,
      lines: 3,
      thinks: true,
      arrows: true,
      values: true,
      found: null,
      glance: null,
      opening: null,
      labels: new Map(),
      pointers: [],
      review: kept(parts),
      learning: null,
      reasons: new Map(),
      shown: null,
    }),
  );
}

/** The review that is kept with the game, if its line is still there. */
function kept({ store, session }: Given): Review | null {
  const { slot, game } = store.get();
  if (!slot.review) return null;
  const { line, scores, others, best, effort } = slot.review;
  const nodes = nodesAlong(game.moves, line);
  if (!nodes) return null;
  const info = attempt(
    () => session.look((g) => g.review(nodes.at(-1) ?? 0, scores, others)),
    null,
  );
  if (!info) return null;
  const known = info.values.filter(Boolean).length;
  return { nodes, scores, others, best, effort, known, running: false, live: false, info };
}

/** Keeps a whole review with its game. */
function keep(store: Store, review: Review) {
  if (review.running || review.live || review.known < review.nodes.length) return;
  const next = toKeep(store.get().game.moves, review);
  if (JSON.stringify(next) !== JSON.stringify(store.get().slot.review))
    store.update((s) => setSlot(s, { review: next }));
}

function close({ store, session, reviewer }: Parts, away: boolean) {
  const { analysis, game } = store.get();
  if (!analysis) return;
  const seen = away || game.finished ? game.played : null;
  store.update((s) => setSlot(s, { seen }));
  const home = homeNode(store.get());
  reviewer.stop();
  store.update((s) => setAnalysis(s, null));
  session.edit((g) => g.goTo(home));
  store.update((s) => setPaused(s, analysis.paused));
  void session.proceed();
}

/** Drops a review whose line is no longer there. */
function dropReview({ store, reviewer }: Parts, now: State) {
  const ids = new Set(now.game.moves.map((m) => m.id));
  if (!now.analysis?.review?.nodes.some((node) => node && !ids.has(node))) return;
  reviewer.stop();
  store.update((s) => (s.analysis ? setAnalysis(s, { ...s.analysis, review: null }) : s));
}

/**
 * Up and Down go to other variations, Home and End to the ends of the line. Left and Right work in
 * every game.
 */
function onKey({ analysis, editor, game }: State, acts: Acts, event: KeyboardEvent) {
  const { key, target: at, altKey, ctrlKey, metaKey } = event;
  if (!analysis || editor || event.defaultPrevented || altKey || ctrlKey || metaKey) return;
  if (at instanceof HTMLElement && at.matches('input, textarea, select, dialog *')) return;
  if (key === 'ArrowUp') acts.beside(-1);
  else if (key === 'ArrowDown') acts.beside(1);
  else if (key === 'Home') acts.goTo(0);
  else if (key === 'End') acts.goTo(game.moves.filter((m) => m.onPath).at(-1)?.id ?? 0);
  else return;
  event.preventDefault();
}

/** Fills the frame; returns what moves the focus there. */
function createPanels(
  { store, core, session, section, beside }: Given & Record<'section' | 'beside', HTMLElement>,
  acts: Acts,
  scores: Scores,
  symmetry: Symmetry,
) {
  const frame = createAnalysisFrame(store, core, section, beside, scores, acts);
  createLines(store, frame.lines, scores, acts, symmetry.even);
  createExplorerPanel(store, frame.explorer, scores, acts, symmetry, frame.focus);
  createReasonPanel(store, core, frame.why, acts);
  createTree(store, frame.tree, acts);
  createRemarks(store, frame.remarks, acts, session.beforeChange);
  createReview(
    store,
    frame.review,
    acts,
    (n) => core.levels().find(({ level }) => level === n)?.name ?? String(n),
    (start, turns) => openingText(core, start, turns),
  );
  createGraph(store, frame.graph, acts);
  return frame.focus;
}

function createParts(given: Given, failed: (error: unknown) => void): Parts {
  const { store, engine } = given;
  const parts: Parts = {
    ...given,
    thinker: createThinker(store, engine, failed),
    reviewer: createReviewer({
      ...given,
      ready: () => parts.loading,
      failed,
      finished({ info }) {
        const { slot, game } = store.get();
        if (game.finished) noteAccuracy(slot.id, info.accuracy);
        if (game.finished) void collectMistakes(given, info);
      },
    }),
    loadedFor: '',
    loading: Promise.resolve(),
  };
  return parts;
}

/** Shows what is found as the game and the search go on. */
function follow(parts: Parts, scores: Scores, symmetry: Symmetry) {
  const { store, core, session, engine, thinker, reviewer } = parts;
  const explorer = createExplorer(store, core, engine, () => parts.loading, parts.values);
  const mark = createMarks(store, scores, symmetry.even);
  const recordScores = createScoreHistory(store, session, scores);
  return (now: State, before: State) => {
    thinker.follow();
    explorer.follow();
    mark(now, before);
    recordScores(now, before);
    const { analysis } = now;
    if (analysis?.review && analysis.review !== before.analysis?.review)
      keep(store, analysis.review);
    if (!analysis && before.analysis) reviewer.stop();
    if (analysis?.review && now.game !== before.game) dropReview(parts, now);
  };
}

export async function createAnalysis(
  given: Given & {
    section: HTMLElement;
    /** The element of the board. */
    beside: HTMLElement;
    board: { focus: () => void };
  },
) {
  await Promise.all([loadWords(), loadFacts(), loadReasons()]);
  const { store, core, session, board } = given;
  const failed = (error: unknown) => {
    console.warn(error);
    store.update((s) => setNotice(s, { key: 'notice.engine-gone' }));
  };
  const scores = createScores(core);
  const symmetry = createSymmetry(core);
  const parts = createParts(given, failed);
  const { reviewer } = parts;
  const following = follow(parts, scores, symmetry);
  const mistakes = createMistakes({
    store,
    session,
    reviewer,
    reason: given.reason,
    focus: board.focus,
    failed,
  });
  const reasons = createReasons({ store, core, session, ask: given.reason });
  const acts = createActs(given, reviewer, { learn: mistakes, reasons });
  const focusPanel = createPanels(given, acts, scores, symmetry);
  // A better move is to be found on the board.
  const focus = () => (store.get().analysis?.learning ? board.focus() : focusPanel());
  store.subscribe(following);
  store.subscribe(reasons.follow);
  addEventListener('keydown', (event) => onKey(store.get(), acts, event));

  return {
    open() {
      if (!store.get().analysis) open(parts);
      afterFrame(focus);
    },
    /**
     * @param away for another screen than that of the game? It is opened again where it was left; a
     *   game that has ended in any case.
     */
    close: (away = false) => close(parts, away),
    /** Resumes the analysis after a reload, if allowed. Returns whether it was opened. */
    resume(node: number) {
      if (store.get().analysis || !mayAnalyse(store.get())) return false;
      open(parts);
      acts.goTo(node);
      return true;
    },
    /**
     * Goes on with the analysis of a game that has just been opened, where it was left. Returns
     * whether that is allowed.
     */
    goOn() {
      const { slot, game } = store.get();
      const nodes = slot.seen && nodesAlong(game.moves, slot.seen);
      if (!this.resume(nodes?.at(-1) ?? game.node)) return false;
      afterFrame(focus);
      return true;
    },
    /**
     * Opens the analysis to learn from one's mistakes.
     * @param nodes of the moves
     */
    learn(nodes: number[]) {
      if (!store.get().analysis) open(parts);
      mistakes.start(nodes);
    },
    /** Opens the analysis and reviews the game. */
    review() {
      if (!store.get().analysis) open(parts);
      void reviewer.start(false);
      afterFrame(focus);
    },
  };
}
