// The way from the rules to strong play: steps in an order by strength, each done or not by what is
// kept on the device. Nothing is kept of the path itself.
import { side, type Result } from '../storage/results.ts';
import { FIRST, LESSONS } from './course.ts';
import type { Task } from '../storage/practice.ts';

/** What the steps are derived from. */
export interface Facts {
  /** The ids of the completed lessons. */
  lessons: string[];
  /** Of finished games. */
  results: Result[];
  practice: Task[];
  /** How many exercises were solved. */
  exercises: number;
  puzzles: {
    /** By puzzle id: was the first try right? */
    first: Record<string, 0 | 1>;
    rating: number;
  };
  now: number;
}

export type StepId =
  | 'first'
  | 'game'
  | 'basics'
  | 'puzzles'
  | 'beat'
  | 'mistakes'
  | 'tactics'
  | 'exercises'
  | 'rating'
  | 'lessons';

export interface PathStep {
  id: StepId;
  done: boolean;
  /** Can it be gone on with today? */
  open: boolean;
  /** How many of how many. */
  progress: { n: number; all: number } | null;
  /** A level or a rating. */
  level: number;
}

/** The lessons on placing, then those on moving; the others are the last step. */
const BASICS = 9;
const TACTICS = 18;
/** Who has done so many lessons knows the rules. */
const KNOWS = 3;
/** How many puzzles and exercises are to be solved, and how often practice is to be answered. */
const PUZZLES = 10;
const EXERCISES = 10;
const ANSWERS = 5;

const step = (id: StepId, done: boolean, more: Partial<PathStep> = {}): PathStep => ({
  id,
  done,
  open: true,
  progress: null,
  level: 0,
  ...more,
});

function counted(id: StepId, n: number, all: number, more?: Partial<PathStep>) {
  return step(id, n >= all, { progress: { n: Math.min(n, all), all }, ...more });
}

export function pathOf({ lessons, results, practice, exercises, puzzles, now }: Facts): PathStep[] {
  const against = results.filter(({ mode }) => mode === 'computer');
  const doneOf = (some: { id: string }[]) => some.filter(({ id }) => lessons.includes(id)).length;
  const course = (id: StepId, from: number, to: number) => {
    const some = LESSONS.slice(from, to);
    return counted(id, doneOf(some), some.length);
  };
  const won = (level: number) =>
    against.some((game) => game.level >= level && side(game) === 'won');
  const beat = (level: number) => step('beat', won(level), { level });
  const tried = Object.keys(puzzles.first).length;
  const solved = Object.values(puzzles.first).filter((right) => right).length;
  const rating = (level: number) => step('rating', tried > 0 && puzzles.rating >= level, { level });
  const answers = practice.reduce((sum, { memory }) => sum + memory.reps, 0);
  return [
    // Who wins, or does other lessons, knows the rules.
    step('first', doneOf(FIRST) > 0 || doneOf(LESSONS) >= KNOWS || won(1)),
    step('game', against.length > 0),
    course('basics', 0, BASICS),
    counted('puzzles', solved, PUZZLES),
    beat(2),
    counted('mistakes', answers, ANSWERS, {
      open: practice.some(({ memory }) => memory.due <= now),
    }),
    course('tactics', BASICS, TACTICS),
    rating(1300),
    counted('exercises', exercises, EXERCISES),
    beat(4),
    course('lessons', TACTICS, LESSONS.length),
    rating(1500),
    beat(6),
  ];
}

/** The place of the step that is next; −1 at the end. */
export const nextOf = (steps: PathStep[]) => steps.findIndex(({ done, open }) => !done && open);

/** The number of the lesson that a step goes on with, from 1. */
export function lessonOf({ id }: PathStep, lessons: string[]) {
  const from = id === 'tactics' ? BASICS : id === 'lessons' ? TACTICS : 0;
  return LESSONS.findIndex((lesson, i) => i >= from && !lessons.includes(lesson.id)) + 1;
}
