// Statistics of the games played on this device. Loaded on demand.
import './statistics.css';
import loadWords from '../i18n/library.words.ts';
import { inDigits } from '../i18n/digits.ts';
import { currentLanguage, t, type Key } from '../i18n/i18n.ts';
import { h } from '../ui/dom.ts';
import { download } from '../platform/pass-on.ts';
import { choiceOf } from './finder.ts';
import { arePeople, bar, counted, nothing } from './figures.ts';
import {
  eraseResults,
  exportResults,
  importResults,
  readResults,
  restoreResults,
  type Result,
} from '../storage/results.ts';
import { createScreen } from '../ui/screen.ts';
import { tabs } from './games-tabs.ts';
import { sideName, variantName } from '../game/words.ts';
import type { Shell } from '../ui/shell.ts';
import type { Router } from '../platform/router.ts';
import type { Core } from '../types.ts';

/** The maximum number of months listed, and the maximum file size in bytes. */
const MONTHS = 12;
const LARGEST = 5_000_000;

export async function createStatistics({
  core,
  shell,
  router,
  levelName,
}: {
  core: Core;
  shell: Shell;
  router: Router;
  levelName: (level: number) => string;
}) {
  await loadWords();
  /** The status message to show next, and the results that can be restored. */
  let message = '';
  let erased: Result[] = [];
  /** The game of which they are; all if empty. */
  let game = '';

  const variant = (spec: string) => variantName(core, spec);

  /** Summarises games as lines of text. */
  function sums(games: Result[], n: ReturnType<typeof counted>) {
    const judged = games.flatMap(({ accuracy, mode, human }) =>
      accuracy && mode === 'computer' && accuracy[human] !== null ? [accuracy[human]] : [],
    );
    const hints = games.reduce((sum, game) => sum + game.hints, 0);
    return [
      [
        t('statistics.games', { n: games.length }),
        t(arePeople(games) ? 'statistics.counts.people' : 'statistics.counts', n),
      ].join(' · '),
      judged.length
        ? t('statistics.accuracy', {
            percent: inDigits((judged.reduce((sum, a) => sum + a, 0) / judged.length).toFixed(1)),
            n: judged.length,
          })
        : '',
      hints ? t('statistics.hints', { n: hints }) : '',
    ].filter(Boolean);
  }

  /**
   * A bar, and the figures in words.
   * @param most the number that fills the width
   */
  function figures(games: Result[], most: number = games.length) {
    const n = counted(games);
    return [bar(n, most, arePeople(games)), ...sums(games, n).map((text) => h('p', { text }))];
  }

  function grouped(games: Result[], name: (game: Result) => string): [string, Result[]][] {
    const groups: Map<string, Result[]> = new Map();
    for (const game of games) groups.set(name(game), [...(groups.get(name(game)) ?? []), game]);
    return [...groups];
  }

  /** One group of games under its heading; nothing if it is empty. */
  function section(title: Key, groups: [string, Result[]][]) {
    const most = Math.max(...groups.map(([, games]) => games.length));
    return groups.length
      ? h(
          'section',
          {},
          h('h2', { text: t(title) }),
          h(
            'ul',
            { class: 'statistics' },
            ...groups.map(([name, games]) =>
              h('li', {}, h('h3', { text: name }), ...figures(games, most)),
            ),
          ),
        )
      : null;
  }

  function body(games: Result[]) {
    const names = [...new Set(games.map(({ spec }) => variant(spec)))];
    if (!names.includes(game)) game = '';
    const shown = games.filter(({ spec }) => !game || variant(spec) === game);
    const people = shown.filter(({ mode }) => mode === 'people');
    const mine = shown.filter(({ mode }) => mode === 'computer');
    const month = new Intl.DateTimeFormat(currentLanguage(), { year: 'numeric', month: 'long' });
    const change = (value: string) => {
      game = value;
      screen.show();
      screen.element.querySelector('select')?.focus();
    };
    return [
      choiceOf(
        t('new.game'),
        t('games.any.game'),
        names.map((name) => [name, name]),
        game,
        change,
      ),
      mine.length
        ? h(
            'section',
            { class: 'statistics-all' },
            h('h2', { text: t('statistics.all') }),
            ...figures(mine),
          )
        : null,
      section(
        'statistics.levels',
        grouped(
          [...mine].sort((a, b) => a.level - b.level),
          ({ level }) => levelName(level),
        ),
      ),
      game
        ? null
        : section(
            'statistics.variants',
            grouped(mine, ({ spec }) => variant(spec)),
          ),
      section(
        'statistics.colours',
        grouped(
          [...mine].sort((a, b) => -a.human.localeCompare(b.human)),
          ({ human }) => sideName(human),
        ),
      ),
      section(
        'statistics.months',
        grouped(
          [...mine].sort((a, b) => b.ended - a.ended),
          ({ ended }) => month.format(ended),
        ).slice(0, MONTHS),
      ),
      section(
        'games.people',
        grouped(people, ({ spec }) => variant(spec)),
      ),
    ];
  }

  async function choose() {
    const field = h('input', {
      type: 'file',
      accept: '.json,application/json',
    }) as HTMLInputElement;
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
    const button = (key: Key, run: () => void) =>
      h('button', { type: 'button', class: 'small-button', text: t(key), onclick: run });
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
        ...(words && erased.length
          ? [
              h('button', {
                type: 'button',
                class: 'small-button',
                text: t('games.undo'),
                onclick: back,
              }),
            ]
          : []),
        ...(games.length
          ? [...body(games), h('p', { class: 'quiet', text: t('statistics.about') })]
          : [nothing('chart', t('statistics.none'), t('statistics.about'))]),
        h(
          'div',
          { class: 'screen-buttons' },
          ...(games.length
            ? [button('statistics.export', () => download(t('file.statistics'), exportResults()))]
            : []),
          button('statistics.import', () => void choose()),
          ...(games.length ? [button('statistics.erase', erase)] : []),
        ),
      ],
    };
  });

  return { show: screen.show };
}
