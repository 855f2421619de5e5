// Mistakes from one's own games that are kept to be practised, see learn/schedule.ts.
import { mergedValue } from './merge.ts';
import { areTexts, isObject, isTime, refuse } from './storage.ts';

/** The maximum number kept; those that are due last are dropped. */
const MOST = 500;

/** How well a mistake is remembered, as ts-fsrs counts it, with times from Date.now(). */
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

/** A mistake. */
export interface Task {
  /** The position, which also tells it from others. */
  line: string;
  /** The turn that was a mistake. */
  played: string;
  /** The turns that would have held. */
  holding: string[];
  memory: Memory;
}

/** A mistake that has just been made comes back the next day. */
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
  isText(value.played) &&
  areTexts(value.holding) &&
  value.holding.length > 0 &&
  isMemory(value.memory);

const place = mergedValue(
  'merels.practice',
  ({ tasks }, odd) =>
    Array.isArray(tasks) ? { tasks: tasks.filter((task) => isTask(task) || odd()) } : refuse(),
  (before, after) => {
    const tasks = new Map(before.tasks.map((task) => [task.line, task]));
    for (const task of after.tasks) {
      const had = tasks.get(task.line);
      if (!had || had.memory.last <= task.memory.last) tasks.set(task.line, task);
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

export const erasePractice = place.erase;

/** What is due, the longest first. */
export const dueTasks = (now = Date.now()) =>
  readPractice()
    .filter(({ memory }) => memory.due <= now)
    .sort((a, b) => a.memory.due - b.memory.due);
