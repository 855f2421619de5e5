// @vitest-environment happy-dom
/** Screens by their addresses. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRouter, parseRoute } from '../../www/app/platform/router.ts';

const SCREENS = ['play', 'learn', 'games'];

test.each([
  ['', 'play', []],
  ['#', 'play', []],
  ['#/', 'play', []],
  ['#/learn', 'learn', []],
  ['#/learn/', 'learn', []],
  ['#/learn/3', 'learn', ['3']],
  ['#/games/a%20b/c', 'games', ['a b', 'c']],
  ['#/games/100%', 'games', ['100%']],
  ['#/nowhere/3', 'play', []],
])('%s is the screen %s with the path %j', (hash, screen, path) => {
  expect(parseRoute(hash, SCREENS)).toEqual({ screen, path });
});

test.each(['#m=abc', '#position=x/y', '#join=1', '#learn'])(
  '%s is no address of a screen',
  (hash) => {
    expect(parseRoute(hash, SCREENS)).toBeNull();
  },
);

/** @type {string[]} */
let shown = [];
/** @type {import('../../www/app/platform/router.ts').Router} */
let router;
/** @type {AbortController} */
let over;
const text = (/** @type {import('../../www/app/platform/router.ts').Route | null} */ route) =>
  route && [route.screen, ...route.path].join('/');

beforeEach(() => {
  history.replaceState(null, '', location.pathname);
  shown = [];
  // What listens is of one test only.
  over = new AbortController();
  const { addEventListener } = window;
  vi.stubGlobal('addEventListener', (/** @type {string} */ type, /** @type {any} */ hear) =>
    addEventListener.call(window, type, hear, { signal: over.signal }),
  );
  router = createRouter(
    SCREENS,
    (route, before) => void shown.push(`${text(before)} > ${text(route)}`),
  );
  router.follow();
});
afterEach(() => {
  over.abort();
  history.replaceState(null, '', location.pathname);
});

test('goes to a screen and back to the first, whose address has no fragment', () => {
  router.go('learn', '3');
  expect([location.hash, router.screen()]).toEqual(['#/learn/3', 'learn']);
  router.go('learn', '3');
  router.replace('games');
  expect(location.hash).toBe('#/games');
  router.go('play');
  expect(location.hash).toBe('');
  expect(shown).toEqual(['null > play', 'play > learn/3', 'learn/3 > games', 'games > play']);
});

test('an address that is typed is followed; one that holds a game is left alone', () => {
  history.pushState(null, '', '#/games');
  dispatchEvent(new Event('hashchange'));
  history.pushState(null, '', '#m=abc');
  dispatchEvent(new Event('hashchange'));
  expect(shown).toEqual(['null > play', 'play > games']);
});

test('a link goes there, but leaves a new tab to the browser, and does nothing where one is already', () => {
  const { href, onclick } = router.link('learn', '3');
  expect([href, router.link('play').href]).toEqual(['#/learn/3', '#/']);
  const press = (/** @type {MouseEventInit} */ how) => {
    const event = new MouseEvent('click', { cancelable: true, ...how });
    onclick(event);
    return event.defaultPrevented;
  };
  expect(press({ ctrlKey: true })).toBe(false);
  expect(shown).toHaveLength(1);
  const { length } = history;
  expect(press({})).toBe(true);
  expect(press({})).toBe(true);
  expect(history.length).toBe(length + 1);
  expect(shown).toEqual(['null > play', 'play > learn/3']);
});

test('knows whether a route is still the current one', () => {
  /** @type {import('../../www/app/platform/router.ts').Route[]} */
  const routes = [];
  const other = createRouter(SCREENS, (route) => void routes.push(route));
  other.go('learn');
  other.go('games');
  expect(routes.map((route) => other.isAt(route))).toEqual([false, true]);
});
