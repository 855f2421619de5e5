// A line of the openings as a test: each turn of one side is asked for, with one try.
import { findNode, nextsOf, type Book } from '../game/openings.ts';
import { other } from '../state.ts';
import { natural, plyOf, type Ply } from './opening-run.ts';
import type { LessonTable } from '../game/lesson-board.ts';
import type { Side } from '../types.ts';

/** What was answered. */
export interface Answer {
  ply: Ply;
  /** The number of the move. */
  n: number;
  played: string;
  right: boolean;
  /** What is played on instead, if it is not what was answered. */
  instead: string | null;
}

interface Test {
  table: LessonTable;
  book: Book;
  plies: Ply[];
  side: Side;
  /** Lets the board be looked at; false if something else has begun. */
  pause: () => Promise<boolean>;
  /** Called when a turn is asked for. */
  asked: () => void;
  /** Called with each answer while its turn is on the board. */
  heard: (answer: Answer) => void;
}

/** Is the turn of the line right? One that is a mistake is no answer. */
const isRight = ({ turn, holding }: Ply) => turn === null || holding.includes(turn);

/** The side that has more to know; of two that have as much, the one that moves last. */
export function testedSide(plies: Ply[]): Side {
  const last = other(plies.at(-1)?.side ?? 'black');
  const count = (side: Side) =>
    plies.filter((ply) => ply.side === side && ply.asks && isRight(ply)).length;
  return count(last) < count(other(last)) ? other(last) : last;
}

/**
 * Asks for a turn, and plays on.
 * @param goesOn what is played after a wrong one, and after each other one if `always`
 */
async function examine(test: Test, ply: Ply, goesOn: string, always: boolean) {
  const { table, asked, heard, pause } = test;
  const n = Math.floor(table.game().played.length / 2) + 1;
  table.hold(false);
  asked();
  const played = await new Promise<string>((resolve) => table.onPlay(resolve));
  table.play(played);
  table.hold(true);
  const right = ply.holding.includes(played);
  const instead = played !== goesOn && (always || !right) ? goesOn : null;
  const answer = { ply, n, played, right, instead };
  heard(answer);
  // A wrong one is looked at twice as long.
  if (!(await pause()) || !(right || (await pause()))) return null;
  if (instead === null) return answer;
  table.undo();
  table.play(instead);
  table.hold(true);
  return answer;
}

/** The line itself. */
async function alongTheLine(test: Test, answers: Answer[]) {
  const { table, plies, side, pause } = test;
  for (const ply of plies) {
    const { turn } = ply;
    if (turn === null) break;
    if (ply.side === side && isRight(ply)) {
      const answer = await examine(test, ply, turn, true);
      if (!answer) return false;
      answers.push(answer);
    } else {
      if (!(await pause())) return false;
      table.play(turn);
      table.hold(true);
    }
  }
  return true;
}

/** After it, Merels plays natural replies, as long as all stays in the book. */
async function afterTheLine(test: Test, answers: Answer[]) {
  const { table, book, side, pause } = test;
  for (;;) {
    const found = findNode(book, table.line());
    if (!found) return true;
    const nexts = nextsOf(book, found.node);
    const ply = plyOf(book, table.line(), side, null);
    if (table.game().turn === side && ply) {
      const best = nexts.find(({ holds }) => holds);
      const goesOn = best ? found.seen(best.turn) : (ply.holding[0] ?? '');
      const answer = await examine(test, ply, goesOn, false);
      if (!answer) return false;
      answers.push(answer);
    } else {
      const reply = natural(nexts, Math.random());
      if (!reply) return true;
      if (!(await pause())) return false;
      table.play(found.seen(reply.turn));
      table.hold(true);
    }
  }
}

/** The answers to a test; null if something else has begun before its end. */
export async function runTest(test: Test): Promise<Answer[] | null> {
  const answers: Answer[] = [];
  const isThrough = (await alongTheLine(test, answers)) && (await afterTheLine(test, answers));
  return isThrough ? answers : null;
}
