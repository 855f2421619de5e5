// The lesson to do next, for a glance at it elsewhere.
import { currentLanguage } from '../i18n/i18n.js';
import { FIRST, LESSONS, WORLD_LESSONS } from './course.js';
import { readCourse } from './progress.js';

/** The texts of the lessons, by file. @type {Record<string, (() => Promise<unknown>) | undefined>} */
const texts = import.meta.glob('../lessons/??.json', { import: 'default' });

/** The language whose texts have been fetched. */
let fetched = '';

/** The address of the lesson on a game: of Nine Men's Morris the whole game. Null if there is none. @param {string} spec */
export function lessonOn(spec) {
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
    const words = /** @type {Record<string, import('./course.js').Words>} */ (
      await texts[`../lessons/${lang}.json`]?.()
    );
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
