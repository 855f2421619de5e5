// Where puzzles are chosen: today's, the themes of a game, the rating, and the record as a file.
import { boardPicture, h, type Props } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { selectField } from '../ui/dialog.ts';
import { download } from '../platform/pass-on.ts';
import { sideName } from '../game/words.ts';
import { DAILY, GAMES, KINDS, gameOf, ofKind, type Puzzle } from './lists.ts';
import { gradeOn, idOn, week } from './daily.ts';
import {
  daysInARow,
  eraseTally,
  exportTally,
  importTally,
  isBegun,
  readTally,
  restoreTally,
  today,
  type Tally,
} from './puzzle-record.ts';
import type { Core } from '../types.ts';

/** The game and the theme. */
export interface Choice {
  game: string;
  kind: (typeof KINDS)[number] | 'mixed';
}

/** The maximum size of a record file in bytes. */
const LARGEST = 1_000_000;
const DAY = 86_400_000;
const SVG = 'http://www.w3.org/2000/svg';
/** The least range of ratings that the curve shows. */
const RANGE = 60;
const THEMES = ['mixed', ...KINDS] as const;

export const rounded = (rating: number) => inDigits(Math.round(rating));

/** The ratings as a curve; nothing before there are two. */
function curve(ratings: number[]) {
  if (ratings.length < 2) return null;
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const space = Math.max(0, RANGE - (high - low)) / 2;
  const height = (rating: number) =>
    +(58 - (56 * (rating - low + space)) / (high - low + 2 * space)).toFixed(1);
  const picture = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 100 60',
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  }))
    picture.setAttribute(name, value);
  const line = document.createElementNS(SVG, 'polyline');
  line.setAttribute(
    'points',
    ratings
      .map((rating, i) => `${+((100 * i) / (ratings.length - 1)).toFixed(2)},${height(rating)}`)
      .join(' '),
  );
  picture.append(line);
  return h(
    'figure',
    { class: 'puzzle-curve' },
    h(
      'div',
      {},
      picture,
      h('span', { class: 'high', text: inDigits(high) }),
      h('span', { class: 'low', text: inDigits(low) }),
    ),
    h('figcaption', { class: 'quiet', text: t('puzzles.curve') }),
  );
}

