// The themes of a game: each opens with the puzzle that it shows.
import { boardPicture, h, type Props } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { selectField } from '../ui/dialog.ts';
import { THEMES, suggested, type Choice } from './choice.ts';
import { GAMES, gameOf, ofKind, type createLists, type Puzzle } from './lists.ts';
import { readTally } from './puzzle-record.ts';
import { rushCards } from './rush-cards.ts';
import type { Core } from '../types.ts';

/** A puzzle's position in small, turned as it opens. */
export function picture(core: Core, { line, solver }: Puzzle) {
  const game = core.read(line);
  const { men, spec } = game.state();
  game.free();
  return boardPicture(core.rules(spec).board, men, solver === 'black');
}

function createCard(kind: Choice['kind'], start: (kind: Choice['kind']) => void) {
  const board = h('span', { class: 'puzzle-board' });
  const count = h('span', { class: 'quiet' });
  const button = h(
    'button',
    { type: 'button', class: 'puzzle-theme', 'data-kind': kind, onclick: () => start(kind) },
    board,
    h('span', { class: 'choice-name', text: t(`puzzles.kind.${kind}`) }),
    count,
  );
  return { kind, board, count, button };
}

export function themes({
  core,
  list,
  choice,
  open,
  link,
}: {
  core: Core;
  list: ReturnType<typeof createLists>;
  /** Changed by what is pressed. */
  choice: Choice;
  /** Goes to the address of a puzzle. */
  open: (...path: string[]) => void;
  /** A link to it. */
  link: (...path: string[]) => Props;
}) {
  const names = new Map(core.variants().map(({ id, name }) => [id, name]));
  const progress = h('p', { class: 'quiet puzzle-progress', role: 'status' });
  const failed = (error: unknown) => {
    console.warn(error);
    progress.textContent = t('puzzles.failed');
  };

  async function start(kind: Choice['kind']) {
    choice.kind = kind;
    const puzzle = suggested((await list(choice.game)).puzzles, readTally()).get(kind);
    if (puzzle) open(gameOf(puzzle), puzzle.id);
  }

  const cards = THEMES.map((kind) =>
    createCard(kind, (chosen) => void start(chosen).catch(failed)),
  );

  async function fill() {
    const { game } = choice;
    const { puzzles } = await list(game);
    if (game !== choice.game) return;
    const tally = readTally();
    const solved = (some: Puzzle[]) => some.filter(({ id }) => tally.first[id] === 1).length;
    const puzzleOf = suggested(puzzles, tally);
    for (const { kind, board, count } of cards) {
      const some = ofKind(puzzles, kind);
      const puzzle = puzzleOf.get(kind);
      board.replaceChildren(...(puzzle ? [picture(core, puzzle)] : []));
      count.textContent = t('puzzles.count', { n: solved(some), all: some.length });
    }
    progress.textContent = t('puzzles.progress', { n: solved(puzzles), all: puzzles.length });
  }

  const runs = h('div', { class: 'puzzle-grid' });
  const showRuns = () => runs.replaceChildren(...rushCards(choice.game, link));

  showRuns();
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
        showRuns();
        fill().catch(failed);
      },
    ),
    h('div', { class: 'puzzle-grid' }, ...cards.map(({ button }) => button)),
    progress,
    h('h2', { text: t('rush.title') }),
    runs,
  );
}
