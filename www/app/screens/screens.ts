// The parts of the page that are loaded on first use, and what opens them.
import { createRouter } from '../platform/router.ts';
import { mayAsk } from '../state.ts';
import { SCREENS, createShell } from '../ui/shell.ts';
import { createActs } from './acts.ts';
import { createParts, type Page } from './parts.ts';
import { createRoutes } from './routes.ts';
import type { createLater } from '../platform/later.ts';
import type { State } from '../types.ts';

/** Options that call for special.ts. */
const SPECIAL =
  /placing=(?!take)|starts=(?!next)|lines=(?!always)|between=(?:enclosed|either)|again=capture|leap=take|blocked=(?:take|free)|full=(?:one|each)/;

export function createScreens(
  given: Omit<Page, 'router' | 'shell' | 'acts'>,
  later: ReturnType<typeof createLater>,
) {
  const { store } = given;
  const router = createRouter(SCREENS, (...route) => routes.show(...route));
  const shell = createShell(store, router, {
    settings: () => acts.settings(),
    newGame: () => acts.newGame(),
    board: given.board.focus,
  });
  const { parts, loadWhen } = createParts(later, () => page);
  const acts = createActs({ ...given, router, shell }, parts);
  const page: Page = { ...given, router, shell, acts };
  const routes = createRoutes(page, parts);

  const showValues = ({ look }: State, before = false) =>
    look.values && !before && parts.exactValues(() => {})();
  store.subscribe((now, before) => showValues(now, before.look.values));
  showValues(store.get());

  loadWhen(
    ({ rules }) => SPECIAL.test(rules.options.map(({ key, value }) => `${key}=${value}`).join()),
    'special',
  );
  loadWhen(({ rules }) => rules.custom && !rules.id, 'named');
  loadWhen(({ settings }) => settings.pair?.facing === true, 'facing');
  loadWhen(
    ({ settings }) => settings.mode === 'shared' || settings.mode === 'message',
    'linkPanel',
  );
  loadWhen(({ game }) => game.outcome !== null, 'endPanel');
  // Once a game has begun, so that the first hint does not wait for it. If that fails, it is loaded
  // when a hint is asked for.
  loadWhen((state) => state.game.moves.length > 0 && mayAsk(state) && navigator.onLine, 'hints');

  return { router, ...acts, ...routes };
}

export type Screens = ReturnType<typeof createScreens>;
