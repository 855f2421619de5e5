// Analysis: the engine searches the positions shown; games are reviewed, annotated, and their
// variations edited.
// Loaded on demand.
import '../../styles/sheets.css';
import './marks.css';
import './analysis.css';
import loadWords from '../i18n/analysis.words.ts';
import loadFacts from '../i18n/learn.words.ts';
import { isTrap } from '../engine/heartbeat.ts';
import { refusal } from '../game/error-text.ts';
import { loadAll } from '../engine/loading.ts';
import { createExplorerPanel } from './explorer-panel.ts';
import { afterFrame } from '../ui/dom.ts';
import { createGraph } from './graph.ts';
import { createLines } from './lines.ts';
import { createMistakes } from './mistakes.ts';
import { createRemarks } from './comment-panel.ts';
import { createReview } from './review.ts';
import { createStudyFrame } from './analysis-panel.ts';
import { createTree } from './move-tree.ts';
import {
  homeNode,
  mayStudy,
  nodesAlong,
  other,
  pathTo,
  setNotice,
  setPaused,
  setSlot,
  setStudy,
  type Store,
} from '../state.ts';
import { newTable } from '../game/restore.ts';
import { createScoreHistory } from './score-history.ts';
import { createExplorer } from './explorer.ts';
import { createMarks } from './arrows.ts';
import { attempt } from '../storage/local.ts';
import { toKeep } from '../game/review-line.ts';
import { noteAccuracy } from '../storage/results.ts';
import { createReviewer } from './reviewer.ts';
import { createScores } from './scores.ts';
import { createSymmetry } from './symmetry.ts';
import { createThinker } from './thinker.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Session } from '../game/session.ts';
import type { Core, Game, PositionValues, Review, Study } from '../types.ts';

/** Actions for the panels. */
export interface Acts {
  set: (change: Partial<Pick<Study, 'lines' | 'thinks' | 'arrows' | 'values'>>) => void;
  /** Plays moves from the current position. */
  playLine: (moves: string[]) => void;
  goTo: (node: number) => void;
  /** Goes to the previous or next variation. */
  beside: (by: -1 | 1) => void;
  comment: (node: number, comment: string) => void;
  /** Toggles it. */
  glyph: (node: number, glyph: number) => void;
  promote: (node: number) => void;
  cut: (node: number) => void;
  /** Plays on from there against the computer, in a copy of the game. */
  retry: (node: number) => void;
  /** From one's own mistakes. */
  learn: ReturnType<typeof createMistakes>;
  review: () => void;
  stopReview: () => void;
}

