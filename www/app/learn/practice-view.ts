// What is due to be practised, one after the other, on the lessons' board.
import { h, icon } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { reasonText, spareText } from '../game/reason-words.ts';
import { moveText } from '../game/words.ts';
import { keepPractice } from '../storage/practice.ts';
import { noteWeek } from '../storage/weeks.ts';
import { daysUntil, graded, settled } from './schedule.ts';
import type { Asked } from './questions.ts';
import type { Question } from '../game/question.ts';
import type { LessonTable } from '../game/lesson-board.ts';
import type { ReasonInfo } from '../types.ts';

/** How long a wrong turn stays on the board, in milliseconds. */
const LOOK = 1400;
/** The delay before the reply to a turn, in milliseconds. */
const REPLY_DELAY = 700;

interface Practice {
  table: LessonTable;
  tasks: Asked[];
  /** Null where the turn gave nothing away, or a value is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  /** Of a right answer. */
  sound: () => void;
  /** Called after the last one. */
  done: () => void;
}

interface Open extends Practice {
  parts: ReturnType<typeof createParts>;
  at: number;
  question: Question;
  /** The turns of both sides so far. */
  played: string[];
  /** Was the first try at this one made, or the answer shown? */
  tried: boolean;
  /** Counts turns, so that what comes late is dropped. */
  turn: number;
}

const createParts = (acts: Record<'show' | 'next', () => void>) => ({
  title: h('h2'),
  count: h('p', { class: 'quiet lesson-count' }),
  task: h('p', { class: 'lesson-task', tabindex: -1 }),
  said: h('p', { class: 'lesson-said', role: 'status' }),
  why: h('p', { class: 'lesson-reply', role: 'status' }),
  again: h('p', { class: 'quiet lesson-reply' }),
  show: h('button', {
    type: 'button',
    class: 'small-button',
    text: t('mistakes.show'),
    onclick: acts.show,
  }),
  next: h('button', {
    type: 'button',
    class: 'button primary',
    text: t('learn.next'),
    onclick: acts.next,
  }),
});

const askedOf = ({ tasks, at }: Open) => tasks[at] as Asked;

function begin(open: Open, at: number) {
  const { table, parts, tasks } = open;
  open.at = at;
  const { task, ask } = askedOf(open);
  const question = ask();
  Object.assign(open, { question, played: [], tried: false, turn: open.turn + 1 });
  table.set(task.line, { coordinates: true });
  table.hold(false);
  parts.count.textContent = t('practice.count', { n: at + 1, all: tasks.length });
  parts.title.textContent = question.title;
  parts.task.textContent = question.asks;
  for (const part of [parts.title, parts.task, parts.said])
    part.lang = question.lang ?? document.documentElement.lang;
  for (const name of ['said', 'why', 'again'] as const) parts[name].textContent = '';
  parts.show.hidden = false;
  parts.next.hidden = true;
  parts.task.focus({ preventScroll: true });
}

/** Notes the first try. */
function note(open: Open, right: boolean) {
  if (open.tried) return;
  open.tried = true;
  const { task } = askedOf(open);
  const memory = graded(task.memory, right, Date.now());
  const days = daysUntil(memory);
  noteWeek(right);
  const kept = keepPractice([{ ...task, memory: settled(memory) }]);
  open.parts.again.textContent =
    kept !== 'stored'
      ? t('practice.full')
      : days === null
        ? t('practice.known')
        : t('practice.again', { n: days });
}

function over({ parts, table }: Open) {
  table.hold(true);
  parts.show.hidden = true;
  parts.next.hidden = false;
  parts.next.focus();
}

/** @param text what is said of a wrong turn */
async function explain(open: Open, line: string, played: string, text: typeof reasonText) {
  const { turn } = open;
  const found = await open.reason(line, played).catch(() => null);
  if (found && turn === open.turn) open.parts.why.textContent = text(found, played);
}

/** Waits; false if the player has gone on or left. */
async function pause(open: Open, millis: number) {
  const { turn } = open;
  await open.table.settled();
  await new Promise((resolve) => setTimeout(resolve, millis));
  return turn === open.turn && open.parts.task.isConnected;
}

async function answer(open: Open, turn: string) {
  const { table, parts, question, sound } = open;
  const { line } = table.game();
  const { right, over: isOver, reply, said } = question.judge(open.played, turn);
  open.turn++;
  table.play(turn);
  table.hold(true);
  if (right === false || isOver) note(open, right === true);
  parts.why.textContent = '';
  parts.said.textContent = said;
  if (right) {
    parts.said.prepend(icon('tick'));
    sound();
    if (isOver) {
      if (question.played) void explain(open, line, question.played, reasonText);
      return over(open);
    }
    if (reply === null || !(await pause(open, REPLY_DELAY))) return;
    table.play(reply);
    table.hold(false);
    const move = table.game().last;
    if (move) parts.why.textContent = t('puzzles.played', { move: moveText(move) });
    open.played.push(turn, reply);
    return;
  }
  if (right === false && question.explained) void explain(open, line, turn, spareText);
  if (!(await pause(open, LOOK))) return;
  table.undo();
  table.hold(false);
}

function show(open: Open) {
  const { table, parts, question } = open;
  const { line } = askedOf(open).task;
  open.turn++;
  note(open, false);
  table.set(line, { coordinates: true });
  const move = table.game().legal.find(({ text }) => text === question.answer);
  if (move?.to) table.draw([{ from: move.from ?? move.to, to: move.to }], true);
  parts.said.lang = document.documentElement.lang;
  parts.said.textContent = question.shown;
  parts.why.textContent = '';
  if (question.played) void explain(open, line, question.played, reasonText);
  over(open);
}

export function practiceView(practice: Practice) {
  const { table, tasks, done } = practice;
  const parts = createParts({
    show: () => show(open),
    next: () => (open.at + 1 < tasks.length ? begin(open, open.at + 1) : done()),
  });
  const question = (tasks[0] as Asked).ask();
  const open: Open = { ...practice, parts, at: 0, question, played: [], tried: false, turn: 0 };
  table.onPlay((turn) => void answer(open, turn));
  table.onChange(() => {});
  table.onWords((words) => (parts.said.textContent = words));
  begin(open, 0);
  const { title, count, task, said, why, again, show: shown, next } = parts;
  return h(
    'div',
    { class: 'lesson' },
    h('div', { class: 'lesson-table' }, table.element),
    h('div', { class: 'lesson-words' }, title, count, task, said, why, again),
    h('div', { class: 'lesson-foot' }, h('div', { class: 'lesson-buttons' }, shown), next),
  );
}
