// The list of games stored on this device, to resume, rename or delete. Loaded on demand.
import './games.css';
import loadWords from '../i18n/library.words.ts';
import { h, rest } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { download } from '../platform/pass-on.ts';
import { createScreen } from '../ui/screen.ts';
import { listEntries } from './games-entries.ts';
import { bar, counted, nothing } from './figures.ts';
import { createFinder, factsOf } from './finder.ts';
import { createItem, draw, players, usualName, type Games } from './games-item.ts';
import { readResults } from '../storage/results.ts';
import { tabs } from './games-tabs.ts';
import type { Shell } from '../ui/shell.ts';
import type { Router } from '../platform/router.ts';

type Item = ReturnType<typeof createItem>;

/** The maximum time spent drawing before yielding, in milliseconds. */
const SLICE = 12;

/**
 * Formats dates in the page's language, in the player's regional form if the browser lists one.
 */
function dates() {
  const { lang } = document.documentElement;
  const locale = navigator.languages.find((l) => l.split('-')[0] === lang.split('-')[0]) ?? lang;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
}

/** What a game is found by. */
function facts({ games, entry, when }: Item) {
  const { saved } = entry;
  if (!saved) return null;
  const { played } = saved;
  entry.facts ??= factsOf(saved, usualName(games, saved), [
    players(games, saved),
    ...(played ? [when.format(played), new Date(played).toISOString()] : []),
  ]);
  return entry.facts;
}

/**
 * Draws the boards in small batches.
 * @param isStale is another list shown?
 */
async function drawAll(items: Item[], isStale: () => boolean) {
  let started = performance.now();
  for (const item of items) {
    draw(item);
    if (performance.now() - started < SLICE) continue;
    await rest();
    if (isStale()) return;
    started = performance.now();
  }
}

/** What has been won so far, as the way to the statistics. */
function results(router: Router) {
  const n = counted(readResults().filter(({ mode }) => mode === 'computer'));
  const all = n.won + n.drawn + n.lost;
  return all
    ? h(
        'a',
        { class: 'games-results', ...router.link('games', 'statistics') },
        h('span', { text: t('statistics.counts', n) }),
        bar(n, all, false),
      )
    : null;
}

export async function createGames({
  shell,
  newGame,
  ...games
}: Games & { shell: Shell; newGame: () => void }) {
  await loadWords();
  const { store, router, levelName } = games;
  /** The list as it was last drawn. */
  let shown: Item[] = [];
  /** The records of the games that are shown. */
  let records: string[] = [];
  const save = h('button', {
    type: 'button',
    class: 'small-button',
    onclick: () => download(t('file.games'), records.join('\n')),
  });
  const finder = createFinder(levelName, (found) => {
    records = shown.flatMap(({ element, entry: { saved } }) =>
      saved && found.has(element) ? [saved.record] : [],
    );
    save.textContent = t('collection.save', { n: records.length });
    save.hidden = !records.length;
  });

  const screen = createScreen('games', shell, () => {
    const when = dates();
    const items = listEntries(store.get().slot.id).map((entry) => createItem(games, entry, when));
    shown = items;
    void drawAll(items, () => shown !== items);
    return {
      title: t('games.title'),
      tabs: tabs(router),
      body: [
        results(router),
        ...finder.body(items.map((item) => ({ item: item.element, facts: () => facts(item) }))),
        ...(items.length
          ? [
              h('ul', { class: 'games' }, ...items.map(({ element }) => element)),
              h('p', { class: 'quiet', text: t('games.about') }),
            ]
          : [nothing('games', t('games.none'), t('games.about'))]),
      ],
      foot: [
        h('button', {
          type: 'button',
          class: 'button primary',
          text: t('action.new'),
          onclick: newGame,
        }),
        save,
      ],
    };
  });

  return { show: screen.show };
}
