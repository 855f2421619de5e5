// The parts of the page that are loaded on first use: where each is, and what it is given.
import { createView } from '../board/view.ts';
import { byId } from '../ui/dom.ts';
import type { Board } from '../board/board.ts';
import type { createEngineClient } from '../engine/client.ts';
import type { Solution } from '../engine/lazy-values.ts';
import type { Options } from '../engine/value-source.ts';
import type { How, Session } from '../game/session.ts';
import type { Language } from '../i18n/languages.ts';
import type { createLater } from '../platform/later.ts';
import type { Router } from '../platform/router.ts';
import { setRules, type Store } from '../state.ts';
import type {
  Core,
  Draft,
  PositionValues,
  ReasonInfo,
  RulesInfo,
  SetupDraft,
  State,
} from '../types.ts';
import type { createSoundLoader } from '../ui/sound-loader.ts';
import type { Shell } from '../ui/shell.ts';

/** What a part may ask of others. */
export interface Acts {
  newGame: () => void;
  /** Begins the game that was chosen. */
  start: (chosen: Draft) => void;
  /** Begins a beginner's game, against the first level unless another is given. */
  begin: (level?: number) => void;
  rematch: () => void;
  /** Opens a text where it was asked for: in the analysis if that is on the screen. */
  openHere: (text: string, file?: File) => void;
  /** Lists the games of a file. */
  openCollection: (file: File) => void;
  /** Shows a text that could not be opened, and what can be done about it. */
  showBroken: (text: string, reason: string, error?: unknown) => void;
  together: () => void;
  /** Analyses a position in place of the current game. */
  analyseFrom: (line: string) => void;
  /** Opens a game in the analysis, where it was left. */
  intoAnalysis: (opened: () => void) => void;
  review: () => void;
  why: (node: number) => void;
  learn: (nodes: number[]) => void;
  rules: () => void;
  help: () => void;
  /** Shows how a game is played. */
  showHow: (game: RulesInfo) => void;
  type: () => void;
  /** Sets up a position. */
  edit: () => void;
  /** Puts a position right that cannot be played. */
  setUp: (draft: SetupDraft) => void;
  /** Reads the board aloud. */
  read: () => void;
}

/** What a part may be given. */
export interface Page {
  store: Store;
  core: Core;
  session: Session;
  board: Board;
  engine: ReturnType<typeof createEngineClient>;
  values: (line: string, options?: Options) => Promise<PositionValues | null>;
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  solution: Solution;
  /** Loads what knows exact values; resolves when it is there, or cannot be loaded now. */
  loadValues: () => Promise<void>;
  /** Plays a sound at the current volume. */
  sample: ReturnType<typeof createSoundLoader>;
  levelName: (level: number) => string;
  openText: (text: string, file?: File, how?: How) => void;
  changeLanguage: (chosen: Language | null) => void;
  router: Router;
  shell: Shell;
  /** What opens other parts. */
  acts: Acts;
}

const howTo = async ({ store, core }: Page, single: boolean) =>
  (await import('../learn/how-to.ts')).createHowTo(store, core, createView, single);

