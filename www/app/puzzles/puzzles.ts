// Puzzles: where they are chosen, and each on the lessons' board.
import './puzzles.css';
import { nextPuzzle, type Choice } from './choice.ts';
import { DAILY, GAMES, createLists, gameOf, type Puzzle } from './lists.ts';
import { createLobby } from './lobby.ts';
import { gradeOn, idOn } from './daily.ts';
import { shareDaily } from './daily-share.ts';
import { noteGrade, readTally, today } from './puzzle-record.ts';
import { puzzleView, type Task } from './puzzle-view.ts';
import { MODES, type Rush } from './rush.ts';
import { rushView, type RushTask } from './rush-view.ts';
import type { Props } from '../ui/dom.ts';
import type { LessonTable } from '../game/lesson-board.ts';
import type { Core, ReasonInfo } from '../types.ts';

export function createPuzzles({
  core,
  table,
  reason,
  sound,
  open,
  link,
  showLobby,
}: {
  core: Core;
  table: LessonTable;
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  /** Of a right answer. */
  sound: () => void;
  /** Goes to the address of a puzzle. */
  open: (...path: string[]) => void;
  /** A link to it. */
  link: (...path: string[]) => Props;
  /** Shows the selection screen again. */
  showLobby: () => void;
}) {
  const list = createLists(core);
  const choice: Choice = { game: DAILY, kind: 'mixed' };
  /** Passes on how the puzzle of the day went. */
  function share(puzzle: Puzzle, day: number, button: HTMLElement) {
    const { href } = link(gameOf(puzzle), puzzle.id);
    void shareDaily(table, puzzle, day, new URL(String(href), location.href).href, button);
  }

  const lobby = createLobby({ core, list, choice, open, link, share, show: showLobby });

  async function openNext(before: Puzzle) {
    const { puzzles } = await list(choice.game);
    const puzzle = nextPuzzle(puzzles, choice.kind, before, readTally());
    if (puzzle) open(gameOf(puzzle), puzzle.id);
  }

  /** The puzzle of an address, or the run; null if there is none. */
  async function find([of = '', id = '']: string[]): Promise<Task | RushTask | null> {
    const day = today();
    const mode = MODES.find((each) => each === of);
    if (mode) return GAMES.includes(id) ? { ...(await list(id)), mode, game: id } : null;
    if (of === 'today') {
      const { puzzles, check } = await list(DAILY);
      const grade = gradeOn(day);
      const puzzle = puzzles.find(({ id: name }) => name === idOn(day, grade));
      if (puzzle) noteGrade(day, grade);
      return puzzle ? { puzzle, day, check } : null;
    }
    if (!GAMES.includes(of)) return null;
    const { puzzles, check } = await list(of);
    const puzzle = puzzles.find((p) => p.id === id);
    return puzzle ? { puzzle, day: null, check } : null;
  }

  /** The last run. */
  const memory: { rush: Rush | null } = { rush: null };

  const view = (task: Task | RushTask) =>
    'mode' in task
      ? rushView({ table, sound, link, memory }, task)
      : puzzleView(
          { core, table, reason, sound },
          task,
          () => void openNext(task.puzzle),
          (button) => task.day !== null && share(task.puzzle, task.day, button),
        );

  return { lobby, view, find };
}
