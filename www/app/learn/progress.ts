// Stored progress: completed lessons, lines of openings that were passed, and best rounds of the
// trainer.
import { mergedValue } from '../storage/merge.ts';
import { areTexts, isObject, isTime, refuse } from '../storage/storage.ts';

const lessons = mergedValue(
  'merels.course',
  ({ done }) => (areTexts(done) ? { done } : refuse()),
  (before, after) => ({ done: [...new Set([...after.done, ...before.done])] }),
);

/** The ids of the completed lessons. */
export const readCourse = () => lessons.read()?.done ?? [];
export const saveLesson = (id: string) => lessons.write({ done: [id] });

const openings = mergedValue(
  'merels.openings',
  ({ passed }) => (areTexts(passed) ? { passed } : refuse()),
  (before, after) => ({ passed: [...new Set([...after.passed, ...before.passed])] }),
);

/** The lines that were passed in a test: the game, and the moves. */
export const readPassed = () => openings.read()?.passed ?? [];
export const savePassed = (line: string) => openings.write({ passed: [line] });

const rounds = mergedValue(
  'merels.coords',
  ({ best }, odd) => {
    if (!isObject(best)) return refuse();
    const whole = Object.entries(best).filter(([, n]) => isTime(n, 1000) || odd());
    return { best: Object.fromEntries(whole) as Record<string, number> };
  },
  (before, after) => {
    const best = { ...after.best };
    for (const [key, n] of Object.entries(before.best)) best[key] = Math.max(n, best[key] ?? 0);
    return { best };
  },
);

/** The best rounds of the trainer, by mode. */
export const readCoords = () => rounds.read()?.best ?? {};
export const saveCoords = (mode: string, score: number) =>
  rounds.write({ best: { [mode]: score } });
