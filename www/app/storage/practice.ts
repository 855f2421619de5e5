// What was missed and is kept to be practised: mistakes from one's own games, puzzles, tasks of
// lessons. See learn/schedule.ts.
import { mergedValue } from './merge.ts';
import { areTexts, isObject, isTime, refuse } from './storage.ts';

/** The maximum number kept; those that are due last are dropped. */
const MOST = 500;
/** What is known is due at the end of time. */
export const NEVER = 8.64e15;

/** How well a task is remembered, as ts-fsrs counts it, with times from Date.now(). */
export interface Memory {
  due: number;
  stability: number;
  difficulty: number;
  reps: number;
  lapses: number;
  state: number;
  /** 0 before the first time. */
  last: number;
}

interface Kept {
  /** The position. */
  line: string;
  memory: Memory;
}

/** A mistake; its position tells it from others. */
export interface Mistake extends Kept {
  /** The turn that was a mistake. */
  played: string;
  /** The turns that would have held. */
  holding: string[];
}

export interface MissedPuzzle extends Kept {
  /** The id of the puzzle. */
  puzzle: string;
}

export interface MissedStep extends Kept {
  /** The id of the lesson. */
  lesson: string;
  /** The place of the task in it. */
  step: number;
}

export type Task = Mistake | MissedPuzzle | MissedStep;

/** What has just been missed comes back the next day. */
export const fresh = (now: number): Memory => ({
  due: now + 86_400_000,
  stability: 0,
  difficulty: 0,
  reps: 0,
  lapses: 0,
  state: 0,
  last: 0,
});

function isMemory(value: unknown): value is Memory {
  if (!isObject(value)) return false;
  const { due, last, ...counts } = value;
  return (
    [due, last].every((time) => isTime(time, 8.64e15)) &&
    ['stability', 'difficulty', 'reps', 'lapses', 'state'].every((name) =>
      isTime(counts[name], 1e6),
    )
  );
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length < 300;

const isTask = (value: unknown): value is Task =>
  isObject(value) &&
  isText(value.line) &&
  isMemory(value.memory) &&
  ('puzzle' in value
    ? isText(value.puzzle)
    : 'lesson' in value
      ? isText(value.lesson) && isTime(value.step, 1000) && value.step % 1 === 0
      : isText(value.played) && areTexts(value.holding) && value.holding.length > 0);

/** What tells tasks apart. */
export const nameOf = (task: Task) =>
  'puzzle' in task
    ? `puzzle ${task.puzzle}`
    : 'lesson' in task
      ? `lesson ${task.lesson} ${task.step}`
      : task.line;

const place = mergedValue(
  'merels.practice',
  ({ tasks }, odd) =>
    Array.isArray(tasks) ? { tasks: tasks.filter((task) => isTask(task) || odd()) } : refuse(),
  (before, after) => {
    const tasks = new Map(before.tasks.map((task) => [nameOf(task), task]));
    for (const task of after.tasks) {
      const had = tasks.get(nameOf(task));
      if (!had || had.memory.last <= task.memory.last) tasks.set(nameOf(task), task);
    }
    const sorted = [...tasks.values()].sort((a, b) => a.memory.due - b.memory.due);
    return { tasks: sorted.slice(0, MOST) };
  },
);

export const readPractice = () => place.read()?.tasks ?? [];

const listeners: (() => void)[] = [];

/** Calls this after each change made here. */
export const onPractice = (listener: () => void) => void listeners.push(listener);

/** Adds these, or replaces what was kept of them. Returns what became of it. */
export function keepPractice(tasks: Task[]) {
  const became = place.write({ tasks });
  for (const listener of listeners) listener();
  return became;
}

/** Adds what a file has of it; what is none of it is left out. */
export function importPractice(tasks: unknown) {
  const found = Array.isArray(tasks) ? tasks.filter(isTask) : [];
  if (found.length) keepPractice(found);
}

/** Keeps what was missed now. What is being practised already keeps its day; what was known is begun anew. */
export function keepMissed(missed: Omit<MissedPuzzle, 'memory'> | Omit<MissedStep, 'memory'>) {
  const task: Task = { ...missed, memory: fresh(Date.now()) };
  const had = readPractice().find((other) => nameOf(other) === nameOf(task));
  if (had && had.memory.due < NEVER) return;
  keepPractice([{ ...task, memory: { ...task.memory, last: had?.memory.last ?? 0 } }]);
}

/** Puts off for good what can no longer be asked. */
export const drop = (task: Task) =>
  void keepPractice([{ ...task, memory: { ...task.memory, due: NEVER } }]);

export const erasePractice = place.erase;

/** What is due, the longest first. */
export const dueTasks = (now = Date.now()) =>
  readPractice()
    .filter(({ memory }) => memory.due <= now)
    .sort((a, b) => a.memory.due - b.memory.due);
