// The course: the list of lessons, and one lesson with its positions. Rust decides what is right
// and which mistake was made, by the conditions in lessons/course.json.
import course from '../lessons/course.json';
import first from '../lessons/first.json';
import world from '../lessons/world.json';
import { boardPicture, h, icon, type Props } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { moveText } from '../game/words.ts';
import { readCourse, saveLesson } from './progress.ts';
import type { Core } from '../types.ts';
import type { LessonTable } from '../game/lesson-board.ts';

interface Step {
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

/** How long a wrong turn stays on the board, in milliseconds. */
const LOOK = 1400;

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
      const game = core.read(steps[0]?.line ?? '');
      const { men, spec } = game.state();
      game.free();
      return h(
        'li',
        {},
        h(
          'a',
          { class: 'lesson-item', 'data-lesson': id, ...link(i) },
          boardPicture(core.rules(spec).board, men),
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
  const game = core.read(steps[1]?.line ?? '');
  const { men, spec } = game.state();
  game.free();
  return h(
    'a',
    { class: 'lesson-item lesson-first', 'data-lesson': id, lang, ...link },
    boardPicture(core.rules(spec).board, men),
    h(
      'span',
      { class: 'lesson-name' },
      h('span', { class: 'choice-name', text: words[id]?.title ?? id }),
      readCourse().includes(id) ? doneMark() : null,
      h('span', { class: 'lesson-gist quiet', text: words[id]?.about ?? '' }),
    ),
  );
}

/** One lesson. */
export function lessonView({
  core,
  table,
  words,
  lang,
  lesson,
  playOn,
  again,
  goOn,
  sound,
}: {
  core: Core;
  table: LessonTable;
  words: Record<string, Words>;
  /** Of the words. */
  lang: string;
  lesson: Lesson;
  /** Opens the position as a game. */
  playOn: ((line: string) => void) | null;
  /** Begins the lesson again. */
  again: () => void;
  /** What follows the lesson. */
  goOn: { text: string; run: () => void } | null;
  /** Of a right turn. */
  sound: () => void;
}) {
  const texts = words[lesson.id] as Words;
  let step = 0;
  /**
   * Counts turns and steps, so that a pending undo or reply is dropped if the player has gone on or
   * left the lesson.
   */
  let asked = 0;

  const count = h('p', { class: 'quiet lesson-count' });
  const task = h('p', { class: 'lesson-task', lang });
  const said = h('p', { class: 'lesson-said', role: 'status', lang });
  const answered = h('p', { class: 'quiet lesson-reply', role: 'status' });
  const show = h('button', {
    type: 'button',
    class: 'small-button',
    text: t('learn.show'),
    onclick: answer,
  });
  const next = h('button', {
    type: 'button',
    class: 'button primary',
    text: t('learn.next'),
    onclick: onward,
  });
  const playButton = h('button', {
    type: 'button',
    class: 'small-button',
    text: t('learn.play'),
    onclick: () => playOn?.(table.line()),
  });
  const restartButton = h('button', {
    type: 'button',
    class: 'small-button',
    text: t('learn.again'),
    onclick: again,
  });

  function say(text: string, language: string = lang, isRight = false) {
    said.lang = language;
    said.replaceChildren(...(isRight ? [icon('tick')] : []), text);
  }

  /** Sets up the step's position, or continues from the previous one. */
  function begin() {
    const now = lesson.steps[step] as Step;
    asked++;
    if (now.line) table.set(now.line, { coordinates: true });
    count.textContent = t('learn.position', { n: step + 1, all: lesson.steps.length });
    task.textContent = texts.steps[step]?.task ?? '';
    say('');
    answered.textContent = '';
    show.hidden = false;
    for (const button of [next, playButton, restartButton]) button.hidden = true;
  }

  async function played(turn: string) {
    const now = lesson.steps[step] as Step;
    const mine = ++asked;
    const which = core.firstThatHolds(table.line(), turn, [now.goal, ...now.mistakes]);
    table.play(turn);
    table.draw([]);
    if (which === 0) return right(now);
    const mistake = which === undefined ? undefined : texts.steps[step]?.mistakes[which - 1];
    if (mistake) say(mistake);
    else say(t('learn.wrong'), document.documentElement.lang);
    await table.settled();
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    if (mine === asked && task.isConnected) table.undo();
  }

  async function right(now: Step) {
    const mine = asked;
    say(texts.steps[step]?.right ?? t('learn.right'), lang, true);
    sound();
    show.hidden = true;
    const last = step === lesson.steps.length - 1;
    if (last) saveLesson(lesson.id);
    playButton.hidden = !last || !playOn;
    restartButton.hidden = !last;
    next.hidden = last && !goOn;
    next.textContent = last && goOn ? goOn.text : t('learn.next');
    if (next.hidden) restartButton.focus();
    else next.focus();
    await table.settled();
    const reply = now.reply?.find((turn) => table.legal().includes(turn));
    if (!reply) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK / 3));
    if (mine !== asked || !task.isConnected) return;
    table.play(reply);
    const move = table.game().last;
    if (move) answered.textContent = moveText(move);
  }

  function onward() {
    if (step === lesson.steps.length - 1) return goOn?.run();
    // The reply may not have been played yet.
    const reply = lesson.steps[step]?.reply?.find((turn) => table.legal().includes(turn));
    const waits = table.waits();
    if (reply && waits) table.play(reply);
    step++;
    begin();
    task.focus({ preventScroll: true });
  }

  /** Shows a right move. */
  function answer() {
    const { answer: turn } = lesson.steps[step] as Step;
    const legal = table.game().legal;
    const way = turn.split('x')[0];
    const move =
      legal.find((m) => m.text === turn) ?? legal.find((m) => m.text.split('x')[0] === way);
    if (!move) return;
    say(t('learn.shown', { turn: moveText(move) }), document.documentElement.lang);
    table.draw([
      ...(move.to ? [{ from: move.from ?? move.to, to: move.to }] : []),
      ...move.captures.map((point) => ({ from: point, to: point })),
    ]);
  }

  task.tabIndex = -1;
  table.onPlay((turn) => void played(turn));
  table.onWords((text) => say(text, document.documentElement.lang));
  begin();
  return h(
    'div',
    { class: 'lesson' },
    h('div', { class: 'lesson-table' }, table.element),
    h(
      'div',
      { class: 'lesson-words' },
      texts.title ? h('h2', { lang, text: texts.title }) : null,
      h('p', { class: 'lesson-about', lang, text: texts.about }),
      count,
      task,
      said,
      answered,
    ),
    h(
      'div',
      { class: 'lesson-foot' },
      h('div', { class: 'lesson-buttons' }, show, restartButton, playButton),
      next,
    ),
  );
}
