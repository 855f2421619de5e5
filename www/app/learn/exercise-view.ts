// An exercise on the lessons' board: every turn that gives something away gets its reason and is
// tried again; Merels replies with what is hardest to answer.
import { h, icon } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { playTold } from '../game/play-told.ts';
import { reasonText, spareText } from '../game/reason-words.ts';
import { endOf, endText, sideName } from '../game/words.ts';
import { noteExercise, standingOf } from '../storage/exercises.ts';
import { fresh, keepPractice, readPractice } from '../storage/practice.ts';
import {
  asked,
  begun,
  difficultyOf,
  ended,
  failed,
  held,
  holdingTurns,
  isDone,
  type Run,
} from './exercise-run.ts';
import { replyTo, type Asking } from './exercise-reply.ts';
import type { Exercise } from './exercise-draw.ts';
import type { LessonTable } from '../game/lesson-board.ts';
import type { PositionValues, ReasonInfo } from '../types.ts';

/** How long a wrong turn stays on the board, and a right one before the reply, in milliseconds. */
const LOOK = 1400;
const REPLY_DELAY = 500;
/** How long a reply may take before it is said what it waits for, in milliseconds. */
const SLOW = 1500;
/** The maximum number of better turns that are named. */
const NAMED = 3;

export interface Exercising extends Asking {
  table: LessonTable;
  exercise: Exercise;
  /** Null where the turn gave nothing away, or a value is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  /** Of a right answer. */
  sound: () => void;
  /** Goes to the next exercise. */
  next: () => void;
  /** Opens the position as a game. */
  playOn: (line: string) => void;
}

interface Open extends Exercising {
  parts: ReturnType<typeof createParts>;
  run: Run;
  /** Of the position on the board. */
  values: PositionValues;
  /** The last wrong turn in it. */
  wrong: { line: string; played: string } | null;
}

function createParts(
  { kind, missed }: Exercise,
  acts: Record<'show' | 'next' | 'play', () => void>,
) {
  const button = (key: Key, run: () => void, look = 'small-button') =>
    h('button', { type: 'button', class: look, text: t(key), onclick: run });
  const difficulty = t('puzzles.difficulty', { n: inDigits(difficultyOf(missed)) });
  return {
    kind: h('h2', { text: t(`exercises.kind.${kind}`) }),
    count: h('p', {
      class: 'quiet lesson-count',
      text: `${difficulty} · ${t('exercises.missed', { percent: missed })}`,
    }),
    task: h('p', { class: 'lesson-task', tabindex: -1 }),
    hands: h('p', { class: 'quiet lesson-reply' }),
    said: h('p', { class: 'lesson-said', role: 'status' }),
    reply: h('p', { class: 'quiet lesson-reply', role: 'status' }),
    why: h('p', { class: 'lesson-reply', role: 'status' }),
    change: h('p', { class: 'quiet lesson-reply' }),
    show: button('mistakes.show', acts.show),
    play: button('learn.play', acts.play),
    next: button('exercises.next', acts.next, 'button primary'),
  };
}

/** What is asked. */
function taskText({ exercise: { kind, values }, run: { side } }: Open) {
  const key: Key =
    kind === 'fly' && 'win' in values.value ? 'exercises.ask.fly.win' : `exercises.ask.${kind}`;
  return t(key, { side: sideName(side) });
}

/** How many men are in hand. */
const handsText = ({ hands }: ReturnType<LessonTable['game']>) =>
  (['white', 'black'] as const)
    .filter((side) => hands[side])
    .map((side) => `${sideName(side)}: ${t('player.hand', { n: hands[side] })}`)
    .join(' · ');

/** Has the player gone on, or left the exercise? */
const isOld = ({ run, parts }: Open, step: number) => run.step !== step || !parts.task.isConnected;

async function pause(open: Open, millis: number) {
  const { step } = open.run;
  await open.table.settled();
  await new Promise((resolve) => setTimeout(resolve, millis));
  return !isOld(open, step);
}

/** May a turn be played now, and the answer be shown? */
function allow({ table, parts }: Open, on: boolean) {
  table.hold(!on);
  parts.show.hidden = !on;
}

/** Asks for a turn in the position on the board. */
function ask(open: Open, values: PositionValues, missed: number) {
  open.values = values;
  open.wrong = null;
  open.run = asked(open.run, missed);
  allow(open, true);
}

/** Notes how it went, at the first mistake or at the end. */
function note({ exercise, run, parts }: Open, solved: boolean) {
  const before = noteExercise(exercise.kind, difficultyOf(100 * run.chance), solved);
  const { rating } = standingOf(exercise.kind);
  const by = Math.round(rating) - Math.round(before);
  const change = `${by < 0 ? '−' : '+'}${inDigits(Math.abs(by))}`;
  parts.change.textContent = t('puzzles.change', { n: inDigits(Math.round(rating)), change });
}

/** Notes the first mistake; it comes back as one's own. @param played none where it was shown */
function miss(open: Open, played: string | null) {
  const { line } = open.table.game();
  const first = !open.run.missed;
  open.run = failed(open.run);
  if (!first) return;
  note(open, false);
  if (played === null || readPractice().some((task) => task.line === line)) return;
  const holding = holdingTurns(open.values);
  keepPractice([{ line, played, holding, memory: fresh(Date.now()) }]);
}

/** How the game ended; where the exercise ends before, the value that every turn kept. */
function endOrValue({ table, run, exercise: { values } }: Open) {
  const end = endOf(table.game());
  if (end) return endText(end, run.side);
  return t('win' in values.value ? 'exercises.kept.win' : 'exercises.kept.draw');
}

