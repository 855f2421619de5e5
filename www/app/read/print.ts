// What is printed: boards to scale, a score sheet, puzzles with their answers.
import { placesOf } from '../board/geometry.ts';
import { boardFigure } from '../game/figure.ts';
import { sideName } from '../game/words.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { boardPicture, h, put } from '../ui/dom.ts';
import { gameHash, playWay, presets, titled, type Source } from './page.ts';
import type { Page } from './types.ts';
import type { BoardInfo, VariantInfo } from '../types.ts';

/** The side of a board, in millimetres: A4 and Letter have room for it. */
const SIDE = 180;
/** Lines are 24 units long; around them there is one more. */
const UNIT = SIDE / 26;
/** Men are narrower than the way between two points. */
const LOOSE = 0.72;
/** The rows of a score sheet, in columns. */
const [ROWS, COLUMNS] = [25, 3];
/** The puzzles of a sheet. */
const PUZZLES = 9;

/** How wide a man may be, in millimetres. */
export function manSize(board: BoardInfo) {
  const places = placesOf(board);
  const least = Math.min(
    ...board.edges.map(([a, b]) => {
      const [p, q] = [places[a], places[b]];
      return p && q ? Math.hypot(p.x - q.x, p.y - q.y) : Infinity;
    }),
  );
  return Math.floor(((least * 24) / (board.side - 1)) * UNIT * LOOSE);
}

function boardPage({ core }: Source, { spec, name }: VariantInfo): Page {
  const { board } = core.rules(spec);
  const picture = boardPicture(board);
  picture.setAttribute('viewBox', '-1 -1 26 26');
  const [unit, last] = [24 / (board.side - 1), board.side - 1];
  picture.append(
    ...placesOf(board).map(({ x, y }) =>
      put(document.createElementNS('http://www.w3.org/2000/svg', 'circle'), {
        class: 'read-point',
        cx: +(x * unit).toFixed(2),
        cy: +((last - y) * unit).toFixed(2),
        r: 0.4,
      }),
    ),
  );
  const title = t('read.board', { game: name });
  return {
    name: `board-${spec}`,
    title,
    description: `${title}. ${t('read.board.scale', { size: manSize(board) })}`,
    game: { spec, name, also: [] },
    way: { hash: gameHash(spec), text: t('learn.world.play', { game: name }) },
    sheet: true,
    body: [
      h('h1', { text: name }),
      h('div', { class: 'read-board' }, picture),
      h('div', { class: 'read-scale' }),
      h('p', { class: 'quiet', text: t('read.board.scale', { size: manSize(board) }) }),
    ],
  };
}

function scorePage({ core }: Source): Page {
  const field = (label: string) =>
    h('p', { class: 'score-field' }, h('span', { text: label }), h('span', {}));
  const column = (from: number) =>
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('td', {}),
          h('th', { scope: 'col', text: sideName('white') }),
          h('th', { scope: 'col', text: sideName('black') }),
        ),
      ),
      h(
        'tbody',
        {},
        ...Array.from({ length: ROWS }, (_, i) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row', text: inDigits(from + i + 1) }),
            h('td', {}),
            h('td', {}),
          ),
        ),
      ),
    );
  return {
    name: 'score-sheet',
    title: titled(core, t('read.score')),
    description: t('read.score.about'),
    way: playWay(),
    sheet: true,
    body: [
      h('h1', { text: t('read.score') }),
      h(
        'div',
        { class: 'score-fields' },
        ...[
          t('read.score.event'),
          t('read.score.date'),
          sideName('white'),
          sideName('black'),
          t('read.score.game'),
          t('read.score.result'),
        ].map(field),
      ),
      h(
        'div',
        { class: 'score-sheet' },
        ...Array.from({ length: COLUMNS }, (_, i) => column(i * ROWS)),
      ),
    ],
  };
}

/** A sheet of puzzles from the easiest to the hardest; the answers are on a page of their own. */
function puzzlePage({ core, puzzles }: Source, { spec, name }: VariantInfo): Page | null {
  const all = core.puzzles(puzzles[spec] ?? '').list();
  const chosen = Array.from(
    { length: PUZZLES },
    (_, i) => all[Math.round((i * (all.length - 1)) / (PUZZLES - 1))],
  ).filter((puzzle) => puzzle !== undefined);
  const rules = core.rules(spec);
  return {
    name: `puzzles-${spec}`,
    title: t('read.sheet', { game: name }),
    description: `${t('read.sheet', { game: name })}. ${t('read.print.about')}`,
    game: { spec, name, also: [] },
    way: { hash: '/puzzles', text: t('door.puzzles') },
    sheet: true,
    body: [
      h('h1', { text: t('read.sheet', { game: name }) }),
      h(
        'ol',
        { class: 'puzzle-sheet' },
        ...chosen.map(({ line, kind, solver, turns }, i) => {
          const game = core.read(line, spec);
          const { men } = game.state();
          game.free();
          return h(
            'li',
            {},
            boardFigure(rules, men),
            h(
              'p',
              {},
              h('b', { text: inDigits(i + 1) }),
              ` ${t(`puzzles.ask.${kind}`, { side: sideName(solver), n: turns })}`,
            ),
          );
        }),
      ),
      h(
        'section',
        { class: 'answers' },
        h('h2', { text: t('read.answers') }),
        h(
          'ol',
          {},
          ...chosen.map(({ solution }, i) =>
            h('li', {}, h('b', { text: inDigits(i + 1) }), ` ${solution.join(' ')}`),
          ),
        ),
      ),
    ],
  };
}

/** All of them, after a page that lists them. */
export function printPages(source: Source): Page[] {
  const variants = presets(source.core);
  const boards = variants.map((variant) => boardPage(source, variant));
  const sheets = variants
    .filter(({ spec }) => source.puzzles[spec])
    .flatMap((variant) => puzzlePage(source, variant) ?? []);
  const score = scorePage(source);
  const list = (pages: Page[]) =>
    h(
      'ul',
      { class: 'read-list' },
      ...pages.map(({ name, title, game }) =>
        h('li', {}, h('a', { href: `${name}.html`, text: game?.name ?? title })),
      ),
    );
  return [
    {
      name: 'print',
      title: titled(source.core, t('read.print')),
      description: t('read.print.about'),
      way: playWay(),
      body: [
        h('h1', { text: t('read.print') }),
        h('p', { class: 'read-lead', text: t('read.print.about') }),
        h('section', {}, h('h2', { text: t('read.boards') }), list(boards)),
        h(
          'section',
          {},
          h('h2', { text: t('read.score') }),
          list([{ ...score, title: t('read.score') }]),
        ),
        h('section', {}, h('h2', { text: t('door.puzzles') }), list(sheets)),
      ],
    },
    score,
    ...boards,
    ...sheets,
  ];
}
