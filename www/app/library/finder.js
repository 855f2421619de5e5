// Search and filters over the games kept on this device.
import { h } from '../platform/dom.js';
import { t } from '../i18n/i18n.js';
import { sideName } from '../game/words.js';
import { find, plain } from './search.js';

/**
 * @typedef {import('../storage/games.js').Saved} Saved
 * @typedef {object} Facts what a game is found by
 * @property {string} words the text that is searched
 * @property {string} game    the name of its rules
 * @property {string} opponent a level's number, or who plays
 * @property {string} result
 * @typedef {{ item: HTMLElement, facts: () => Facts | null }} Row null if the game cannot be read
 */

const FILTERS = /** @type {const} */ (['game', 'opponent', 'result']);
const RESULTS = /** @type {const} */ (['win', 'draw', 'lose', 'white', 'black', 'open']);

/** The result: for the player where there is one, else the side that won. @param {Saved} saved @returns {(typeof RESULTS)[number]} */
export function resultOf({ settings: { mode, human }, record }) {
  // The first tags are those that Rust writes.
  const result = /^\[Result "(.*)"\]$/m.exec(record)?.[1];
  if (result !== '1-0' && result !== '0-1') return result === '1/2-1/2' ? 'draw' : 'open';
  const winner = result === '1-0' ? 'white' : 'black';
  if (mode === 'people' || mode === 'watch') return winner;
  return winner === human ? 'win' : 'lose';
}

/** @param {string} result */
const resultName = (result) =>
  ({
    win: t('over.you.win'),
    draw: t('over.draw'),
    lose: t('over.you.lose'),
    white: t('over.win', { winner: sideName('white') }),
    black: t('over.win', { winner: sideName('black') }),
    open: t('games.unfinished'),
  })[result] ?? '';

/** @param {Saved} saved @param {string} game the name of its rules @param {string[]} words what else it is found by @returns {Facts} */
export function factsOf(saved, game, words) {
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
 * @param {string} label @param {string} any @param {[string, string][]} choices value and words @param {string} value @param {(value: string) => void} changed
 */
export function choiceOf(label, any, choices, value, changed) {
  if (choices.length < 2) return null;
  const options = [['', any], ...choices].map(([v, text]) =>
    h('option', { value: v, text, selected: v === value }),
  );
  return h(
    'select',
    {
      'aria-label': label,
      onchange: (/** @type {Event} */ event) =>
        changed(/** @type {HTMLSelectElement} */ (event.target).value),
    },
    ...options,
  );
}

/**
 * @param {(level: number) => string} levelName
 * @param {(items: Set<HTMLElement>) => void} onFound called with what is shown
 */
export function createFinder(levelName, onFound) {
  /** What is asked for; an empty text asks for nothing. */
  let asked = { search: '', game: '', opponent: '', result: '' };
  /** @type {Row[]} */
  let rows = [];

  /** The rows that can be read. */
  const known = () =>
    rows
      .flatMap(({ item, facts }) => ({ item, ...(facts() ?? []) }))
      .filter((row) => 'words' in row);

  /** @param {string} opponent */
  const opponentName = (opponent) =>
    ({
      people: t('games.people'),
      away: t('new.mode.device'),
      watch: t('new.mode.watch'),
      message: t('new.mode.message'),
      shared: t('games.shared'),
    })[opponent] ?? levelName(Number(opponent));

  /** The choices of a filter that the games have, in order. @type {Record<(typeof FILTERS)[number], (values: string[]) => [string, string][]>} */
  const choices = {
    game: (values) =>
      values
        .sort((a, b) => a.localeCompare(b, document.documentElement.lang))
        .map((value) => [value, value]),
    // Levels first, by strength.
    opponent: (values) =>
      values
        .sort((a, b) => (Number(a) || Infinity) - (Number(b) || Infinity) || a.localeCompare(b))
        .map((value) => [value, opponentName(value)]),
    result: (values) =>
      RESULTS.filter((result) => values.includes(result)).map((value) => [
        value,
        resultName(value),
      ]),
  };
  const labels = /** @type {const} */ ({
    game: ['new.game', 'games.any.game'],
    opponent: ['games.opponent', 'games.any.opponent'],
    result: ['collection.order.result', 'games.any.result'],
  });

  const count = h('span', { role: 'status' });
  const all = h('button', {
    type: 'button',
    class: 'small-button',
    text: () => t('games.all'),
    onclick: () => (clear(), field()?.focus()),
  });
  const line = h('p', { class: 'games-found' }, count, all);
  const tools = h('div', { class: 'games-tools', role: 'search' });
  const field = () => tools.querySelector('input');

  function show() {
    const games = known();
    const { search, ...filters } = asked;
    const found = find(
      games.filter((row) => FILTERS.every((name) => !filters[name] || row[name] === filters[name])),
      search,
    );
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

  function clear() {
    asked = { search: '', game: '', opponent: '', result: '' };
    build();
    show();
  }

  function build() {
    const games = known();
    tools.hidden = games.length < 2;
    const search = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'search',
        autocomplete: 'off',
        spellcheck: 'false',
        'aria-label': t('games.search'),
        placeholder: t('collection.search'),
        oninput: () => ((asked.search = search.value), show()),
      })
    );
    search.value = asked.search;
    tools.replaceChildren(
      search,
      ...FILTERS.flatMap((name) => filter(name, [...new Set(games.map((row) => row[name]))])),
    );
  }

  /** @param {(typeof FILTERS)[number]} name @param {string[]} values */
  function filter(name, values) {
    if (!values.includes(asked[name])) asked[name] = '';
    const [label, any] = labels[name];
    return (
      choiceOf(
        t(label),
        t(any),
        choices[name](values),
        asked[name],
        (value) => ((asked[name] = value), show()),
      ) ?? []
    );
  }

  return {
    /** What stands above a list of games. @param {Row[]} games */
    body(games) {
      rows = games;
      count.textContent = '';
      build();
      show();
      return [tools, line];
    },
  };
}
