// Statistics of the games played on this device. Loaded on demand.
import './statistics.css';
import '../engine/named.ts';
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

interface Statistics {
  core: Core;
  router: Router;
  screen: ReturnType<typeof createScreen>;
  levelName: (level: number) => string;
  /** The status message to show next, and the results that can be restored. */
  message: string;
  erased: Result[];
  /** The game of which they are; all if empty. */
  game: string;
}

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

const button = (key: Key, run: () => void) =>
  h('button', { type: 'button', class: 'small-button', text: t(key), onclick: run });

/** The games against the computer as a whole. */
const total = (games: Result[]) =>
  games.length
    ? h(
        'section',
        { class: 'statistics-all' },
        h('h2', { text: t('statistics.all') }),
        ...figures(games),
      )
    : null;

function body(statistics: Statistics, games: Result[]) {
  const { core, screen, levelName } = statistics;
  const variant = ({ spec }: Result) => variantName(core, spec);
  const names = [...new Set(games.map(variant))];
  if (!names.includes(statistics.game)) statistics.game = '';
  const { game } = statistics;
  const shown = games.filter((each) => !game || variant(each) === game);
  const people = shown.filter(({ mode }) => mode === 'people');
  const mine = shown.filter(({ mode }) => mode === 'computer');
  const by = (order: (a: Result, b: Result) => number, name: (game: Result) => string) =>
    grouped([...mine].sort(order), name);
  const month = new Intl.DateTimeFormat(currentLanguage(), { year: 'numeric', month: 'long' });
  const levels = by(
    (a, b) => a.level - b.level,
    ({ level }) => levelName(level),
  );
  const colours = by(
    (a, b) => -a.human.localeCompare(b.human),
    ({ human }) => sideName(human),
  );
  const months = by(
    (a, b) => b.ended - a.ended,
    ({ ended }) => month.format(ended),
  );
  const choices = names.map((name): [string, string] => [name, name]);
  return [
    choiceOf(t('new.game'), t('games.any.game'), choices, game, (value) => {
      statistics.game = value;
      screen.show();
      screen.element.querySelector('select')?.focus();
    }),
    total(mine),
    section('statistics.levels', levels),
    game ? null : section('statistics.variants', grouped(mine, variant)),
    section('statistics.colours', colours),
    section('statistics.months', months.slice(0, MONTHS)),
    section('games.people', grouped(people, variant)),
  ];
}

/** Adds the results of a file; returns what is said. */
async function take(file: File) {
  try {
    if (file.size > LARGEST) throw new Error('too large');
    return t('statistics.imported', { n: importResults(await file.text()) });
  } catch (error) {
    console.warn('The statistics are refused:', error);
    return t('statistics.bad');
  }
}

function choose(taken: (words: string) => void) {
  const field = h('input', {
    type: 'file',
    accept: '.json,application/json',
  }) as HTMLInputElement;
  field.onchange = async () => {
    const file = field.files?.[0];
    if (file) taken(await take(file));
  };
  field.click();
}

/** What the screen shows. */
function contents(statistics: Statistics) {
  const games = readResults();
  const words = statistics.message;
  statistics.message = '';
  const again = (message: string) => {
    statistics.message = message;
    statistics.screen.show();
  };
  const back = () => {
    restoreResults(statistics.erased);
    statistics.erased = [];
    again('');
  };
  const erase = () => {
    statistics.erased = eraseResults();
    again(t('statistics.erased'));
  };
  const save = () => download(t('file.statistics'), exportResults());
  const any = games.length > 0;
  return {
    title: t('menu.statistics'),
    tabs: tabs(statistics.router),
    body: [
      h('p', { role: 'status', class: 'statistics-said', text: words }),
      words && statistics.erased.length ? button('games.undo', back) : null,
      ...(any
        ? [...body(statistics, games), h('p', { class: 'quiet', text: t('statistics.about') })]
        : [nothing('chart', t('statistics.none'), t('statistics.about'))]),
      h(
        'div',
        { class: 'screen-buttons' },
        any ? button('statistics.export', save) : null,
        button('statistics.import', () => choose(again)),
        any ? button('statistics.erase', erase) : null,
      ),
    ],
  };
}

export async function createStatistics({
  shell,
  ...given
}: Pick<Statistics, 'core' | 'router' | 'levelName'> & { shell: Shell }) {
  await loadWords();
  const screen = createScreen('statistics', shell, () => contents(statistics));
  const statistics: Statistics = { ...given, screen, message: '', erased: [], game: '' };
  return { show: screen.show };
}
