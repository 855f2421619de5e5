// A streak of puzzles, or three minutes of them, on the lessons' board. Rust judges the answers.
import { h, icon, type Props } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { moveText, sideName } from '../game/words.ts';
import { keepMissed } from '../storage/practice.ts';
import { noteWeek } from '../storage/weeks.ts';
import { gameOf, type List, type Puzzle } from './lists.ts';
import { bestOf, noteBest } from './puzzle-record.ts';
import { answered, begun } from './puzzle-run.ts';
import { handsText } from './puzzle-view.ts';
import { rounded } from './standing.ts';
import {
  LIVES,
  clockText,
  current,
  ended,
  isBroken,
  isLate,
  judged,
  resting,
  rising,
  started,
  ticking,
  timeLeft,
  type Mode,
  type Rush,
} from './rush.ts';
import type { LessonTable } from '../game/lesson-board.ts';

/** How long an answer stays on the board, in milliseconds. */
const LOOK = 700;
/** How often the clock is looked at, in milliseconds. */
const TICK = 200;
/** At which times left the clock is read out. */
const CALLS = [60_000, 10_000];

export interface RushTask extends List {
  mode: Mode;
  game: string;
}

interface Given {
  table: LessonTable;
  /** Of a right answer. */
  sound: () => void;
  /** A link to a puzzle. */
  link: (...path: string[]) => Props;
  /** The last one, which may have been left. */
  memory: { rush: Rush | null };
}

interface Playing extends Given {
  task: RushTask;
  parts: ReturnType<typeof createParts>;
  rush: Rush;
  /** The turns of both sides at the current puzzle. */
  played: string[];
  /** The best run before this one. */
  best: number;
  timer: number;
}

function createParts({ mode }: RushTask, acts: Record<'start' | 'end', () => void>) {
  return {
    about: h('p', { class: 'lesson-about', text: t(`rush.${mode}.about`) }),
    fair: h('p', { class: 'quiet', text: t(mode === 'timed' ? 'rush.fair' : 'rush.free') }),
    best: h('p', { class: 'quiet rush-best' }),
    row: h('div', { class: 'rush-row', hidden: true }),
    clock: h('span', { class: 'rush-clock', role: 'timer', 'aria-label': t('rush.clock') }),
    call: h('span', { class: 'unseen', role: 'status' }),
    score: h('span', { class: 'rush-score' }),
    hard: h('span', { class: 'quiet rush-hard' }),
    mistakes: h('span', { class: 'rush-mistakes', role: 'img' }),
    task: h('p', { class: 'lesson-task', tabindex: -1, role: 'status' }),
    hands: h('p', { class: 'quiet puzzle-hands' }),
    said: h('p', { class: 'lesson-said', role: 'status' }),
    missed: h('div', { class: 'rush-missed' }),
    end: h('button', {
      type: 'button',
      class: 'small-button',
      text: t('rush.end'),
      hidden: true,
      onclick: acts.end,
    }),
    start: h('button', {
      type: 'button',
      class: 'button primary',
      text: t('coords.begin'),
      onclick: acts.start,
    }),
  };
}

const now = () => performance.now();

function set(playing: Playing, rush: Rush) {
  const { parts, memory } = playing;
  playing.rush = memory.rush = rush;
  parts.score.textContent = t('rush.solved', { n: rush.solved });
  const all = LIVES[rush.mode];
  const n = rush.missed.length;
  parts.mistakes.setAttribute('aria-label', t('rush.mistakes', { n, all }));
  parts.mistakes.replaceChildren(
    ...Array.from({ length: all }, (_, i) => h('span', { class: i < n ? 'lost' : '' })),
  );
  tick(playing);
}

/** Shows the clock, and ends the run when it has run out. */
function tick(playing: Playing) {
  const { rush, parts, timer } = playing;
  if (rush.over || (timer && !parts.task.isConnected)) return clearInterval(timer);
  const left = timeLeft(rush, now());
  parts.clock.textContent = inDigits(clockText(left));
  const due = CALLS.findLast((call) => left <= call);
  const call = due ? `${t('rush.clock')}: ${inDigits(clockText(due))}` : '';
  if (parts.call.textContent !== call) parts.call.textContent = call;
  if (isLate(rush, now())) finish(playing, ended(rush, 'time', now()));
}

/** Asks the current puzzle. */
function ask(playing: Playing) {
  const { table, rush, parts } = playing;
  const { line, kind, solver, turns, rating } = current(rush);
  playing.played = [];
  table.set(line, { coordinates: true });
  table.hold(false);
  parts.task.textContent = t(`puzzles.ask.${kind}`, { side: sideName(solver), n: turns });
  parts.said.textContent = '';
  parts.hard.textContent = t('puzzles.difficulty', { n: rounded(rating) });
  set(playing, ticking(rush, now()));
}

function start(playing: Playing) {
  const { parts, task, table } = playing;
  for (const part of [parts.about, parts.fair, parts.best, parts.start]) part.hidden = true;
  parts.missed.replaceChildren();
  parts.row.hidden = parts.end.hidden = false;
  clearInterval(playing.timer);
  if (task.mode === 'timed') playing.timer = window.setInterval(() => tick(playing), TICK);
  playing.best = bestOf(task.mode, task.game);
  playing.rush = started(task.mode, rising(task.puzzles));
  ask(playing);
  (table.element.querySelector('[data-point][tabindex="0"]') as HTMLElement | null)?.focus();
}