function over(open: Open) {
  const { parts, run, exercise } = open;
  open.run = ended(run);
  if (!run.missed) note(open, true);
  const score = t('exercises.score', { n: run.held, all: run.turns });
  parts.said.textContent =
    exercise.kind === 'take'
      ? t(run.missed ? 'puzzles.solved.late' : 'puzzles.solved')
      : [run.missed ? '' : t('puzzles.solved'), score, endOrValue(open)].filter(Boolean).join(' ');
  parts.said.prepend(icon('tick'));
  // Before, it would have named the right man.
  if (exercise.kind === 'take') void explain(open, reasonText);
  stop(open);
}

/** There is nothing more to do. */
function stop(open: Open) {
  const { parts, table } = open;
  allow(open, false);
  parts.next.hidden = false;
  parts.play.hidden = table.game().outcome !== null;
  parts.next.focus();
}

/** It cannot go on: a value is missing, or the win was repeated away. */
function breakOff(open: Open, text: Key) {
  open.run = ended(open.run);
  open.parts.said.textContent = t(text);
  stop(open);
}

/** The values end here: those of first placings do in some games, and there an opening is over. */
const unknown = (open: Open) =>
  open.exercise.kind === 'opening' ? over(open) : breakOff(open, 'exercises.no-values');

/** @param text what is said of the last wrong turn */
async function explain(open: Open, text: typeof reasonText) {
  const { wrong, run, parts } = open;
  if (!wrong) return null;
  const found = await open.reason(wrong.line, wrong.played).catch(() => null);
  const words = found && !isOld(open, run.step) ? text(found, wrong.played) : '';
  if (!words) return null;
  parts.why.textContent = words;
  return found;
}

/** Draws the reply to a wrong turn, of which its reason speaks. */
function drawReply(table: LessonTable, { line: [, reply] }: ReasonInfo) {
  const move = table.game().legal.find(({ text }) => text === reply);
  if (move?.to) table.draw([{ from: move.from ?? move.to, to: move.to }]);
}

async function wrong(open: Open, line: string, played: string) {
  const { table, parts } = open;
  miss(open, played);
  open.wrong = { line, played };
  table.play(played);
  allow(open, false);
  parts.said.textContent = t('practice.wrong', { move: played });
  void explain(open, spareText).then((reason) => reason && drawReply(table, reason));
  if (!(await pause(open, LOOK))) return;
  table.undo();
  allow(open, true);
}

/** Merels replies. */
async function reply(open: Open) {
  const { table, parts } = open;
  const { step } = open.run;
  const slow = setTimeout(() => {
    if (!isOld(open, step)) parts.reply.textContent = t('values.reading');
  }, SLOW);
  const [found] = await Promise.all([replyTo(open, table.game().line), pause(open, REPLY_DELAY)]);
  clearTimeout(slow);
  if (isOld(open, step)) return;
  if (!found) return unknown(open);
  parts.reply.textContent = playTold(open.core, table, found.turn, 'reply');
  parts.said.textContent = '';
  if (table.game().outcome) return finish(open);
  if (!found.values) return unknown(open);
  ask(open, found.values, found.missed);
}

/** The game is over: all turns held, but a win may have been repeated away. */
function finish(open: Open) {
  const { outcome } = open.table.game();
  const drawn = outcome !== null && outcome.winner === null && 'win' in open.exercise.values.value;
  if (!drawn) return over(open);
  if (!open.run.missed) miss(open, null);
  breakOff(open, 'exercises.drawn');
}

async function answer(open: Open, played: string) {
  const { table, parts, sound } = open;
  const { line } = table.game();
  for (const name of ['said', 'why', 'reply'] as const) parts[name].textContent = '';
  // The arrow of an answer that was shown.
  table.draw([]);
  if (!holdingTurns(open.values).includes(played)) return wrong(open, line, played);
  open.run = held(open.run);
  table.play(played);
  allow(open, false);
  parts.said.textContent = t('exercises.right', { move: played });
  parts.said.prepend(icon('tick'));
  sound();
  const game = table.game();
  if (game.outcome) return finish(open);
  if (isDone(open.run, game)) return over(open);
  await reply(open);
}

function show(open: Open) {
  const { table, parts } = open;
  miss(open, null);
  const turns = holdingTurns(open.values);
  const move = table.game().legal.find(({ text }) => text === turns[0]);
  if (move?.to) table.draw([{ from: move.from ?? move.to, to: move.to }], true);
  parts.said.textContent = t('practice.shown', { moves: turns.slice(0, NAMED).join(', ') });
  parts.why.textContent = '';
  void explain(open, reasonText);
}

export function exerciseView(given: Exercising) {
  const { exercise, table, next, playOn } = given;
  const { kind, line, values, missed } = exercise;
  const parts = createParts(exercise, {
    show: () => show(open),
    next,
    play: () => playOn(table.line()),
  });
  table.set(line, { coordinates: true });
  const run = begun(kind, table.game().turn);
  const open: Open = { ...given, parts, run, values, wrong: null };
  parts.task.textContent = taskText(open);
  parts.next.hidden = parts.play.hidden = true;
  table.onPlay((turn) => void answer(open, turn));
  table.onChange(() => (parts.hands.textContent = handsText(table.game())));
  table.onWords((words) => (parts.said.textContent = words));
  ask(open, values, missed);
  parts.hands.textContent = handsText(table.game());
  const { kind: heading, count, task, hands, said, reply: told, why, change } = parts;
  return h(
    'div',
    { class: 'lesson' },
    h('div', { class: 'lesson-table' }, table.element),
    h('div', { class: 'lesson-words' }, heading, count, task, hands, said, told, why, change),
    h(
      'div',
      { class: 'lesson-foot' },
      h('div', { class: 'lesson-buttons' }, parts.show, parts.play),
      parts.next,
    ),
  );
}
