// What the panels of the analysis do to the game and its tree.
import { isTrap } from '../engine/heartbeat.ts';
import { refusal } from '../game/error-text.ts';
import { newTable } from '../game/restore.ts';
import { other, setNotice, setAnalysis, type Store } from '../state.ts';
import { pathTo } from '../game/paths.ts';
import type { createMistakes } from './mistakes.ts';
import type { createReasons } from './reasons.ts';
import type { createReviewer } from './reviewer.ts';
import type { Session } from '../game/session.ts';
import type { Core, Game, Analysis } from '../types.ts';

/** Actions for the panels. */
export interface Acts {
  set: (change: Partial<Pick<Analysis, 'lines' | 'thinks' | 'arrows' | 'values'>>) => void;
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
  /** The line of a reason on the board. */
  reasons: Pick<ReturnType<typeof createReasons>, 'show' | 'step' | 'play' | 'back'>;
  review: () => void;
  stopReview: () => void;
}

interface Table {
  store: Store;
  core: Core;
  session: Session;
}

/** Goes to a variation beside the current one. */
function goBeside({ store, session }: Table, by: -1 | 1) {
  const { game } = store.get();
  const here = game.moves.find((m) => m.id === game.node);
  const lines = game.moves.filter((m) => m.parent === here?.parent);
  const next = here && lines[lines.indexOf(here) + by];
  if (next) session.goTo(next.id);
}

/** Annotates the game. Reports an error if the record would become too large. */
function remark({ store, session }: Table, change: (game: Game) => void) {
  try {
    session.edit(change);
  } catch (error) {
    if (isTrap(error)) throw error;
    store.update((s) => setNotice(s, refusal(error)));
  }
}

/**
 * The glyphs of a move with one more or less of the first six, of which it has at most one; others
 * from a record are kept.
 */
export function toggled(glyphs: number[], glyph: number) {
  const others = glyphs.filter((n) => n > 6 && n !== glyph);
  return glyphs.includes(glyph) ? others : [glyph, ...others];
}

/** Cuts a variation, with a way to undo. */
function cut({ store, session }: Table, node: number) {
  const { slot, game } = store.get();
  const move = game.moves.find((m) => m.id === node)?.text ?? '';
  session.edit((game) => game.cut(node));
  const run = () => {
    store.update((s) => setNotice(s, null));
    if (store.get().slot.id !== slot.id) return;
    const { analysis, game: now } = store.get();
    const back = session.edit((game) => {
      const node = game.restore();
      // What was played stays the main line.
      if (!analysis) game.promote(now.node);
      return node;
    });
    if (!analysis) void session.proceed();
    else if (back !== undefined) session.goTo(back);
  };
  const notice = { key: 'analysis.cut.done', values: { move } } as const;
  store.update((s) => setNotice(s, notice, { label: { key: 'games.undo' }, run }));
}

/** Plays on against the computer in a copy: what was played stays as it is. */
function retry({ store, core, session }: Table, node: number) {
  const { game: of, settings } = store.get();
  const game = core.read(of.start);
  for (const move of pathTo(of.moves, node)) game.play(move.text);
  const human = game.state().turn;
  const level = settings.levels[other(settings.mode === 'computer' ? settings.human : human)];
  const levels = { white: level, black: level };
  session.openTable(
    newTable(game, { ...settings, mode: 'computer', human, levels, clock: null }, false),
  );
}

export function createActs(
  table: Table,
  reviewer: ReturnType<typeof createReviewer>,
  { learn, reasons }: Pick<Acts, 'learn' | 'reasons'>,
): Acts {
  const { store, session } = table;
  return {
    set: (change) =>
      store.update((s) => (s.analysis ? setAnalysis(s, { ...s.analysis, ...change }) : s)),
    playLine(moves) {
      for (const move of moves) session.play(move);
    },
    goTo: session.goTo,
    beside: (by) => goBeside(table, by),
    comment: (node, comment) => remark(table, (game) => game.setComment(node, comment)),
    glyph(node, glyph) {
      const had = store.get().game.moves.find((m) => m.id === node)?.glyphs ?? [];
      remark(table, (game) => game.setGlyphs(node, toggled(had, glyph)));
    },
    promote: (node) => session.edit((game) => game.promote(node)),
    cut: (node) => cut(table, node),
    retry(node) {
      reviewer.stop();
      retry(table, node);
    },
    learn,
    reasons,
    review: () => void reviewer.start(store.get().analysis?.review?.live === false),
    stopReview: reviewer.stop,
  };
}