/** Waits; false if it has ended, or was left. */
async function pause(playing: Playing) {
  await playing.table.settled();
  await new Promise((resolve) => setTimeout(resolve, LOOK));
  return !playing.rush.over && playing.parts.task.isConnected;
}

function say({ said }: Playing['parts'], text: string, right: boolean) {
  said.textContent = text;
  if (right) said.prepend(icon('tick'));
}

async function answer(playing: Playing, turn: string) {
  const { table, task, parts, sound } = playing;
  if (playing.rush.over || isLate(playing.rush, now())) return tick(playing);
  const puzzle = current(playing.rush);
  const verdict = task.check(puzzle, playing.played, turn);
  const { stage, said } = answered(begun({ missed: false, turn: 0 }), puzzle.kind, verdict);
  set(playing, resting(playing.rush, now()));
  table.play(turn);
  table.hold(true);
  say(parts, said && t(said), verdict.right);
  if (verdict.right) sound();
  if (verdict.solved || stage === 'wrong') return judge(playing, puzzle, verdict.solved);
  if (!(await pause(playing))) return;
  if (verdict.right && verdict.reply !== null) {
    table.play(verdict.reply);
    playing.played.push(turn, verdict.reply);
    const move = table.game().last;
    if (move) say(parts, t('puzzles.played', { move: moveText(move) }), false);
  } else table.undo();
  table.hold(false);
  set(playing, ticking(playing.rush, now()));
}

/** The current puzzle was solved or missed. */
async function judge(playing: Playing, puzzle: Puzzle, right: boolean) {
  const { task } = playing;
  if (!right) keepMissed({ line: puzzle.line, puzzle: puzzle.id });
  noteWeek(right);
  const rush = judged(playing.rush, right);
  if (rush.over) return finish(playing, rush);
  set(playing, rush);
  // At once, so that nothing is lost if the page is closed.
  if (right) noteBest(task.mode, task.game, rush.solved);
  if (await pause(playing)) ask(playing);
}

/** The puzzles that were missed, to look at them again. */
const missedList = ({ rush, link }: Playing) =>
  rush.missed.length
    ? [
        h('h3', { text: t('rush.missed') }),
        h(
          'ul',
          {},
          ...rush.missed.map((puzzle) =>
            h(
              'li',
              {},
              h(
                'a',
                link(gameOf(puzzle), puzzle.id),
                `${t(`puzzles.kind.${puzzle.kind}`)} · ${t('puzzles.difficulty', { n: rounded(puzzle.rating) })}`,
              ),
            ),
          ),
        ),
      ]
    : [];

/** Why it is over. */
const endText = ({ mode, over }: Rush): Key =>
  over === 'mistakes' ? `rush.over.${mode}` : `rush.over.${over ?? 'ended'}`;

function finish(playing: Playing, rush: Rush) {
  const { parts, table, timer } = playing;
  clearInterval(timer);
  table.hold(true);
  set(playing, rush);
  parts.clock.textContent = inDigits(clockText(rush.left));
  const isNew = rush.solved > playing.best;
  parts.task.textContent = t(endText(rush));
  parts.hands.textContent = '';
  const best = Math.max(rush.solved, playing.best);
  say(parts, best ? t(isNew ? 'rush.new-best' : 'rush.best', { n: best }) : '', isNew);
  parts.missed.replaceChildren(...missedList(playing));
  parts.end.hidden = true;
  parts.start.hidden = false;
  parts.start.textContent = t('learn.again');
  parts.start.focus();
}

const layOut = ({ mode }: RushTask, board: HTMLElement, parts: Playing['parts']) =>
  h(
    'div',
    { class: 'lesson' },
    h('div', { class: 'lesson-table' }, board),
    h(
      'div',
      { class: 'lesson-words' },
      h('h2', { text: t(`rush.${mode}`) }),
      parts.about,
      parts.fair,
      parts.best,
      parts.row,
      parts.task,
      parts.hands,
      parts.said,
      parts.missed,
    ),
    h(
      'div',
      { class: 'lesson-foot' },
      h('div', { class: 'lesson-buttons' }, parts.end),
      parts.start,
    ),
  );

export function rushView(given: Given, task: RushTask) {
  const { table, memory } = given;
  const parts = createParts(task, {
    start: () => start(playing),
    end: () => finish(playing, ended(playing.rush, 'ended', now())),
  });
  parts.row.append(
    ...(task.mode === 'timed'
      ? [parts.clock, parts.call, parts.score, parts.mistakes]
      : [parts.score, parts.hard]),
  );
  const best = bestOf(task.mode, task.game);
  parts.best.textContent = best ? t('rush.best', { n: best }) : '';
  if (isBroken(memory.rush))
    parts.said.textContent = t('rush.left', { n: memory.rush?.solved ?? 0 });
  const rush = started(task.mode, []);
  memory.rush = null;
  const playing: Playing = { ...given, task, parts, rush, played: [], best, timer: 0 };
  table.onPlay((turn) => void answer(playing, turn));
  table.onChange(
    () => (parts.hands.textContent = playing.rush.over ? '' : handsText(table.game())),
  );
  table.onWords((words) => (parts.said.textContent = words));
  table.set(task.game, { coordinates: true });
  table.hold(true);
  parts.hands.textContent = '';
  return layOut(task, table.element, parts);
}
