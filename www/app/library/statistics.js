// Statistics of the games played on this device. Loaded on demand.
import './statistics.css';
import loadWords from '../i18n/library.words.js';
import { currentLanguage, t } from '../i18n/i18n.js';
import { h } from '../platform/dom.js';
import { download } from '../platform/pass-on.js';
import { eraseResults, exportResults, importResults, readResults, restoreResults, side } from '../storage/results.js';
import { createScreen } from '../platform/screen.js';
import { tabs } from './tabs.js';
import { variantName } from '../game/words.js';

/** @typedef {import('../storage/results.js').Result} Result */

/** The maximum number of months listed, and the maximum file size in bytes. */
const MONTHS = 12;
const LARGEST = 5_000_000;

/**
 * @param {object} parts
 * @param {import('../types').Core} parts.core
 * @param {import('../home/shell.js').Shell} parts.shell
 * @param {import('../platform/router.js').Router} parts.router
 * @param {(level: number) => string} parts.levelName
 */
export async function createStatistics({ core, shell, router, levelName }) {
  await loadWords();
  /** The status message to show next, and the results that can be restored. */
  let message = '';
  /** @type {Result[]} */
  let erased = [];

  /** @param {string} spec */
  const variant = (spec) => variantName(core, spec);

  /** Summarises games as lines of text. @param {Result[]} games */
  function sums(games) {
    const n = { won: 0, drawn: 0, lost: 0 };
    for (const game of games) n[side(game)]++;
    const people = games.every(({ mode }) => mode === 'people');
    const judged = games.flatMap(({ accuracy, mode, human }) => (accuracy && mode === 'computer' && accuracy[human] !== null ? [accuracy[human]] : []));
    const hints = games.reduce((sum, game) => sum + game.hints, 0);
    return [
      [t('statistics.games', { n: games.length }), t(people ? 'statistics.counts.people' : 'statistics.counts', n)].join(' · '),
      judged.length ? t('statistics.accuracy', { percent: (judged.reduce((sum, a) => sum + a, 0) / judged.length).toFixed(1), n: judged.length }) : '',
      hints ? t('statistics.hints', { n: hints }) : '',
    ].filter(Boolean);
  }

  /** @param {Result[]} games @param {(game: Result) => string} name @returns {[string, Result[]][]} */
  function grouped(games, name) {
    /** @type {Map<string, Result[]>} */
    const groups = new Map();
    for (const game of games) groups.set(name(game), [...(groups.get(name(game)) ?? []), game]);
    return [...groups];
  }

  /** @param {[string, Result[]][]} groups */
  const list = (groups) =>
    h('ul', { class: 'statistics' }, ...groups.map(([name, games]) => h('li', {}, h('h3', { text: name }), ...sums(games).map((text) => h('p', { text })))));

  /** @param {Result[]} games */
  function body(games) {
    const people = games.filter(({ mode }) => mode === 'people');
    const mine = games.filter(({ mode }) => mode === 'computer');
    const month = new Intl.DateTimeFormat(currentLanguage(), { year: 'numeric', month: 'long' });
    return [
      mine.length ? h('section', {}, h('h2', { text: t('statistics.all') }), ...sums(mine).map((text) => h('p', { text }))) : null,
      mine.length ? h('section', {}, h('h2', { text: t('statistics.opponents') }), list(grouped(mine, ({ spec, level }) => t('statistics.against', { variant: variant(spec), level: levelName(level) })))) : null,
      people.length ? h('section', {}, h('h2', { text: t('games.people') }), list(grouped(people, ({ spec }) => variant(spec)))) : null,
      mine.length ? h('section', {}, h('h2', { text: t('statistics.months') }), list(grouped([...mine].reverse(), ({ ended }) => month.format(ended)).slice(0, MONTHS))) : null,
    ].filter((el) => el !== null);
  }

  async function choose() {
    const field = /** @type {HTMLInputElement} */ (h('input', { type: 'file', accept: '.json,application/json' }));
    field.onchange = async () => {
      const file = field.files?.[0];
      if (!file) return;
      try {
        if (file.size > LARGEST) throw new Error('too large');
        message = t('statistics.imported', { n: importResults(await file.text()) });
      } catch (error) {
        console.warn('The statistics are refused:', error);
        message = t('statistics.bad');
      }
      screen.show();
    };
    field.click();
  }

  const screen = createScreen('statistics', shell, () => {
    const games = readResults();
    const words = message;
    message = '';
    /** @param {import('../i18n/i18n.js').Key} key @param {() => void} run */
    const button = (key, run) => h('button', { type: 'button', class: 'button', text: t(key), onclick: run });
    const back = () => {
      restoreResults(erased);
      erased = [];
      screen.show();
    };
    const erase = () => {
      erased = eraseResults();
      message = t('statistics.erased');
      screen.show();
    };
    return {
      title: t('menu.statistics'),
      tabs: tabs(router),
      body: [
        h('p', { role: 'status', class: 'statistics-said', text: words }),
        ...(words && erased.length ? [h('button', { type: 'button', class: 'small-button', text: t('games.undo'), onclick: back })] : []),
        ...(games.length ? body(games) : [h('p', { text: t('statistics.none') })]),
        h('p', { class: 'quiet', text: t('statistics.about') }),
      ],
      foot: [
        ...(games.length ? [button('statistics.export', () => download(t('file.statistics'), exportResults())), button('statistics.erase', erase)] : []),
        button('statistics.import', () => void choose()),
      ],
    };
  });

  return { show: screen.show };
}
