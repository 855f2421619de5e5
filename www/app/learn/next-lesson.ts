// The lesson to do next, for a glance at it elsewhere.
import { currentLanguage } from '../i18n/i18n.ts';
import { FIRST, LESSONS, WORLD_LESSONS, type Words } from './course.ts';
import { readCourse } from './progress.ts';

/** The texts of the lessons, by file. */
const texts: Record<string, (() => Promise<unknown>) | undefined> = import.meta.glob(
  '../lessons/??.json',
  { import: 'default' },
);

/** The language whose texts have been fetched. */
let fetched = '';

/**
 * The address of the lesson on a game: of Nine Men's Morris the whole game. Null if there is none.
 */
export function lessonOn(spec: string) {
  if (spec === 'nine') return FIRST[0]?.id ?? null;
  const index = LESSONS.findIndex(({ steps }) => steps[0]?.line?.startsWith(`${spec} `));
  return index >= 0 ? String(index + 1) : (WORLD_LESSONS.find(({ id }) => id === spec)?.id ?? null);
}

/** Null if all are done, or the texts cannot be fetched. */
export async function nextLesson() {
  const done = readCourse();
  const index = LESSONS.findIndex(({ id }) => !done.includes(id));
  const lesson = LESSONS[index];
  const lang = currentLanguage();
  if (!lesson || (fetched !== lang && !navigator.onLine)) return null;
  try {
    const words = (await texts[`../lessons/${lang}.json`]?.()) as Record<string, Words>;
    fetched = lang;
    return {
      number: index + 1,
      line: lesson.steps[0]?.line ?? '',
      title: words?.[lesson.id]?.title ?? '',
      lang,
      begun: done.length > 0,
    };
  } catch (error) {
    console.warn('There is no next lesson:', error);
    return null;
  }
}
