// A puzzle on the lessons' board. Rust judges the answers.
import { h, icon, iconButton } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { playTold } from '../game/play-told.ts';
import { reasonText, spareText } from '../game/reason-words.ts';
import { sideName } from '../game/words.ts';
import { keepMissed } from '../storage/practice.ts';
import { noteDay, noteFirst, noteTry, readTally } from './puzzle-record.ts';
import {
  answered,
  begun,
  firstTry,
  isOver,
  isPraised,
  mayRetry,
  replied,
  shown,
  takenBack,
  type Run,
} from './puzzle-run.ts';
import { rounded } from './standing.ts';
import type { List, Puzzle } from './lists.ts';
import type { LessonTable } from '../game/lesson-board.ts';
import type { Core, ReasonInfo, State } from '../types.ts';

/** A puzzle, and its day if it is a puzzle of the day. */
export interface Task extends Pick<List, 'check'> {
  puzzle: Puzzle;
  day: number | null;
}

/** The delay before the reply to a turn, in milliseconds. */
const REPLY_DELAY = 700;

/** Says how many men are still to be placed. */
export function handsText({ hands, phase }: State['game']) {
  const words = (['white', 'black'] as const).map((side) => {
    const said = hands[side]
      ? t('player.hand', { n: hands[side] })
      : phase[side] === 'flying'
        ? t('phase.flying')
        : '';
    return said && `${sideName(side)}: ${said}`;
  });
  return words.filter(Boolean).join(' · ');
}

function changeText(before: number, rating: number) {
  const by = Math.round(rating) - Math.round(before);
  // A puzzle that was much too hard costs nothing.
  return !by
    ? `${t('puzzles.rating')}: ${rounded(rating)}`
    : t('puzzles.change', {
        n: rounded(rating),
        change: `${by < 0 ? '−' : '+'}${inDigits(Math.abs(by))}`,
      });
}

function createParts(
  { puzzle }: Task,
  acts: Record<'retry' | 'show' | 'next' | 'share', () => void> & { walk: (by: number) => void },
) {
  const button = (key: Key, run: () => void, look = 'small-button') =>
    h('button', { type: 'button', class: look, text: t(key), onclick: run });
  return {
    said: h('p', { class: 'lesson-said', role: 'status' }),
    reply: h('p', { class: 'quiet lesson-reply', role: 'status' }),
    why: h('p', { class: 'lesson-reply', role: 'status' }),
    change: h('p', { class: 'quiet puzzle-change' }),
    hands: h('p', { class: 'quiet puzzle-hands' }),
    task: h('p', {
      class: 'lesson-task',
      tabindex: -1,
      text: t(`puzzles.ask.${puzzle.kind}`, { side: sideName(puzzle.solver), n: puzzle.turns }),
    }),
    retry: button('puzzles.retry', acts.retry, 'button primary'),
    show: button('puzzles.show', acts.show),
    back: iconButton('back', t('puzzles.step.back'), () => acts.walk(-1), {
      class: 'icon-button turns',
    }),
    on: iconButton('next', t('puzzles.step.on'), () => acts.walk(1), {
      class: 'icon-button turns',
    }),
    next: button('puzzles.next', acts.next, 'button primary'),
    share: button('share.pass-on', acts.share),
  };
}

type Parts = ReturnType<typeof createParts>;

const layOut = ({ puzzle, day }: Task, board: HTMLElement, parts: Parts) =>
  h(
    'div',
    { class: 'lesson' },
    h('div', { class: 'lesson-table' }, board),
    h(
      'div',
      { class: 'lesson-words' },
      h('h2', { text: t(day === null ? `puzzles.kind.${puzzle.kind}` : 'puzzles.day') }),
      h('p', {
        class: 'quiet lesson-count',
        text: t('puzzles.difficulty', { n: rounded(puzzle.rating) }),
      }),
      parts.task,
      parts.hands,
      parts.said,
      parts.reply,
      parts.why,
      h('div', { class: 'lesson-buttons puzzle-steps' }, parts.back, parts.on),
      parts.change,
    ),
    h(
      'div',
      { class: 'lesson-foot' },
      h('div', { class: 'lesson-buttons' }, parts.show, parts.share),
      parts.retry,
      parts.next,
    ),
  );

function draw(parts: Parts, run: Run, { puzzle: { solution }, day }: Task) {
  const { said, retry, show, back, on, next, share } = parts;
  retry.hidden = !mayRetry(run);
  show.hidden = isOver(run);
  next.hidden = !isOver(run);
  share.hidden = run.stage !== 'solved' || day === null;
  const isShown = run.stage === 'shown';
  back.hidden = on.hidden = !isShown || solution.length < 2;
  if (isShown) {
    back.setAttribute('aria-disabled', String(run.step === 0));
    on.setAttribute('aria-disabled', String(run.step === solution.length));
    // In the solver's own moves, as the task counts them.
    const [n, all] = [(run.step + 1) >> 1, (solution.length + 1) >> 1];
    said.textContent = t('puzzles.step', { n, all });
  } else said.textContent = run.said && t(run.said);
  if (isPraised(run)) said.prepend(icon('tick'));
}

/** What a puzzle is solved with, and how far it is. */
interface Solving {
  core: Core;
  table: LessonTable;
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  /** Of a right answer. */
  sound: () => void;
  task: Task;
  parts: Parts;
  run: Run;
  /** What was said of each turn of the solution. */
  told: string[];
  /** The last wrong turn, and why it fails, once that is known. */
  wrong: { turn: string; reason: ReasonInfo | null } | null;
}

