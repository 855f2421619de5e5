// Each screen has an address: `#/learn/3` is the screen "learn" with the path ['3'], and no
// fragment at all is the first screen.
// Other fragments hold games, see share/open.ts.

export interface Route {
  screen: string;
  path: string[];
}

/**
 * The screen that a fragment names; an unknown one is the first screen. Null for a fragment that is
 * no address.
 */
export function parseRoute(hash: string, screens: readonly string[]): Route | null {
  const [first = ''] = screens;
  if (!/^#?$|^#\//.test(hash)) return null;
  const [screen = '', ...path] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .filter(Boolean)
    .map(decode);
  return screens.includes(screen) ? { screen, path } : { screen: first, path: [] };
}

function decode(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param screens the first needs no fragment */
export function createRouter(
  screens: readonly string[],
  show: (route: Route, before: Route | null) => void,
) {
  const [first = ''] = screens;
  let current: Route | null = null;

  /** Shows the screen that the page's address names, if it is another one. */
  function follow() {
    const route = parseRoute(location.hash, screens);
    if (!route || (current && addressOf(route) === addressOf(current))) return;
    const before = current;
    current = route;
    show(route, before);
  }

  addEventListener('hashchange', follow);

  const hrefOf = (screen: string, ...path: string[]) =>
    screen === first ? location.pathname + location.search : addressOf({ screen, path });

  return {
    follow,
    /** The name of the current screen. */
    screen: () => current?.screen ?? first,
    /** Is this still the current route? */
    isAt: (route: Route) => current === route,
    go(screen: string, ...path: string[]) {
      if (current && addressOf({ screen, path }) === addressOf(current)) return;
      history.pushState(history.state, '', hrefOf(screen, ...path));
      follow();
    },
    /** As `go`, without a step back. */
    replace(screen: string, ...path: string[]) {
      history.replaceState(history.state, '', hrefOf(screen, ...path));
      follow();
    },
    /** The attributes of a link to a screen. */
    link(screen: string, ...path: string[]) {
      return {
        href: screen === first ? '#/' : addressOf({ screen, path }),
        onclick: (event: MouseEvent) => {
          // A new tab or window is the browser's to open.
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button)
            return;
          event.preventDefault();
          this.go(screen, ...path);
        },
      };
    },
  };
}

export type Router = ReturnType<typeof createRouter>;

const addressOf = ({ screen, path }: Route) =>
  `#/${[screen, ...path].map(encodeURIComponent).join('/')}`;