export function createLobby({
  core,
  list,
  choice,
  open,
  link,
  next,
  show,
}: {
  core: Core;
  list: ReturnType<typeof import('./lists.ts').createLists>;
  /** Changed by what is pressed. */
  choice: Choice;
  /** Goes to the address of a puzzle. */
  open: (...path: string[]) => void;
  /** A link to it. */
  link: (...path: string[]) => Props;
  next: (puzzles: Puzzle[], kind: Choice['kind'], before: null) => Puzzle | undefined;
  /** Shows this screen again. */
  show: () => void;
}) {
  /**
   * The status message to show next, whether its part is unfolded, and the record that can be
   * restored.
   */
  let message = '';
  let unfolded = false;
  let erased: Tally | null = null;

  /** A puzzle's position in small, turned as it opens. */
  function picture({ line, solver }: Puzzle) {
    const game = core.read(line);
    const { men, spec } = game.state();
    game.free();
    return boardPicture(core.rules(spec).board, men, solver === 'black');
  }

  function daily(tally: Tally) {
    const day = today();
    const done = tally.last === day;
    const board = h('a', {
      class: 'puzzle-board',
      tabindex: -1,
      'aria-hidden': 'true',
      ...link('today'),
    });
    const turn = h('p', { class: 'puzzle-turn' });
    const days = h('ol', { class: 'puzzle-week', 'aria-label': t('puzzles.week') });
    const { lang } = document.documentElement;
    const letter = new Intl.DateTimeFormat(lang, { weekday: 'narrow', timeZone: 'UTC' });
    const full = new Intl.DateTimeFormat(lang, { weekday: 'long', timeZone: 'UTC' });
    days.replaceChildren(
      ...week(tally, day).map(({ day: on, state }) => {
        const words = t(`puzzles.week.${state}`, { day: full.format(on * DAY) });
        return h(
          'li',
          { 'data-state': state, 'aria-current': on === day ? 'date' : null, title: words },
          h('span', { 'aria-hidden': 'true', text: letter.format(on * DAY) }),
          h('span', { class: 'puzzle-dot' }),
          h('span', { class: 'unseen', text: words }),
        );
      }),
    );
    list(DAILY)
      .then(({ puzzles }) => {
        const puzzle = puzzles.find(({ id }) => id === idOn(day, gradeOn(day, tally)));
        if (!puzzle) return;
        board.replaceChildren(picture(puzzle));
        turn.textContent = t('games.turn', { side: sideName(puzzle.solver) });
      })
      // Opening it says why.
      .catch((error) => console.warn('There is no puzzle of the day:', error));
    return h(
      'section',
      { class: 'puzzle-today' },
      h('h2', { text: t('puzzles.day') }),
      board,
      h(
        'div',
        { class: 'puzzle-about' },
        turn,
        h('p', { class: 'quiet', text: t(done ? 'puzzles.day.done' : 'puzzles.day.about') }),
        h(
          'a',
          { class: done ? 'button' : 'button primary', 'data-view': 'daily', ...link('today') },
          t(done ? 'puzzles.day.again' : 'puzzles.day.solve'),
        ),
      ),
      days,
    );
  }

  function themes() {
    const names = new Map(core.variants().map(({ id, name }) => [id, name]));
    const progress = h('p', { class: 'quiet puzzle-progress', role: 'status' });
    const failed = (error: unknown) => {
      console.warn(error);
      progress.textContent = t('puzzles.failed');
    };

    /**
     * The puzzle that each theme opens with; mixed ones come last, so that no two themes show the
     * same.
     */
    function suggested(puzzles: Puzzle[]) {
      const found: Map<typeof choice.kind, Puzzle> = new Map();
      for (const kind of [...THEMES].reverse()) {
        const shown = new Set([...found.values()].map(({ line }) => line));
        const puzzle =
          next(
            puzzles.filter(({ line }) => !shown.has(line)),
            kind,
            null,
          ) ?? next(puzzles, kind, null);
        if (puzzle) found.set(kind, puzzle);
      }
      return found;
    }

    const cards = THEMES.map((kind) => {
      const board = h('span', { class: 'puzzle-board' });
      const count = h('span', { class: 'quiet' });
      async function start() {
        choice.kind = kind;
        const puzzle = suggested((await list(choice.game)).puzzles).get(kind);
        if (puzzle) open(gameOf(puzzle), puzzle.id);
      }
      const button = h(
        'button',
        {
          type: 'button',
          class: 'puzzle-theme',
          'data-kind': kind,
          onclick: () => void start().catch(failed),
        },
        board,
        h('span', { class: 'choice-name', text: t(`puzzles.kind.${kind}`) }),
        count,
      );
      return { kind, board, count, button };
    });

    async function fill() {
      const { game } = choice;
      const { puzzles } = await list(game);
      if (game !== choice.game) return;
      const { first } = readTally();
      const solved = (some: Puzzle[]) => some.filter(({ id }) => first[id] === 1).length;
      const puzzleOf = suggested(puzzles);
      for (const { kind, board, count } of cards) {
        const some = ofKind(puzzles, kind);
        const puzzle = puzzleOf.get(kind);
        board.replaceChildren(...(puzzle ? [picture(puzzle)] : []));
        count.textContent = t('puzzles.count', { n: solved(some), all: some.length });
      }
      progress.textContent = t('puzzles.progress', { n: solved(puzzles), all: puzzles.length });
    }

    fill().catch(failed);
    return h(
      'section',
      { class: 'puzzle-themes' },
      h('h2', { text: t('puzzles.themes') }),
      selectField(
        t('puzzles.game'),
        GAMES.map((value) => ({ value, words: names.get(value) ?? value })),
        choice.game,
        (value) => {
          choice.game = value;
          fill().catch(failed);
        },
      ),
      h('div', { class: 'puzzle-grid' }, ...cards.map(({ button }) => button)),
      progress,
    );
  }

  const standing = (tally: Tally) =>
    h(
      'section',
      { class: 'puzzle-standing' },
      h(
        'dl',
        { class: 'puzzle-tally' },
        ...[
          [t('puzzles.rating'), rounded(tally.rating)],
          [t('puzzles.row'), t('puzzles.row.best', { n: tally.row, best: tally.best })],
          [t('puzzles.days'), inDigits(daysInARow(tally))],
        ].map(([name, value]) =>
          h(
            'div',
            {},
            h('dt', { class: 'quiet', text: name ?? '' }),
            h('dd', { text: value ?? '' }),
          ),
        ),
      ),
      curve(tally.ratings ?? []),
      h('p', { class: 'quiet', text: t('puzzles.about') }),
    );

  /** Controls to export, import or erase the record. */
  function recordControls(tally: Tally) {
    const words = message;
    message = '';
    const button = (key: Key, run: () => void) =>
      h('button', { type: 'button', class: 'small-button', text: t(key), onclick: run });
    const again = () => {
      unfolded = true;
      show();
    };
    const showStatus = (key: Key) => {
      message = t(key);
      again();
    };
    const erase = () => {
      erased = eraseTally();
      showStatus('puzzles.erased');
    };
    const back = () => {
      restoreTally(erased);
      erased = null;
      again();
    };
    const chosen = async (event: Event) => {
      const [file] = (event.target as HTMLInputElement).files ?? [];
      if (!file) return;
      try {
        if (file.size > LARGEST) throw new Error('too large');
        importTally(await file.text());
        showStatus('puzzles.imported');
      } catch (error) {
        console.warn('The record of puzzles is refused:', error);
        showStatus('puzzles.bad');
      }
    };
    const begun = isBegun(tally);
    const details = h(
      'details',
      { class: 'puzzle-keeping', open: unfolded },
      h('summary', { text: t('puzzles.record') }),
      h('p', { role: 'status', text: words }),
      h(
        'div',
        { class: 'lesson-buttons' },
        words && erased !== null ? button('games.undo', back) : null,
        begun ? button('puzzles.export', () => download(t('file.puzzles'), exportTally())) : null,
        begun ? button('puzzles.erase', erase) : null,
        h(
          'label',
          { class: 'small-button file-button' },
          h('input', {
            type: 'file',
            class: 'file',
            accept: '.json,application/json',
            onchange: chosen,
          }),
          h('span', { text: t('puzzles.import') }),
        ),
      ),
    );
    unfolded = false;
    return details;
  }

  return () => {
    const tally = readTally();
    return [
      h(
        'div',
        { class: 'puzzle-lobby' },
        daily(tally),
        h('div', { class: 'puzzle-choice' }, themes(), standing(tally), recordControls(tally)),
      ),
    ];
  };
}
