// When what was missed comes back: by FSRS, the scheduler of spaced repetition that ts-fsrs implements.
import { Rating, fsrs, type Card } from 'ts-fsrs';
import { NEVER, type Memory } from '../storage/practice.ts';

const DAY = 86_400_000;
/** What is remembered so long is known, in days. */
const KNOWN = 60;

// In whole days: nobody is asked twice on the same one.
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false });

const cardOf = ({ due, last, ...memory }: Memory): Card => ({
  ...memory,
  due: new Date(due),
  elapsed_days: 0,
  scheduled_days: 0,
  learning_steps: 0,
  ...(last && { last_review: new Date(last) }),
});

/** After a try. @param right was the first answer right? */
export function graded(memory: Memory, right: boolean, now: number): Memory {
  const rating = right ? Rating.Good : Rating.Again;
  const { due, stability, difficulty, reps, lapses, state } = scheduler.next(
    cardOf(memory),
    new Date(now),
    rating,
  ).card;
  return { due: due.getTime(), stability, difficulty, reps, lapses, state, last: now };
}

/** In how many days it comes back; null if it is known, and does not. */
export function daysUntil({ due, last }: Memory) {
  const days = Math.round((due - last) / DAY);
  return days >= KNOWN ? null : days;
}

/** The same, with what is known put off for good. */
export const settled = (memory: Memory): Memory =>
  daysUntil(memory) === null ? { ...memory, due: NEVER } : memory;
