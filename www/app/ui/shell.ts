// What is always in sight: the five doors, the settings, and a place for the screen that is open.
import { isHuman, type Store } from '../state.ts';
import { byId, h, icon, iconButton } from './dom.ts';
import { observe } from './observe.ts';
import { t, type Key } from '../i18n/i18n.ts';
import type { Router } from '../platform/router.ts';

/** The screens by the names in their addresses. The first two show the game at the table. */
export const SCREENS = ['play', 'analyse', 'learn', 'puzzles', 'games'] as const;

/** In the order in which they stand. */
const DOORS: [(typeof SCREENS)[number], Parameters<typeof icon>[0], Key][] = [
  ['play', 'play', 'door.play'],
  ['learn', 'book', 'door.learn'],
  ['puzzles', 'puzzle', 'door.puzzles'],
  ['analyse', 'chart', 'door.analyse'],
  ['games', 'games', 'door.games'],
];

interface Open {
  settings: () => void;
  newGame: () => void;
  /** Gives it the focus. */
  board: () => void;
}

/** Puts the doors, the settings and the way to the board in their place. */
function furnish(doors: HTMLElement, router: Router, open: Open) {
  const links = DOORS.map(([name, picture, key]) =>
    h(
      'a',
      { class: 'door', 'data-door': name, ...router.link(name) },
      icon(picture),
      h('span', { text: () => t(key) }),
    ),
  );
  // First in the order of Tab.
  const skip = h('a', {
    class: 'skip',
    href: '#board',
    text: () => t('skip.board'),
    onclick: (event: Event) => (event.preventDefault(), open.board()),
  });
  doors.before(skip);
  doors.append(h('p', { class: 'doors-name', 'aria-hidden': 'true', text: 'Merels' }), ...links);
  const gear = () => t('menu.settings');
  doors.after(
    h(
      'button',
      {
        type: 'button',
        class: 'door gear',
        'data-action': 'settings',
        title: gear,
        'aria-label': gear,
        onclick: open.settings,
      },
      icon('gear'),
      h('span', { text: gear }),
    ),
  );
  return { links, skip };
}

export function createShell(store: Store, router: Router, open: Open) {
  const table = byId('page');
  const host = byId('screen');
  const doors = byId('doors');
  const { links, skip } = furnish(doors, router, open);
  const [play] = links;
  /** The heading of the screen that is open; null at the table. */
  let heading: string | null = null;

  /** Is an unfinished game waiting while something else is looked at? */
  const waits = () =>
    router.screen() !== 'play' && store.get().game.played.length > 0 && !store.get().game.outcome;

  function mark() {
    const state = store.get();
    const at = router.screen();
    links.forEach((link, i) =>
      DOORS[i]?.[0] === at
        ? link.setAttribute('aria-current', 'page')
        : link.removeAttribute('aria-current'),
    );
    skip.hidden = heading !== null;
    const turn = at !== 'analyse' && waits() && isHuman(state, state.game.turn);
    play?.classList.toggle('calls', turn);
    if (turn) play?.setAttribute('aria-label', t('doors.turn', { door: t('door.play') }));
    else play?.removeAttribute('aria-label');
    doors.setAttribute('aria-label', t('doors.label'));
    document.title = t('app.title', {
      variant: heading ?? (at === 'analyse' ? t('door.analyse') : state.rules.name),
    });
    for (const way of host.querySelectorAll('.way-back')) {
      way.classList.toggle('calls', turn);
      way.textContent = t(turn ? 'doors.your-turn' : 'doors.your-game');
      (way as HTMLElement).hidden = !waits();
    }
  }

  observe(
    store,
    ({ game, rules, language, settings, analysis }) => [
      game,
      rules,
      language,
      settings,
      analysis === null,
    ],
    mark,
  );

  return {
    mark,
    /** A link back to the game at the table, where one waits. */
    wayBack: () => h('a', { class: 'way-back', ...router.link('play') }),
    /** A button for a new game. */
    newGame: () =>
      iconButton('plus', t('action.new'), open.newGame, {
        class: 'icon-button new-here',
        title: t('action.new'),
      }),
    /** Shows a screen. */
    show(element: HTMLElement, title: string) {
      heading = title;
      if (element.parentElement !== host) host.replaceChildren(element);
      host.hidden = false;
      table.classList.add('away');
      mark();
    },
    /** Shows the game at the table. */
    showTable() {
      heading = null;
      host.hidden = true;
      host.replaceChildren();
      table.classList.remove('away');
      mark();
    },
    isTableShown: () => heading === null,
  };
}

export type Shell = ReturnType<typeof createShell>;
