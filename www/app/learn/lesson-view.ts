// One lesson with its positions. Rust decides what is right and which mistake was made, by the
// conditions in lessons/course.json.
import { h, icon } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { moveText } from '../game/words.ts';
import { begun, offered, onward, played, type Run } from './lesson-run.ts';
import { keepMissed } from '../storage/practice.ts';
import { saveLesson } from './progress.ts';
import type { Lesson, Step, Words } from './course.ts';
import type { Core } from '../types.ts';
import type { LessonTable } from '../game/lesson-board.ts';

/** How long a wrong turn stays on the board, in milliseconds. */
const LOOK = 1400;

export interface Teaching {
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
}

/** A lesson that is being done. */
interface Open extends Teaching {
  texts: Words;
  parts: ReturnType<typeof createParts>;
  run: Run;
  /** The position of the step. */
  line: string;
}

function createParts(lang: string, acts: Record<'show' | 'next' | 'play' | 'restart', () => void>) {
  const button = (text: string, onclick: () => void, look = 'small-button') =>
    h('button', { type: 'button', class: look, text, onclick });
  return {
    count: h('p', { class: 'quiet lesson-count' }),
    task: h('p', { class: 'lesson-task', lang, tabindex: -1 }),
    said: h('p', { class: 'lesson-said', role: 'status', lang }),
    reply: h('p', { class: 'quiet lesson-reply', role: 'status' }),
    show: button(t('learn.show'), acts.show),
    next: button(t('learn.next'), acts.next, 'button primary'),
    play: button(t('learn.play'), acts.play),
    restart: button(t('learn.again'), acts.restart),
  };
}

const stepOf = ({ lesson, run }: Open) => lesson.steps[run.step] as Step;
const isLast = ({ lesson, run }: Open) => run.step === lesson.steps.length - 1;
/** The reply of the other side, if it is its turn. */
const replyOf = (open: Open) =>
  stepOf(open).reply?.find((turn) => open.table.legal().includes(turn));

function say({ parts: { said } }: Open, text: string, language: string, isRight = false) {
  said.lang = language;
  said.replaceChildren(...(isRight ? [icon('tick')] : []), text);
}

/** Says what the last turn was. */
function sayLast(open: Open) {
  const { texts, run, lang } = open;
  const { right, mistakes } = texts.steps[run.step] ?? { right: undefined, mistakes: [] };
  const mistake = typeof run.last === 'number' ? mistakes[run.last] : '';
  if (run.last === 'none') say(open, '', lang);
  else if (run.last === 'right') say(open, right ?? t('learn.right'), lang, true);
  else if (mistake) say(open, mistake, lang);
  else say(open, t('learn.wrong'), document.documentElement.lang);
}

function set(open: Open, run: Run) {
  open.run = run;
  const { lesson, parts, texts, goOn, playOn } = open;
  const steps = lesson.steps.length;
  parts.count.textContent = t('learn.position', { n: run.step + 1, all: steps });
  parts.task.textContent = texts.steps[run.step]?.task ?? '';
  sayLast(open);
  const shown = offered(run, { steps, playOn: playOn !== null, goOn: goOn !== null });
  for (const name of ['show', 'next', 'play', 'restart'] as const)
    parts[name].hidden = !shown[name];
  parts.next.textContent = isLast(open) && goOn ? goOn.text : t('learn.next');
}

/** Sets up the step's position, or continues from the previous one. */
function begin(open: Open, run: Run) {
  const { line } = open.lesson.steps[run.step] ?? {};
  if (line) open.table.set(line, { coordinates: true });
  open.line = open.table.line();
  set(open, run);
  open.parts.reply.textContent = '';
}

/** Waits after a turn; false if the player has gone on or left the lesson. */
async function pause(open: Open, millis: number) {
  const { turn } = open.run;
  await open.table.settled();
  await new Promise((resolve) => setTimeout(resolve, millis));
  return turn === open.run.turn && open.parts.task.isConnected;
}

/** A task that needs several tries, or is shown, comes back in the practice. */
function missed({ line, lesson, run }: Open) {
  if (!run.solved) keepMissed({ line, lesson: lesson.id, step: run.step });
}

async function answer(open: Open, turn: string) {
  const { core, table } = open;
  const { goal, mistakes } = stepOf(open);
  const which = core.firstThatHolds(table.line(), turn, [goal, ...mistakes]);
  if (which !== 0) missed(open);
  table.play(turn);
  table.draw([]);
  set(open, played(open.run, which));
  if (which === 0) return right(open);
  if (await pause(open, LOOK)) table.undo();
}

async function right(open: Open) {
  const { table, parts } = open;
  open.sound();
  if (isLast(open)) saveLesson(open.lesson.id);
  (parts.next.hidden ? parts.restart : parts.next).focus();
  if (!(await pause(open, LOOK / 3))) return;
  const reply = replyOf(open);
  if (!reply) return;
  table.play(reply);
  const move = table.game().last;
  if (move) parts.reply.textContent = moveText(move);
}

function goOn(open: Open) {
  if (isLast(open)) return open.goOn?.run();
  // The reply may not have been played yet.
  const reply = replyOf(open);
  if (reply && open.table.waits()) open.table.play(reply);
  begin(open, onward(open.run));
  open.parts.task.focus({ preventScroll: true });
}

/** Shows a right move. */
function showAnswer(open: Open) {
  const { answer: turn } = stepOf(open);
  const { legal } = open.table.game();
  const way = turn.split('x')[0];
  const move =
    legal.find((m) => m.text === turn) ?? legal.find((m) => m.text.split('x')[0] === way);
  if (!move) return;
  missed(open);
  say(open, t('learn.shown', { turn: moveText(move) }), document.documentElement.lang);
  open.table.draw([
    ...(move.to ? [{ from: move.from ?? move.to, to: move.to }] : []),
    ...move.captures.map((point) => ({ from: point, to: point })),
  ]);
}

const layOut = ({ table, texts, lang, parts }: Open) =>
  h(
    'div',
    { class: 'lesson' },
    h('div', { class: 'lesson-table' }, table.element),
    h(
      'div',
      { class: 'lesson-words' },
      texts.title ? h('h2', { lang, text: texts.title }) : null,
      h('p', { class: 'lesson-about', lang, text: texts.about }),
      parts.count,
      parts.task,
      parts.said,
      parts.reply,
    ),
    h(
      'div',
      { class: 'lesson-foot' },
      h('div', { class: 'lesson-buttons' }, parts.show, parts.restart, parts.play),
      parts.next,
    ),
  );

export function lessonView(teaching: Teaching) {
  const { table, words, lang, lesson, playOn, again } = teaching;
  const parts = createParts(lang, {
    show: () => showAnswer(open),
    next: () => goOn(open),
    play: () => playOn?.(table.line()),
    restart: again,
  });
  const open: Open = { ...teaching, texts: words[lesson.id] as Words, parts, run: begun, line: '' };
  table.onPlay((turn) => void answer(open, turn));
  table.onWords((text) => say(open, text, document.documentElement.lang));
  begin(open, begun);
  return layOut(open);
}