const PARTS = {
  // The screens.
  analysis: async ({ engine, ...page }: Page) => {
    // With the values, so that nothing moves when they come.
    const [{ createAnalysis }] = await Promise.all([
      import('../analysis/analysis.ts'),
      page.loadValues(),
    ]);
    return createAnalysis({
      ...page,
      engine: engine.share(),
      section: byId('analysis'),
      beside: byId('board'),
    });
  },
  notNow: async ({ acts, ...page }: Page) =>
    (await import('../analysis/not-now.ts')).createNotNow({ ...page, edit: acts.edit }),
  learn: async (page: Page) =>
    (await import('./learn-part.ts')).createLearnPart({
      ...page,
      play: page.openText,
      analyse: page.acts.analyseFrom,
      begin: page.acts.begin,
      sound: () => page.sample('right'),
      howTo: () => howTo(page, false),
    }),
  puzzles: async (page: Page) => {
    const [{ createPuzzlesScreen }, { createLessonTable }] = await Promise.all([
      import('../puzzles/puzzles-screen.ts'),
      import('../game/lesson-board.ts'),
    ]);
    return createPuzzlesScreen({
      ...page,
      sound: () => page.sample('right'),
      table: createLessonTable(page.store, page.core),
    });
  },
  games: async ({ acts, ...page }: Page) =>
    (await import('../library/games-list.ts')).createGames({
      ...page,
      newGame: acts.newGame,
      intoAnalysis: acts.intoAnalysis,
    }),
  collection: async ({ acts, ...page }: Page) =>
    (await import('../library/collection.ts')).createCollection({
      ...page,
      before: byId('moves'),
      showBroken: acts.showBroken,
    }),
  statistics: async (page: Page) =>
    (await import('../library/statistics.ts')).createStatistics(page),

  // What opens over a screen.
  newGame: async ({ store, core, acts }: Page) =>
    (await import('../home/newgame.ts')).createNewGame(store, core, acts.start, acts.together),
  share: async ({ acts, ...page }: Page) =>
    (await import('../share/share-panel.ts')).createShare({
      ...page,
      openText: acts.openHere,
      openCollection: acts.openCollection,
      setUp: acts.setUp,
    }),
  rules: async ({ store, core }: Page) =>
    (await import('../game/rules.ts')).createRules(store, core),
  help: async ({ store }: Page) => (await import('../settings/help.ts')).createHelp(store),
  settings: async ({ acts, ...page }: Page) =>
    (await import('../settings/settings.ts')).createSettings({
      ...page,
      open: acts,
      places: () => import('./places.ts'),
    }),
  how: async (page: Page) =>
    (await import('../learn/how-to-sheet.ts')).createHowToSheet(
      page.core,
      () => howTo(page, true),
      page.acts.rules,
    ),
  together: async ({ acts, ...page }: Page) =>
    (await import('../together/together.ts')).createTogether({ ...page, showHow: acts.showHow }),

  // What belongs to the game at the table.
  endings: async ({ store, session }: Page) =>
    (await import('../game/resign.ts')).createEndings(store, session),
  typed: async ({ store, session, board }: Page) =>
    (await import('../game/typed.ts')).createTyped(store, session, byId('page'), board.focus),
  editor: async ({ acts, ...page }: Page) =>
    (await import('../setup/editor.ts')).createEditor({
      ...page,
      page: byId('page'),
      bar: byId('bar'),
      play: page.openText,
      analyse: acts.analyseFrom,
    }),
  hints: async (page: Page) => (await import('../game/hints.ts')).createHints(page),
  receiver: async (page: Page) => (await import('../share/receive.ts')).createReceiver(page),
  reading: async () => import('../game/read-aloud.ts'),
  offers: async (page: Page) => {
    const [{ createOffers }, { puzzleOfTheDay }, { lessonOn, nextLesson }] = await Promise.all([
      import('../home/offers.ts'),
      import('../puzzles/today.ts'),
      import('../learn/next-lesson.ts'),
    ]);
    return createOffers({
      ...page,
      before: byId('moves'),
      puzzle: () => puzzleOfTheDay(page.core),
      lesson: nextLesson,
      lessonOn,
      showRules: page.acts.rules,
      howTo: () => howTo(page, true),
    });
  },
  exactValues: async ({ store, solution }: Page) =>
    (await import('../analysis/values.ts')).createValues(store, byId('values'), solution),
  // What is added for rules by which turns do not alternate, or points and lines are used up.
  special: async ({ store, board }: Page) =>
    (await import('../game/special.ts')).createSpecial(store, board),
  // The name of a game that differs from another in some options only.
  named: async ({ store, core }: Page) => {
    await import('../engine/named.ts');
    store.update((s) => setRules(s, core.rules(s.rules.spec)));
  },
  // What is turned round for two who sit face to face.
  facing: async ({ store }: Page) =>
    (await import('../game/facing.ts')).createFacing(store, byId('page')),
  // What stands in the place of the moves in a game that came or goes by a link.
  linkPanel: async ({ acts, router, board, ...page }: Page) =>
    (await import('../share/link-panel.ts')).createLinkPanel({
      ...page,
      moves: byId('moves'),
      open: { analyse: () => router.go('analyse'), board: board.focus, how: acts.showHow },
    }),
  // What is shown at the end of a game. Without it the status line says the result.
  endPanel: async ({ acts, engine, ...page }: Page) =>
    (await import('../game/end-panel.ts')).createEndPanel({
      ...page,
      engine: engine.share(),
      moves: byId('moves'),
      sound: () => page.sample('right'),
      open: { ...acts, lesson: (id) => page.router.go('learn', id) },
    }),
};

type Name = keyof typeof PARTS;
type Part<N extends Name> = Awaited<ReturnType<(typeof PARTS)[N]>>;

/** By name, a function that wraps what uses a part: it is loaded on the first call. */
export type Parts = {
  [N in Name]: (use: (part: Part<N>) => void, onError?: () => void) => () => void;
};

/** @param page once everything is there */
export function createParts(later: ReturnType<typeof createLater>, page: () => Page) {
  const entries = Object.entries(PARTS).map(([name, load]) => [
    name,
    later<unknown>(() => load(page())),
  ]);
  return {
    parts: Object.fromEntries(entries) as Parts,
    /** Loads a part when it is wanted; if that fails, again with the next change. */
    loadWhen(wanted: (state: State) => boolean, name: Name) {
      const { store } = page();
      let begun = false;
      const check = (state: State) => {
        if (begun || !wanted(state)) return;
        begun = true;
        PARTS[name](page()).catch((error: unknown) => {
          console.warn(error);
          begun = false;
        });
      };
      store.subscribe(check);
      check(store.get());
    },
  };
}
