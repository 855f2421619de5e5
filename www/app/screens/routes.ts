// Which part shows the screen of an address.
import { mayAnalyse } from '../state.ts';
import { afterFrame, byId } from '../ui/dom.ts';
import type { Route } from '../platform/router.ts';
import type { Page, Parts } from './parts.ts';

/** The screens beside the table: the beginning of the address, and the part. */
const SCREENS = [
  ['learn', 'learn'],
  ['puzzles', 'puzzles'],
  ['games/statistics', 'statistics'],
  ['games/file', 'collection'],
  ['games', 'games'],
] as const;

export function createRoutes({ store, router, shell }: Omit<Page, 'acts'>, parts: Parts) {
  let routed = () => {};
  /** Have the offers been asked for? */
  let offered = false;
  /** Is the analysis that a reload interrupted still loading? */
  let resuming = false;

  /** @param before null as the page opens: the focus stays where it is */
  function toTable(before: Route | null) {
    shell.showTable();
    if (offered) parts.offers((p) => p.refresh())();
    if (before) afterFrame(() => byId('bar').querySelector('h1')?.focus({ preventScroll: true }));
  }

  function analyse(route: Route, before: Route | null) {
    const state = store.get();
    if (resuming || state.analysis) return shell.showTable();
    const still = (run: () => void) => () => router.isAt(route) && run();
    const failed = still(() => router.replace(before?.screen ?? 'play', ...(before?.path ?? [])));
    if (!mayAnalyse(state)) return parts.notNow((p) => still(p.show)(), failed)();
    shell.showTable();
    parts.analysis((p) => still(p.open)(), failed)();
  }

  /** What is on the screen stays there until the next one has been loaded. */
  function beside(route: Route, before: Route | null) {
    const address = [route.screen, ...route.path].join('/');
    const name = SCREENS.find(([start]) => `${address}/`.startsWith(`${start}/`))?.[1];
    parts[name ?? 'games'](
      (part) => router.isAt(route) && void part.show(route.path),
      () =>
        router.isAt(route) &&
        (before ? router.replace(before.screen, ...before.path) : router.replace('play')),
    )();
  }

  store.subscribe((now, before) => {
    // Another game has been opened: it is shown.
    if (now.slot.id !== before.slot.id && !now.analysis && router.screen() !== 'play')
      return router.go('play');
    if (now.analysis && !before.analysis && router.screen() !== 'analyse') router.go('analyse');
    else if (!now.analysis && before.analysis && router.screen() === 'analyse') router.go('play');
  });

  return {
    /** Shows the screen of an address. */
    show(route: Route, before: Route | null) {
      const { screen } = route;
      if (before?.screen === 'analyse' && screen !== 'analyse' && store.get().analysis)
        parts.analysis((p) => p.close(screen !== 'play'))();
      shell.mark();
      // What was said of the game is not said of what comes now.
      if (before && screen !== before.screen) byId('live').textContent = '';
      // Once it is shown.
      queueMicrotask(routed);
      if (screen === 'play') toTable(before);
      else if (screen === 'analyse') analyse(route, before);
      else beside(route, before);
    },
    /** @param listener called when another screen is shown */
    onRoute: (listener: () => void) => void (routed = listener),
    /** What stands in the place of the moves before the first one. */
    offer() {
      offered = true;
      parts.offers(() => {})();
    },
    /**
     * Loads the analysis that a reload interrupted.
     * @param loaded called without an argument if it fails to load
     */
    resumeAnalysis(loaded: (open?: (node: number) => boolean) => void) {
      resuming = true;
      const done = (open?: Parameters<typeof loaded>[0]) => {
        resuming = false;
        loaded(open);
        // It may not be resumed.
        if (router.screen() === 'analyse' && !store.get().analysis) router.replace('play');
      };
      parts.analysis((p) => done(p.resume), done)();
    },
  };
}