function set(solving: Solving, run: Run) {
  solving.run = run;
  draw(solving.parts, run, solving.task);
  showWhy(solving);
}

/** Why the last turn fails; all of it once the solution is shown. */
function showWhy({ run: { stage }, wrong, parts: { why } }: Solving) {
  const text = stage === 'wrong' ? spareText : stage === 'shown' ? reasonText : null;
  why.textContent = text && wrong?.reason ? text(wrong.reason, wrong.turn) : '';
}

/** Asks why a turn fails that was wrong in this position. */
async function explain(solving: Solving, line: string, turn: string) {
  const wrong = { turn, reason: null as ReasonInfo | null };
  solving.wrong = wrong;
  wrong.reason = await solving.reason(line, turn).catch(() => null);
  if (solving.wrong === wrong) showWhy(solving);
}

/** Asks for a turn. */
function ask(solving: Solving, run: Run) {
  const { parts } = solving;
  set(solving, run);
  parts.reply.textContent = '';
  parts.task.focus({ preventScroll: true });
}

function begin(solving: Solving) {
  solving.table.set(solving.task.puzzle.line, { coordinates: true });
  ask(solving, begun(solving.run));
}

function retry(solving: Solving) {
  if (solving.run.stage !== 'also') return begin(solving);
  solving.table.undo();
  solving.table.hold(false);
  ask(solving, takenBack(solving.run));
}

/** Notes the first try, and what it does to the rating. */
function note({ run, task: { puzzle, day }, parts }: Solving) {
  const right = firstTry(run);
  const before = right === null ? null : noteFirst(puzzle, right);
  if (right === false) keepMissed({ line: puzzle.line, puzzle: puzzle.id });
  if (before !== null) parts.change.textContent = changeText(before, readTally().rating);
  if (day === null) return;
  if (run.stage === 'solved') noteDay(day);
  else if (right === false) noteTry(day);
}

/** Waits before the next turn; false if that is no longer wanted. */
async function pause(solving: Solving) {
  const { turn } = solving.run;
  await solving.table.settled();
  await new Promise((resolve) => setTimeout(resolve, REPLY_DELAY));
  return turn === solving.run.turn && solving.parts.task.isConnected;
}

/** Plays a turn, and says what it does. */
function play({ core, table, parts }: Solving, text: string, whose: 'own' | 'reply') {
  parts.reply.textContent = playTold(core, table, text, whose);
}

async function answer(solving: Solving, text: string) {
  const { table, task, parts } = solving;
  const verdict = task.check(task.puzzle, solving.run.played, text);
  const { line } = table.game();
  play(solving, text, 'own');
  table.hold(true);
  if (!verdict.right) parts.reply.textContent = '';
  set(solving, answered(solving.run, task.puzzle.kind, verdict));
  const { run } = solving;
  if (run.stage === 'wrong') void explain(solving, line, text);
  if (isPraised(run)) solving.sound();
  note(solving);
  if (mayRetry(run)) parts.retry.focus();
  if (isOver(run)) parts.next.focus();
  if (isOver(run) || run.stage === 'also') return;
  if (verdict.reply === null || !(await pause(solving))) return;
  play(solving, verdict.reply, 'reply');
  solving.run = replied(solving.run, text, verdict.reply);
  table.hold(!verdict.right);
}

/** Plays the solution. */
async function reveal(solving: Solving) {
  const { table, task, parts } = solving;
  const { line, solution } = task.puzzle;
  set(solving, shown(solving.run));
  note(solving);
  table.set(line, { coordinates: true });
  table.hold(true);
  parts.next.focus();
  while (solving.run.step < solution.length) {
    if (!(await pause(solving))) return;
    stepTo(solving, solving.run.step + 1);
  }
}

/** Steps through the solution by hand; that stops its playing by itself. */
function walk(solving: Solving, by: number) {
  solving.run = { ...solving.run, turn: solving.run.turn + 1 };
  stepTo(solving, solving.run.step + by);
}

/** Shows so many turns of the solution. */
function stepTo(solving: Solving, wanted: number) {
  const { table, task, parts, run, told } = solving;
  const { solution } = task.puzzle;
  if (wanted < 0 || wanted > solution.length) return;
  for (let at = run.step; at < wanted; at++) {
    play(solving, solution[at] ?? '', at % 2 ? 'reply' : 'own');
    told[at + 1] = parts.reply.textContent ?? '';
  }
  for (let at = run.step; at > wanted; at--) table.undo();
  parts.reply.textContent = told[wanted] ?? '';
  table.hold(true);
  set(solving, { ...run, step: wanted });
}

/**
 * @param next goes to the next puzzle
 * @param share passes on how it went
 */
export function puzzleView(
  given: Pick<Solving, 'core' | 'table' | 'sound' | 'reason'>,
  task: Task,
  next: () => void,
  share: (button: HTMLElement) => void,
) {
  const parts = createParts(task, {
    retry: () => retry(solving),
    show: () => void reveal(solving),
    next,
    share: () => share(parts.share),
    walk: (by) => walk(solving, by),
  });
  const run = begun({ missed: false, turn: 0 });
  const { table } = given;
  const solving: Solving = { ...given, task, parts, run, told: [], wrong: null };
  table.onPlay((text) => void answer(solving, text));
  table.onChange(() => (parts.hands.textContent = handsText(table.game())));
  table.onWords((words) => (parts.said.textContent = words));
  begin(solving);
  return layOut(task, table.element, parts);
}
