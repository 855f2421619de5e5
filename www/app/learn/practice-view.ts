// One's own mistakes, one after the other, on the lessons' board: a better turn is to be found.
import { h, icon } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { reasonText, spareText } from '../game/reason-words.ts';
import { keepPractice, type Task } from '../storage/practice.ts';
import { daysUntil, graded, settled } from './schedule.ts';
import type { LessonTable } from '../game/lesson-board.ts';
import type { ReasonInfo } from '../types.ts';

/** How long a wrong turn stays on the board, in milliseconds. */
const LOOK = 1400;
/** The maximum number of better turns that are named. */
const NAMED = 3;

interface Practice {
  table: LessonTable;
  tasks: Task[];
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
  /** Was the first try at this one made, or the answer shown? */
  tried: boolean;
  /** Counts turns, so that what comes late is dropped. */
  turn: number;
}

const createParts = (acts: Record<'show' | 'next', () => void>) => ({
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
    text: t('review.next'),
    onclick: acts.next,
  }),
});

const taskOf = ({ tasks, at }: Open) => tasks[at] as Task;

function begin(open: Open, at: number) {
  const { table, parts, tasks } = open;
  Object.assign(open, { at, tried: false, turn: open.turn + 1 });
  const { line, played } = taskOf(open);
  table.set(line, { coordinates: true });
  table.hold(false);
  parts.count.textContent = `${at + 1} / ${tasks.length}`;
  parts.task.textContent = t('mistakes.find', { move: played });
  for (const name of ['said', 'why', 'again'] as const) parts[name].textContent = '';
  parts.show.hidden = false;
  parts.next.hidden = true;
  parts.task.focus({ preventScroll: true });
}

/** Notes the first try. */
function note(open: Open, right: boolean) {
  if (open.tried) return;
  open.tried = true;
  const task = taskOf(open);
  const memory = graded(task.memory, right, Date.now());
  const days = daysUntil(memory);
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
async function explain(open: Open, played: string, text: typeof reasonText) {
  const { turn } = open;
  const found = await open.reason(taskOf(open).line, played).catch(() => null);
  if (found && turn === open.turn) open.parts.why.textContent = text(found, played);
}

async function answer(open: Open, played: string) {
  const { table, parts, sound } = open;
  const right = taskOf(open).holding.includes(played);
  const turn = ++open.turn;
  table.play(played);
  table.hold(true);
  note(open, right);
  parts.why.textContent = '';
  parts.said.textContent = t(right ? 'mistakes.right' : 'practice.wrong', { move: played });
  if (right) {
    parts.said.prepend(icon('tick'));
    sound();
    return over(open);
  }
  void explain(open, played, spareText);
  await table.settled();
  await new Promise((resolve) => setTimeout(resolve, LOOK));
  if (turn !== open.turn || !parts.task.isConnected) return;
  table.undo();
  table.hold(false);
}

function show(open: Open) {
  const { table, parts } = open;
  const { line, holding, played } = taskOf(open);
  open.turn++;
  note(open, false);
  table.set(line, { coordinates: true });
  const move = table.game().legal.find(({ text }) => text === holding[0]);
  if (move?.to) table.draw([{ from: move.from ?? move.to, to: move.to }], true);
  parts.said.textContent = t('practice.shown', { moves: holding.slice(0, NAMED).join(', ') });
  parts.why.textContent = '';
  void explain(open, played, reasonText);
  over(open);
}

export function practiceView(practice: Practice) {
  const { table, tasks, done } = practice;
  const parts = createParts({
    show: () => show(open),
    next: () => (open.at + 1 < tasks.length ? begin(open, open.at + 1) : done()),
  });
  const open: Open = { ...practice, parts, at: 0, tried: false, turn: 0 };
  table.onPlay((turn) => void answer(open, turn));
  table.onChange(() => {});
  table.onWords((words) => (parts.said.textContent = words));
  begin(open, 0);
  const { count, task, said, why, again, show: shown, next } = parts;
  return h(
    'div',
    { class: 'lesson' },
    h('div', { class: 'lesson-table' }, table.element),
    h('div', { class: 'lesson-words' }, count, task, said, why, again),
    h('div', { class: 'lesson-foot' }, h('div', { class: 'lesson-buttons' }, shown), next),
  );
}
