// Analysis: the engine searches the positions shown; games are reviewed, annotated, and their variations edited.
// Loaded on demand.
import '../../styles/sheets.css';
import './marks.css';
import './analysis.css';
import loadWords from '../i18n/analysis.words.js';
import loadFacts from '../i18n/learn.words.js';
import { isTrap } from '../engine/heartbeat.js';
import { refusal } from '../i18n/error-text.js';
import { loadAll } from '../engine/loading.js';
import { createExplorerPanel } from './explorer-panel.js';
import { afterFrame } from '../platform/dom.js';
import { createGraph } from './graph.js';
import { createLines } from './lines.js';
import { createMistakes } from './mistakes.js';
import { createRemarks } from './comment-panel.js';
import { createReview } from './review.js';
import { createStudyFrame } from './analysis-panel.js';
import { createTree } from './move-tree.js';
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
} from '../state.js';
import { newTable } from '../storage/restore.js';
import { createScoreHistory } from './score-history.js';
import { createExplorer } from './explorer.js';
import { createMarks } from './arrows.js';
import { attempt } from '../storage/local.js';
import { toKeep } from '../game/review-line.js';
import { noteAccuracy } from '../storage/results.js';
import { createReviewer } from './reviewer.js';
import { createScores } from './scores.js';
import { createSymmetry } from './symmetry.js';
import { createThinker } from './thinker.js';

/**
 * @typedef {import('../types').Study} Study
 * @typedef {object} Acts actions for the panels
 * @property {(change: Partial<Pick<Study, 'lines' | 'thinks' | 'arrows' | 'values'>>) => void} set
 * @property {(moves: string[]) => void} playLine plays moves from the current position
 * @property {(node: number) => void} goTo
 * @property {(by: -1 | 1) => void} beside goes to the previous or next variation
 * @property {(node: number, comment: string) => void} comment
 * @property {(node: number, glyph: number) => void} glyph toggles it
 * @property {(node: number) => void} promote
 * @property {(node: number) => void} cut
 * @property {(node: number) => void} retry plays on from there against the computer, in a copy of the game
 * @property {ReturnType<typeof createMistakes>} learn from one's own mistakes
 * @property {() => void} review
 * @property {() => void} stopReview
 */

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../types').Core} parts.core
 * @param {import('../game/session.js').Session} parts.session
 * @param {import('../engine/client.js').EngineClient} parts.engine
 * @param {(line: string) => Promise<import('../types').PositionValues | null>} parts.values exact values if known
 * @param {HTMLElement} parts.section
 * @param {HTMLElement} parts.beside the board
 */
export async function createStudy({ store, core, session, engine, values, section, beside }) {
  await Promise.all([loadWords(), loadFacts()]);
  const scores = createScores(core);
  /** @param {unknown} error */
  const failed = (error) => {
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

  /** The review that is kept with the game, if its line is still there. @returns {import('../types').Review | null} */
  function kept() {
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

  /** Keeps a whole review with its game. @param {import('../types').Review} review */
  function keep(review) {
    if (review.running || review.live || review.known < review.nodes.length) return;
    const next = toKeep(store.get().game.moves, review);
    if (JSON.stringify(next) !== JSON.stringify(store.get().slot.review))
      store.update((s) => setSlot(s, { review: next }));
  }

  /** @param {boolean} [away] for another screen than that of the game? It is opened again where it was left; a game that has ended in any case. */
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

  /** Annotates the game. Reports an error if the record would become too large. @param {(game: import('../types').Game) => void} change */
  function remark(change) {
    try {
      session.edit(change);
    } catch (error) {
      if (isTrap(error)) throw error;
      store.update((s) => setNotice(s, refusal(error)));
    }
  }

  /** @type {Acts} */
  const acts = {
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

  /** Up and Down go to other variations, Home and End to the ends of the line. Left and Right work in every game. @param {KeyboardEvent} event */
  function walk(event) {
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
    /** Resumes the analysis after a reload, if allowed. Returns whether it was opened. @param {number} node */
    resume(node) {
      if (store.get().study || !mayStudy(store.get())) return false;
      open();
      acts.goTo(node);
      return true;
    },
    /** Goes on with the analysis of a game that has just been opened, where it was left. Returns whether that is allowed. */
    goOn() {
      const { slot, game } = store.get();
      const nodes = slot.seen && nodesAlong(game.moves, slot.seen);
      if (!this.resume(nodes?.at(-1) ?? game.node)) return false;
      afterFrame(frame.focus);
      return true;
    },
    /** Opens the analysis to learn from one's mistakes. @param {number[]} nodes of the moves */
    learn(nodes) {
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
