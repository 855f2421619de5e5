// The parts of the page that are loaded on first use, and the functions that open them.
import { createView } from './board/view.ts';
import { SCREENS, createShell } from './ui/shell.ts';
import { afterFrame, byId } from './ui/dom.ts';
import { createRouter, type Route } from './platform/router.ts';
import { pickSide, type Session } from './game/session.ts';
import { isApart, mayAsk, mayStudy, setLook, type Store } from './state.ts';
import type { Board } from './board/board.ts';
import type { Solution } from './engine/exact-values.ts';
import type { Language } from './i18n/languages.ts';
import type { Receiver } from './share/receive.ts';
import type { Core, PositionValues, RulesInfo, SetupDraft, State } from './types.ts';

/** Options that call for special.ts. */
const SPECIAL =
  /placing=(?!take)|starts=(?!next)|lines=once|again=capture|blocked=(?:take|free)|full=(?:one|each)/;

export function createScreens({
  store,
  core,
  session,
  board,
  engine,
  values,
  solution,
  later,
  sample,
  levelName,
  openText,
  changeLanguage,
}: {
  store: Store;
  core: Core;
  session: Session;
  board: Board;
  engine: ReturnType<typeof import('./engine/client.ts').createEngineClient>;
  values: (line: string) => Promise<PositionValues | null>;
  solution: Solution;
  later: ReturnType<typeof import('./platform/later.ts').createLater>;
  /** Plays a sound at the current volume. */
  sample: ReturnType<typeof import('./ui/sound-loader.ts').createSoundLoader>;
  levelName: (level: number) => string;
  openText: (text: string, file?: File) => void;
  changeLanguage: (chosen: Language | null) => void;
}) {
  const open = (part: { open: () => unknown }) => void part.open();
  const router = createRouter(SCREENS, show);
  const form = later(async () =>
    (await import('./home/newgame.ts')).createNewGame(
      store,
      core,
      ({ colour, ...settings }) => {
        session.newGame({ ...settings, human: pickSide(colour) });
        board.focus();
      },
      together(open),
    ),
  );
  const newGame = form(open);
  const chooseGame = form((p) => p.open(true));
  const share = later(async () =>
    (await import('./share/share-panel.ts')).createShare({
      store,
      session,
      core,
      board,
      openText: openHere,
      openCollection,
    }),
  );
  const rules = later(async () => (await import('./game/rules.ts')).createRules(store, core));
  const help = later(async () => (await import('./settings/help.ts')).createHelp(store));
  const settings = later(async () =>
    (await import('./settings/settings.ts')).createSettings({
      store,
      core,
      sample,
      solution,
      changeLanguage,
      open: { rules: rules(open), help: help(open), type: () => type(), read },
    }),
  );
  const shell = createShell(store, router, {
    settings: settings(open),
    newGame,
    board: board.focus,
  });
  const endings = later(async () =>
    (await import('./game/resign.ts')).createEndings(store, session),
  );
  const typed = later(async () =>
    (await import('./game/typed.ts')).createTyped(store, session, byId('page'), board.focus),
  );
  const editor = later(async () =>
    (await import('./setup/editor.ts')).createEditor({
      store,
      core,
      session,
      page: byId('page'),
      bar: byId('bar'),
      board,
      play: openText,
      analyse: analyseFrom,
    }),
  );
  const games = later(async () =>
    (await import('./library/games-list.ts')).createGames({
      store,
      core,
      session,
      shell,
      router,
      newGame,
      levelName,
      intoStudy,
    }),
  );
  const collection = later(async () =>
    (await import('./library/collection.ts')).createCollection({
      store,
      core,
      session,
      shell,
      router,
      openText,
      before: byId('moves'),
    }),
  );
  const loadHints = async () =>
    (await import('./game/hints.ts')).createHints({ store, core, engine, values });
  const hints = later(loadHints);
  const receiver = later(async () =>
    (await import('./share/receive.ts')).createReceiver({ store, core, session }),
  );
  const reading = later(() => import('./game/read-aloud.ts'));
  const howTo = async (single: boolean) =>
    (await import('./learn/how-to.ts')).createHowTo(store, core, createView, single);
  const learn = later(async () =>
    (await import('./learn/learn.ts')).createLearn({
      store,
      core,
      shell,
      router,
      play: openText,
      begin,
      sound: () => sample('right'),
      howTo: () => howTo(false),
    }),
  );
  const puzzles = later(async () => {
    const [{ createPuzzlesScreen }, { createLessonTable }] = await Promise.all([
      import('./puzzles/puzzles-screen.ts'),
      import('./game/lesson-board.ts'),
    ]);
    return createPuzzlesScreen({
      core,
      shell,
      router,
      sound: () => sample('right'),
      table: createLessonTable(store, core),
    });
  });
  /** Begins a beginner's first game. */
  function begin() {
    session.newGame({
      ...store.get().settings,
      spec: 'nine',
      mode: 'computer',
      human: 'white',
      levels: { white: 1, black: 1 },
      clock: null,
    });
    // After the heading of the table has had it.
    queueMicrotask(() => afterFrame(board.focus));
  }
  const how = later(async () =>
    (await import('./learn/how-to-sheet.ts')).createHowToSheet(
      core,
      () => howTo(true),
      rules(open),
    ),
  );
  /** Shows how a game is played. */
  const showHow = (game: RulesInfo) => how((p) => void p.open(game))();
  const together = later(async () =>
    (await import('./together/together.ts')).createTogether({ store, core, session, showHow }),
  );
  /** The analysis, once it is loaded. */
  let studied: Awaited<ReturnType<typeof import('./analysis/analysis.ts').createStudy>> | null =
    null;
  const study = later(
    async () =>
      (studied ??= await (
        await import('./analysis/analysis.ts')
      ).createStudy({
        store,
        core,
        session,
        engine: engine.share(),
        values,
        section: byId('study'),
        beside: byId('board'),
      })),
  );
  const refused = later(async () =>
    (await import('./analysis/not-now.ts')).createNotNow({ store, shell, router, edit }),
  );
  const statistics = later(async () =>
    (await import('./library/statistics.ts')).createStatistics({ core, shell, router, levelName }),
  );
  const offers = later(async () => {
    const [{ createOffers }, { puzzleOfTheDay }, { lessonOn, nextLesson }] = await Promise.all([
      import('./home/offers.ts'),
      import('./puzzles/today.ts'),
      import('./learn/next-lesson.ts'),
    ]);
    return createOffers({
      store,
      core,
      session,
      router,
      before: byId('moves'),
      puzzle: () => puzzleOfTheDay(core),
      lesson: nextLesson,
      lessonOn,
      showRules: rules(open),
      howTo: () => howTo(true),
    });
  });
  /** Have they been asked for? */
  let offered = false;
  const exactValues = later(async () =>
    (await import('./analysis/values.ts')).createValues(store, byId('values'), solution),
  );

  let routed = () => {};

  /** Is the analysis that a reload interrupted still loading? */
  let resuming = false;

  /** Is the game at the table on the screen? */
  const atTable = () => /^(?:play|analyse)$/.test(router.screen()) && shell.isTableShown();

  /** Shows the screen of an address. */
  function show(route: Route, before: Route | null) {
    const { screen, path } = route;
    if (before?.screen === 'analyse' && screen !== 'analyse' && store.get().study)
      study((p) => p.close(screen !== 'play'))();
    shell.mark();
    // What was said of the game is not said of what comes now.
    if (before && screen !== before.screen) byId('live').textContent = '';
    // Once it is shown.
    queueMicrotask(routed);
    if (screen === 'play') return toTable(before);
    if (screen === 'analyse') return analyse(route, before);
    // What is on the screen stays there until the next one has been loaded.
    const use = (part: { show: (path: string[]) => unknown }) =>
      router.isAt(route) && void part.show(path);
    const failed = () =>
      router.isAt(route) &&
      (before ? router.replace(before.screen, ...before.path) : router.replace('play'));
    if (screen === 'learn') learn(use, failed)();
    else if (screen === 'puzzles') puzzles(use, failed)();
    else if (path[0] === 'statistics') statistics(use, failed)();
    else if (path[0] === 'file') collection(use, failed)();
    else games(use, failed)();
  }

  /** @param before null as the page opens: the focus stays where it is */
  function toTable(before: Route | null) {
    shell.showTable();
    if (offered) offers((p) => p.refresh())();
    if (before) afterFrame(() => byId('bar').querySelector('h1')?.focus({ preventScroll: true }));
  }

  function analyse(route: Route, before: Route | null) {
    const state = store.get();
    if (resuming || state.study) return shell.showTable();
    const still = (run: () => void) => () => router.isAt(route) && run();
    const failed = still(() => router.replace(before?.screen ?? 'play', ...(before?.path ?? [])));
    if (!mayStudy(state)) return refused((p) => still(p.show)(), failed)();
    shell.showTable();
    study((p) => still(p.open)(), failed)();
  }

  store.subscribe((now, before) => {
    // Another game has been opened: it is shown.
    if (now.slot.id !== before.slot.id && !now.study && router.screen() !== 'play')
      return router.go('play');
    if (now.study && !before.study && router.screen() !== 'analyse') router.go('analyse');
    else if (!now.study && before.study && router.screen() === 'analyse') router.go('play');
  });

  /** Analyses a position in place of the current game. Opening it shows the table first. */
  function analyseFrom(line: string) {
    openText(line);
    afterFrame(() => router.go('analyse'));
  }

  /** Opens a text where it was asked for: in the analysis if that is on the screen. */
  function openHere(...[text, file]: Parameters<typeof openText>) {
    const { slot, study } = store.get();
    openText(text, file);
    if (study && store.get().slot.id !== slot.id && mayStudy(store.get())) studied?.open();
  }

  /** Opens a game in the analysis, where it was left. */
  const intoStudy = (open: () => void) =>
    study((p) => {
      open();
      if (!p.goOn()) router.go('play');
    })();

  /** Lists the games of a file. */
  const openCollection = (file: File) => collection((p) => p.read(file))();

  const showValues = ({ look }: State, before = false) =>
    look.values && !before && exactValues(() => {})();
  store.subscribe((now, before) => showValues(now, before.look.values));
  showValues(store.get());

  /** @param begun what has been typed already */
  function type(begun?: string) {
    if (!atTable()) router.go('play');
    typed((p) => p.open(begun))();
  }

  /** Reads the board aloud. */
  const read = reading(({ boardText }) => {
    const live = byId('reading');
    // Cleared first, so that the same text is read again.
    live.textContent = '';
    setTimeout(() => (live.textContent = boardText(store.get())), 50);
  });

  /** Sets up a position. */
  function edit() {
    if (isApart(store.get())) return;
    if (!atTable()) router.go('play');
    editor((p) => p.open())();
  }

  const review = study((p) => p.review());
  const rematch = () =>
    store.get().settings.mode === 'away' ? together((p) => p.rematch())() : session.rematch();
  const why = (node: number) => study((p) => p.resume(node))();
  const learnFrom = (nodes: number[]) => study((p) => p.learn(nodes))();
  /** Loads a part when it is wanted; if that fails, again with the next change. */
  function loadWhen(wanted: (state: State) => boolean, load: () => Promise<unknown>) {
    let begun = false;
    const check = (state: State) => {
      if (begun || !wanted(state)) return;
      begun = true;
      load().catch((error) => {
        console.warn(error);
        begun = false;
      });
    };
    store.subscribe(check);
    check(store.get());
  }
  // What is added for rules by which turns do not alternate, or points and lines are used up.
  loadWhen(
    ({ rules }) => SPECIAL.test(rules.options.map(({ key, value }) => `${key}=${value}`).join()),
    async () => {
      const { createSpecial } = await import('./game/special.ts');
      await createSpecial(store, board);
    },
  );
  // What is turned round for two who sit face to face.
  loadWhen(
    ({ settings }) => settings.pair?.facing === true,
    async () => {
      const { createFacing } = await import('./game/facing.ts');
      createFacing(store, byId('page'));
    },
  );
  // What stands in the place of the moves in a game that came or goes by a link.
  loadWhen(
    ({ settings }) => settings.mode === 'shared' || settings.mode === 'message',
    async () => {
      const { createLinkPanel } = await import('./share/link-panel.ts');
      await createLinkPanel({
        store,
        core,
        session,
        moves: byId('moves'),
        openText,
        open: { analyse: () => router.go('analyse'), board: board.focus, how: showHow },
      });
    },
  );
  // What is shown at the end of a game. Without it the status line says the result.
  loadWhen(
    ({ game }) => game.outcome !== null,
    async () => {
      const { createEndPanel } = await import('./game/end-panel.ts');
      await createEndPanel({
        store,
        core,
        session,
        engine: engine.share(),
        values,
        moves: byId('moves'),
        levelName,
        sound: () => sample('right'),
        open: { rematch, review, why, learn: learnFrom },
      });
    },
  );
  let prepared = false;
  /** Loads what a hint needs once a game has begun, so that the first one does not wait for it. */
  function prepareHints(state: State) {
    if (prepared || !state.game.moves.length || !mayAsk(state) || !navigator.onLine) return;
    prepared = true;
    // If it fails, it is loaded when a hint is asked for.
    loadHints().catch((error) => console.warn(error));
  }
  store.subscribe(prepareHints);

  return {
    router,
    atTable,
    /** @param listener called when another screen is shown */
    onRoute: (listener: () => void) => void (routed = listener),
    together: together(open),
    /** Goes to the analysis, or back to the game. */
    study: () => router.go(router.screen() === 'analyse' ? 'play' : 'analyse'),
    review,
    games: () => router.go('games'),
    share: share(open),
    newGame,
    chooseGame,
    rules: rules(open),
    help: help(open),
    settings: settings(open),
    type,
    edit,
    /** Goes on with a position that was being set up. */
    resumeEdit: (draft: SetupDraft) => !isApart(store.get()) && editor((p) => p.open(draft))(),
    /** What stands in the place of the moves before the first one. */
    offer() {
      offered = true;
      offers(() => {})();
    },
    values: () => store.update((s) => setLook(s, { values: !s.look.values })),
    resign: () => !store.get().game.outcome && endings((p) => p.resign())(),
    pace: endings((p) => p.pace()),
    hint: () => mayAsk(store.get()) && hints((p) => void p.ask())(),
    read,
    openCollection,
    /** Shows a text that could not be opened. */
    showBroken: (text: string, reason: string) => share((p) => p.openBroken(text, reason))(),
    /** Opens a link of a game by message. */
    receive: (...link: Parameters<Receiver['receive']>) => receiver((p) => p.receive(...link))(),
    /** Answers an invitation to a match. */
    join: (link: string) => together((p) => void p.read(link))(),
    rematch,
    /** Reconnects the current match. */
    reconnect: together((p) => p.takeUp()),
    /**
     * Loads the analysis that a reload interrupted.
     * @param loaded called without an argument if it fails to load
     */
    resumeStudy(loaded: (open?: (node: number) => boolean) => void) {
      resuming = true;
      const done = (open?: Parameters<typeof loaded>[0]) => {
        resuming = false;
        loaded(open);
        // It may not be resumed.
        if (router.screen() === 'analyse' && !store.get().study) router.replace('play');
      };
      study((p) => done(p.resume), done)();
    },
  };
}

export type Screens = ReturnType<typeof createScreens>;
