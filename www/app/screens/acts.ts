// What the page's buttons, keys and parts do.
import { pickSide } from '../game/session.ts';
import { isTogether, mayAsk, mayAnalyse, setLook } from '../state.ts';
import { afterFrame, byId } from '../ui/dom.ts';
import type { Receiver } from '../share/receive.ts';
import type { Draft, RulesInfo, SetupDraft } from '../types.ts';
import type { Page, Parts } from './parts.ts';

const open = (part: { open: () => unknown }) => void part.open();

/** Is the game at the table on the screen? */
const isAtTable = ({ router, shell }: Pick<Page, 'router' | 'shell'>) =>
  /^(?:play|analyse)$/.test(router.screen()) && shell.isTableShown();

/** What begins, opens and ends a game. */
function gameActs({ store, session, board, router, openText }: Omit<Page, 'acts'>, parts: Parts) {
  return {
    newGame: parts.newGame(open),
    chooseGame: parts.newGame((p) => p.open(true)),
    start({ colour, ...settings }: Draft) {
      session.newGame({ ...settings, human: pickSide(colour) });
      board.focus();
    },
    begin(level = 1) {
      session.newGame({
        ...store.get().settings,
        spec: 'nine',
        mode: 'computer',
        human: 'white',
        levels: { white: level, black: level },
        clock: null,
      });
      // After the heading of the table has had it.
      queueMicrotask(() => afterFrame(board.focus));
    },
    openHere(...args: Parameters<typeof openText>) {
      const { slot, analysis } = store.get();
      openText(...args);
      if (analysis && store.get().slot.id !== slot.id && mayAnalyse(store.get()))
        parts.analysis((p) => void p.open())();
    },
    openCollection: (file: File) => parts.collection((p) => p.read(file))(),
    /** Shows a text that could not be opened. */
    showBroken: (text: string, reason: string, error?: unknown) =>
      parts.share((p) => p.openBroken(text, reason, error))(),
    /** Opens a link of a game by message. */
    receive: (...link: Parameters<Receiver['receive']>) =>
      parts.receiver((p) => p.receive(...link))(),
    games: () => router.go('games'),
    share: parts.share(open),
    resign: () => !store.get().game.outcome && parts.endings((p) => p.resign())(),
    pace: parts.endings((p) => p.pace()),
    rematch: () =>
      store.get().settings.mode === 'away'
        ? parts.together((p) => p.rematch())()
        : session.rematch(),
    together: parts.together(open),
    /** Answers an invitation to a match. */
    join: (link: string) => parts.together((p) => void p.read(link))(),
    /** Reconnects the current match. */
    reconnect: parts.together((p) => p.takeUp()),
  };
}

/** What looks into a game. */
function analysisActs({ router, openText }: Omit<Page, 'acts'>, parts: Parts) {
  return {
    /** Goes to the analysis, or back to the game. */
    analysis: () => router.go(router.screen() === 'analyse' ? 'play' : 'analyse'),
    /** Analyses a position in place of the current game. Opening it shows the table first. */
    analyseFrom(line: string) {
      openText(line);
      afterFrame(() => router.go('analyse'));
    },
    intoAnalysis: (opened: () => void) =>
      parts.analysis((p) => {
        opened();
        if (!p.goOn()) router.go('play');
      })(),
    review: parts.analysis((p) => p.review()),
    why: (node: number) => parts.analysis((p) => p.resume(node))(),
    learn: (nodes: number[]) => parts.analysis((p) => p.learn(nodes))(),
  };
}

export function createActs(page: Omit<Page, 'acts'>, parts: Parts) {
  const { store, router } = page;
  /** Shows the table, and then a part of it. */
  const atTable = (run: () => void) => {
    if (!isAtTable(page)) router.go('play');
    run();
  };
  return {
    ...gameActs(page, parts),
    ...analysisActs(page, parts),
    atTable: () => isAtTable(page),
    rules: parts.rules(open),
    help: parts.help(open),
    settings: parts.settings(open),
    showHow: (game: RulesInfo) => parts.how((p) => void p.open(game))(),
    /** @param begun what has been typed already */
    type: (begun?: string) => atTable(parts.typed((p) => p.open(begun))),
    edit: () => void (isTogether(store.get()) || atTable(parts.editor((p) => p.open()))),
    /** Puts a position right that cannot be played. */
    setUp: (draft: SetupDraft) => atTable(parts.editor((p) => p.open(draft))),
    /** Goes on with a position that was being set up. */
    resumeEdit: (draft: SetupDraft) =>
      !isTogether(store.get()) && parts.editor((p) => p.open(draft))(),
    values: () => store.update((s) => setLook(s, { values: !s.look.values })),
    hint: () => mayAsk(store.get()) && parts.hints((p) => void p.ask())(),
    read: parts.reading(({ boardText }) => {
      const live = byId('reading');
      // Cleared first, so that the same text is read again.
      live.textContent = '';
      setTimeout(() => (live.textContent = boardText(store.get())), 50);
    }),
  };
}
