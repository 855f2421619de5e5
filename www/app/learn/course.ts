// The course: its lessons, and the list of them.
import course from '../lessons/course.json';
import first from '../lessons/first.json';
import world from '../lessons/world.json';
import { boardPicture, h, icon, type Props } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { readCourse } from './progress.ts';
import type { Core } from '../types.ts';

export interface Step {
  line?: string;
  goal: string;
  mistakes: string[];
  answer: string;
  reply?: string[];
}

export interface Lesson {
  id: string;
  steps: Step[];
}

/** A lesson on a game of the world goes by the game's name. */
export interface Words {
  title?: string;
  about: string;
  steps: { task: string; right: string; mistakes: string[] }[];
}

/** The whole game in a few tasks, before the course. */
export const FIRST: Lesson[] = first;
export const LESSONS: Lesson[] = course;
/** A lesson on each game of the world, whose id it has. */
export const WORLD_LESSONS: Lesson[] = world;

const firstSentence = (text: string) => /^.+?(?:[.!?](?=\s|$)|[。！？])/.exec(text)?.[0] ?? text;

const doneMark = () =>
  h(
    'span',
    { class: 'lesson-done', lang: document.documentElement.lang },
    icon('tick'),
    t('learn.done'),
  );

function pictureOf(core: Core, step?: Step) {
  const game = core.read(step?.line ?? '');
  const { men, spec } = game.state();
  game.free();
  return boardPicture(core.rules(spec).board, men);
}

/** The number of lessons completed. */
export const doneCount = () =>
  readCourse().filter((id) => LESSONS.some((lesson) => lesson.id === id)).length;

/** The lessons, each with the board that it begins with. */
export function lessonList(
  core: Core,
  words: Record<string, Words>,
  lang: string,
  link: (index: number) => Props,
) {
  const done = readCourse();
  const next = LESSONS.findIndex(({ id }) => !done.includes(id));
  return h(
    'ol',
    { class: 'lessons', lang },
    ...LESSONS.map(({ id, steps }, i) => {
      const is = done.includes(id);
      return h(
        'li',
        {},
        h(
          'a',
          { class: 'lesson-item', 'data-lesson': id, ...link(i) },
          pictureOf(core, steps[0]),
          h(
            'span',
            { class: 'lesson-name' },
            h('span', {
              class: 'choice-name',
              text: `${inDigits(i + 1)}. ${words[id]?.title ?? id}`,
            }),
            is
              ? doneMark()
              : i === next
                ? h('span', {
                    class: 'lesson-next',
                    lang: document.documentElement.lang,
                    text: t('learn.next-lesson'),
                  })
                : null,
            h('span', { class: 'lesson-gist quiet', text: firstSentence(words[id]?.about ?? '') }),
          ),
        ),
      );
    }),
  );
}

/** The whole game in a few tasks, as it stands above the lessons. */
export function firstItem(core: Core, words: Record<string, Words>, lang: string, link: Props) {
  const [{ id, steps } = { id: '', steps: [] }] = FIRST;
  return h(
    'a',
    { class: 'lesson-item lesson-first', 'data-lesson': id, lang, ...link },
    pictureOf(core, steps[1]),
    h(
      'span',
      { class: 'lesson-name' },
      h('span', { class: 'choice-name', text: words[id]?.title ?? id }),
      readCourse().includes(id) ? doneMark() : null,
      h('span', { class: 'lesson-gist quiet', text: words[id]?.about ?? '' }),
    ),
  );
}