export async function createStudy({
  store,
  core,
  session,
  engine,
  values,
  section,
  beside,
}: {
  store: Store;
  core: Core;
  session: Session;
  engine: EngineClient;
  /** Exact values if known. */
  values: (line: string) => Promise<PositionValues | null>;
  section: HTMLElement;
  /** The board. */
  beside: HTMLElement;
}) {
  await Promise.all([loadWords(), loadFacts()]);
  const scores = createScores(core);
  const failed = (error: unknown) => {
    console.warn(error);
    store.update((s) => setNotice(s, { key: 'notice.engine-gone' }));
  };
  const thinker = createThinker(store, engine, failed);
  const explorer = createExplorer(store, core, engine, () => loading);
  const reviewer = createReviewer({
    store,
    session,
    engine,
    values,
    ready: () => loading,
    failed,
    finished({ info }) {
      const { slot, game } = store.get();
      if (game.finished) noteAccuracy(slot.id, info.accuracy);
    },
  });
  const mistakes = createMistakes({ store, session, reviewer, focus, failed });
  const symmetry = createSymmetry(core);
  const mark = createMarks(store, scores, symmetry.even);
  const recordScores = createScoreHistory(store, session, scores);
  /** The rule set whose files the engine has loaded or is loading. */
  let loadedFor = '';
  let loading = Promise.resolve();

  const shown = () => store.get().game.moves.filter((m) => m.onPath);

  function open() {
    const { game, paused } = store.get();
    // Of the game before, if this one was opened in its place.
    reviewer.stop();
    session.pause();
    const settings = { lines: 3, thinks: true, arrows: true, values: true };
    const { spec } = store.get().rules;
    // Until then the engine searches without them.
    if (loadedFor !== spec) loading = loadAll(engine, core, spec).then(thinker.restart);
    loadedFor = spec;
    store.update((s) =>
      setStudy(s, {
        home: game.node,
        paused,
        ...settings,
        found: null,
        glance: null,
        opening: null,
        labels: new Map(),
        pointers: [],
        review: kept(),
        learning: null,
      }),
    );
  }

  /** The review that is kept with the game, if its line is still there. */
  function kept(): Review | null {
    const { slot, game } = store.get();
    if (!slot.review) return null;
    const { line, scores, others, effort } = slot.review;
    const nodes = nodesAlong(game.moves, line);
    if (!nodes) return null;
    const info = attempt(
      () => session.look((g) => g.review(nodes.at(-1) ?? 0, scores, others)),
      null,
    );
    return (
      info && {
        nodes,
        scores,
        others,
        effort,
        known: info.values.filter(Boolean).length,
        running: false,
        live: false,
        info,
      }
    );
  }

  /** Keeps a whole review with its game. */
  function keep(review: Review) {
    if (review.running || review.live || review.known < review.nodes.length) return;
    const next = toKeep(store.get().game.moves, review);
    if (JSON.stringify(next) !== JSON.stringify(store.get().slot.review))
      store.update((s) => setSlot(s, { review: next }));
  }

  /**
   * @param away for another screen than that of the game? It is opened again where it was left; a
   *   game that has ended in any case.
   */
  function close(away = false) {
    const { study, game } = store.get();
    if (!study) return;
    const seen = away || game.finished ? game.played : null;
    store.update((s) => setSlot(s, { seen }));
    const home = homeNode(store.get());
    reviewer.stop();
    store.update((s) => setStudy(s, null));
    session.edit((g) => g.goTo(home));
    store.update((s) => setPaused(s, study.paused));
    void session.proceed();
  }

  /** Annotates the game. Reports an error if the record would become too large. */
  function remark(change: (game: Game) => void) {
    try {
      session.edit(change);
    } catch (error) {
      if (isTrap(error)) throw error;
      store.update((s) => setNotice(s, refusal(error)));
    }
  }

  const acts: Acts = {
    set: (change) => store.update((s) => (s.study ? setStudy(s, { ...s.study, ...change }) : s)),
    playLine(moves) {
      for (const move of moves) session.play(move);
    },
    goTo: session.goTo,
    beside(by) {
      const { game } = store.get();
      const here = game.moves.find((m) => m.id === game.node);
      const lines = game.moves.filter((m) => m.parent === here?.parent);
      const next = here && lines[lines.indexOf(here) + by];
      if (next) session.goTo(next.id);
    },
    comment: (node, comment) => remark((game) => game.setComment(node, comment)),
    glyph(node, glyph) {
      const had = store.get().game.moves.find((m) => m.id === node)?.glyphs ?? [];
      // At most one of these six; others from a record are kept.
      const others = had.filter((n) => n > 6 && n !== glyph);
      remark((game) => game.setGlyphs(node, had.includes(glyph) ? others : [glyph, ...others]));
    },
    promote: (node) => session.edit((game) => game.promote(node)),
    cut(node) {
      const move = store.get().game.moves.find((m) => m.id === node)?.text ?? '';
      const { slot } = store.get();
      session.edit((game) => game.cut(node));
      const run = () => {
        store.update((s) => setNotice(s, null));
        if (store.get().slot.id !== slot.id) return;
        const { study, game: now } = store.get();
        const back = session.edit((game) => {
          const node = game.restore();
          // What was played stays the main line.
          if (!study) game.promote(now.node);
          return node;
        });
        if (!study) void session.proceed();
        else if (back !== undefined) session.goTo(back);
      };
      store.update((s) =>
        setNotice(
          s,
          { key: 'study.cut.done', values: { move } },
          { label: { key: 'games.undo' }, run },
        ),
      );
    },
    retry(node) {
      const { game: of, settings } = store.get();
      reviewer.stop();
      // A copy: what was played stays as it is.
      const game = core.read(of.start);
      for (const move of pathTo(of.moves, node)) game.play(move.text);
      const human = game.state().turn;
      const level = settings.levels[other(settings.mode === 'computer' ? settings.human : human)];
      session.openTable(
        newTable(
          game,
          {
            ...settings,
            mode: 'computer',
            human,
            levels: { white: level, black: level },
            clock: null,
          },
          false,
        ),
      );
    },
    learn: mistakes,
    review: () => void reviewer.start(store.get().study?.review?.live === false),
    stopReview: reviewer.stop,
  };

  const frame = createStudyFrame(store, core, section, beside, scores, acts);
  createLines(store, frame.lines, scores, acts, symmetry.even);
  createExplorerPanel(store, frame.explorer, scores, acts, symmetry, frame.focus);
  createTree(store, frame.tree, acts);
  createRemarks(store, frame.remarks, acts, session.beforeChange);
  createReview(
    store,
    frame.review,
    acts,
    (n) => core.levels().find(({ level }) => level === n)?.name ?? String(n),
  );
  createGraph(store, frame.graph, acts);

  store.subscribe((now, before) => {
    thinker.follow();
    explorer.follow();
    mark(now, before);
    recordScores(now, before);
    if (now.study?.review && now.study.review !== before.study?.review) keep(now.study.review);
    const { study } = now;
    if (!study && before.study) reviewer.stop();
    if (study?.review && now.game !== before.game) {
      const ids = new Set(now.game.moves.map((m) => m.id));
      if (study.review.nodes.some((node) => node && !ids.has(node))) {
        reviewer.stop();
        store.update((s) => (s.study ? setStudy(s, { ...s.study, review: null }) : s));
      }
    }
  });
  addEventListener('keydown', walk);

  /**
   * Up and Down go to other variations, Home and End to the ends of the line. Left and Right work
   * in every game.
   */
  function walk(event: KeyboardEvent) {
    const { study, editor } = store.get();
    const at = event.target;
    if (
      !study ||
      editor ||
      event.defaultPrevented ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey
    )
      return;
    if (at instanceof HTMLElement && at.matches('input, textarea, select, dialog *')) return;
    if (event.key === 'ArrowUp') acts.beside(-1);
    else if (event.key === 'ArrowDown') acts.beside(1);
    else if (event.key === 'Home') acts.goTo(0);
    else if (event.key === 'End') acts.goTo(shown().at(-1)?.id ?? 0);
    else return;
    event.preventDefault();
  }

  return {
    open() {
      if (!store.get().study) open();
      afterFrame(frame.focus);
    },
    close,
    /** Resumes the analysis after a reload, if allowed. Returns whether it was opened. */
    resume(node: number) {
      if (store.get().study || !mayStudy(store.get())) return false;
      open();
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
      afterFrame(frame.focus);
      return true;
    },
    /**
     * Opens the analysis to learn from one's mistakes.
     * @param nodes of the moves
     */
    learn(nodes: number[]) {
      if (!store.get().study) open();
      mistakes.start(nodes);
    },
    /** Opens the analysis and reviews the game. */
    review() {
      if (!store.get().study) open();
      void reviewer.start(false);
      afterFrame(frame.focus);
    },
  };
}
