// Search and filters over the games kept on this device.
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { sideName } from '../game/words.ts';
import { find, plain } from './search.ts';
import type { Saved } from '../storage/games.ts';

/** What a game is found by. */
export interface Facts {
  /** The text that is searched. */
  words: string;
  /** The name of its rules. */
  game: string;
  /** A level's number, or who plays. */
  opponent: string;
  result: string;
}

/** Null if the game cannot be read. */
interface Row {
  item: HTMLElement;
  facts: () => Facts | null;
}

const FILTERS = ['game', 'opponent', 'result'] as const;
const RESULTS = ['win', 'draw', 'lose', 'white', 'black', 'open'] as const;

/** The result: for the player where there is one, else the side that won. */
export function resultOf({ settings: { mode, human }, record }: Saved): (typeof RESULTS)[number] {
  // The first tags are those that Rust writes.
  const result = /^\[Result "(.*)"\]$/m.exec(record)?.[1];
  if (result !== '1-0' && result !== '0-1') return result === '1/2-1/2' ? 'draw' : 'open';
  const winner = result === '1-0' ? 'white' : 'black';
  if (mode === 'people' || mode === 'watch') return winner;
  return winner === human ? 'win' : 'lose';
}

const resultName = (result: string) =>
  ({
    win: t('over.you.win'),
    draw: t('over.draw'),
    lose: t('over.you.lose'),
    white: t('over.win', { winner: sideName('white') }),
    black: t('over.win', { winner: sideName('black') }),
    open: t('games.unfinished'),
  })[result] ?? '';

/**
 * @param game the name of its rules
 * @param words what else it is found by
 */
export function factsOf(saved: Saved, game: string, words: string[]): Facts {
  const { mode, human, levels } = saved.settings;
  const result = resultOf(saved);
  const opponent =
    mode === 'computer' ? String(levels[human === 'white' ? 'black' : 'white']) : mode;
  return {
    game,
    opponent,
    result,
    words: plain([saved.name, game, resultName(result), ...words].join('\n')),
  };
}

/**
 * A choice of one thing or any; none where there is nothing to choose.
 * @param choices value and words
 */
export function choiceOf(
  label: string,
  any: string,
  choices: [string, string][],
  value: string,
  changed: (value: string) => void,
) {
  if (choices.length < 2) return null;
  const options = [['', any], ...choices].map(([v, text]) =>
    h('option', { value: v, text, selected: v === value }),
  );
  return h(
    'select',
    {
      'aria-label': label,
      onchange: (event: Event) => changed((event.target as HTMLSelectElement).value),
    },
    ...options,
  );
}

type Filter = (typeof FILTERS)[number];
type Asked = Record<Filter | 'search', string>;
type Known = Facts & { item: HTMLElement };

/** Asks for nothing. */
const NOTHING: Asked = { search: '', game: '', opponent: '', result: '' };

/** The games that are asked for. */
const matching = <T extends Facts>(games: T[], { search, ...filters }: Asked) =>
  find(
    games.filter((row) => FILTERS.every((name) => !filters[name] || row[name] === filters[name])),
    search,
  );

/** What a filter chooses between, in order. */
const valuesOf = (games: Facts[], name: Filter) => {
  const values = [...new Set(games.map((game) => game[name]))];
  if (name === 'result') return RESULTS.filter((result) => values.includes(result));
  if (name === 'game')
    return values.sort((a, b) => a.localeCompare(b, document.documentElement.lang));
  // Levels first, by strength.
  return values.sort(
    (a, b) => (Number(a) || Infinity) - (Number(b) || Infinity) || a.localeCompare(b),
  );
};

const opponentName = (opponent: string, levelName: (level: number) => string) =>
  ({
    people: t('games.people'),
    away: t('new.mode.together'),
    watch: t('new.mode.watch'),
    message: t('new.mode.message'),
    shared: t('games.shared'),
  })[opponent] ?? levelName(Number(opponent));

const LABELS = {
  game: ['new.game', 'games.any.game'],
  opponent: ['games.opponent', 'games.any.opponent'],
  result: ['collection.order.result', 'games.any.result'],
} as const;

/** @param onFound called with what is shown */
export function createFinder(
  levelName: (level: number) => string,
  onFound: (items: Set<HTMLElement>) => void,
) {
  let asked = { ...NOTHING };
  let rows: Row[] = [];

  /** The rows that can be read. */
  const known = (): Known[] =>
    rows.flatMap(({ item, facts }) => {
      const found = facts();
      return found ? [{ item, ...found }] : [];
    });

  const names = {
    game: (value: string) => value,
    opponent: (value: string) => opponentName(value, levelName),
    result: resultName,
  };

  const count = h('span', { role: 'status' });
  const all = h('button', {
    type: 'button',
    class: 'small-button',
    text: () => t('games.all'),
    onclick: () => (clear(), tools.querySelector('input')?.focus()),
  });
  const line = h('p', { class: 'games-found' }, count, all);
  const tools = h('div', { class: 'games-tools', role: 'search' });

  function show() {
    const games = known();
    const found = matching(games, asked);
    const asks = Object.values(asked).some((text) => text.trim());
    const items = new Set((asks ? found : rows).map(({ item }) => item));
    for (const { item } of rows) item.hidden = !items.has(item);
    all.hidden = !asks;
    // Empty until something has been asked for.
    if (asks || count.textContent)
      count.textContent = found.length
        ? t('collection.count', { shown: found.length, n: games.length })
        : t('games.no-match');
    line.hidden = !count.textContent;
    onFound(items);
  }

  function ask(name: keyof Asked, value: string) {
    asked[name] = value;
    show();
  }

  function clear() {
    asked = { ...NOTHING };
    build();
    show();
  }

  function build() {
    const games = known();
    tools.hidden = games.length < 2;
    const search = h('input', {
      type: 'search',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-label': t('games.search'),
      placeholder: t('collection.search'),
      oninput: () => ask('search', search.value),
    }) as HTMLInputElement;
    search.value = asked.search;
    tools.replaceChildren(search, ...FILTERS.flatMap((name) => filter(name, games) ?? []));
  }

  function filter(name: Filter, games: Known[]) {
    const values: string[] = valuesOf(games, name);
    if (!values.includes(asked[name])) asked[name] = '';
    const [label, any] = LABELS[name];
    const choices = values.map((value): [string, string] => [value, names[name](value)]);
    return choiceOf(t(label), t(any), choices, asked[name], (value) => ask(name, value));
  }

  return {
    /** What stands above a list of games. */
    body(games: Row[]) {
      rows = games;
      count.textContent = '';
      build();
      show();
      return [tools, line];
    },
  };
}
