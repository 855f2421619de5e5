// Each screen has an address: `#/learn/3` is the screen "learn" with the path ['3'], and no fragment at all is the first screen.
// Other fragments hold games, see share/open.js.

/** @typedef {{ screen: string, path: string[] }} Route */

/**
 * The screen that a fragment names; an unknown one is the first screen. Null for a fragment that is no address.
 * @param {string} hash @param {readonly string[]} screens @returns {Route | null}
 */
export function parseRoute(hash, screens) {
  const [first = ''] = screens;
  if (!/^#?$|^#\//.test(hash)) return null;
  const [screen = '', ...path] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .filter(Boolean)
    .map(decode);
  return screens.includes(screen) ? { screen, path } : { screen: first, path: [] };
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * @param {readonly string[]} screens the first needs no fragment
 * @param {(route: Route, before: Route | null) => void} show
 */
export function createRouter(screens, show) {
  const [first = ''] = screens;
  /** @type {Route | null} */
  let current = null;

  /** Shows the screen that the page's address names, if it is another one. */
  function follow() {
    const route = parseRoute(location.hash, screens);
    if (!route || (current && addressOf(route) === addressOf(current))) return;
    const before = current;
    current = route;
    show(route, before);
  }

  addEventListener('hashchange', follow);

  /** @param {string} screen @param {...string} path */
  const hrefOf = (screen, ...path) =>
    screen === first ? location.pathname + location.search : addressOf({ screen, path });

  return {
    follow,
    /** The name of the current screen. */
    screen: () => current?.screen ?? first,
    /** Is this still the current route? @param {Route} route */
    isAt: (route) => current === route,
    /** @param {string} screen @param {...string} path */
    go(screen, ...path) {
      if (current && addressOf({ screen, path }) === addressOf(current)) return;
      history.pushState(history.state, '', hrefOf(screen, ...path));
      follow();
    },
    /** As `go`, without a step back. @param {string} screen @param {...string} path */
    replace(screen, ...path) {
      history.replaceState(history.state, '', hrefOf(screen, ...path));
      follow();
    },
    /**
     * The attributes of a link to a screen.
     * @param {string} screen @param {...string} path
     */
    link(screen, ...path) {
      return {
        href: screen === first ? '#/' : addressOf({ screen, path }),
        /** @param {MouseEvent} event */
        onclick: (event) => {
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

/** @typedef {ReturnType<typeof createRouter>} Router */

/** @param {Route} route */
const addressOf = ({ screen, path }) => `#/${[screen, ...path].map(encodeURIComponent).join('/')}`;
