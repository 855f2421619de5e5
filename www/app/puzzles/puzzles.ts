// Puzzles: the selection, and a puzzle on the lessons' board. Rust judges the answers.
import './puzzles.css';
import { h, icon, iconButton, type Props } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { currentLanguage, t, tell } from '../i18n/i18n.ts';
import { canPassOn, copy, passOn } from '../platform/pass-on.ts';
import { effects } from '../game/facts.ts';
import { moveText, sideName } from '../game/words.ts';
import { DAILY, GAMES, createLists, gameOf, ofKind, type Puzzle } from './lists.ts';
import { createLobby, rounded, type Choice } from './lobby.ts';
import { gradeOn, idOn } from './daily.ts';
import { noteDay, noteFirst, noteGrade, readTally, today } from './puzzle-record.ts';
import type { LessonTable } from '../game/lesson-board.ts';
import type { Core } from '../types.ts';

/** A puzzle, and its day if it is a puzzle of the day. */
export interface Task {
  puzzle: Puzzle;
  day: number | null;
}

/** The delay before the reply to a turn, in milliseconds. */
const REPLY_DELAY = 700;

export function createPuzzles({
  core,
  table,
  sound,
  open,
  link,
  showLobby,
}: {
  core: Core;
  table: LessonTable;
  /** Of a right answer. */
  sound: () => void;
  /** Goes to the address of a puzzle. */
  open: (...path: string[]) => void;
  /** A link to it. */
  link: (...path: string[]) => Props;
  /** Shows the selection screen again. */
  showLobby: () => void;
}) {
  const list = createLists(core);
  const choice: Choice = { game: DAILY, kind: 'mixed' };
  const lobby = createLobby({ core, list, choice, open, link, next, show: showLobby });

  /**
   * The next puzzle: the untried one nearest the player's rating; then the missed ones, then all,
   * in order.
   */
  function next(all: Puzzle[], kind: Choice['kind'], before: Puzzle | null) {
    const { first, rating } = readTally();
    const puzzles = ofKind(all, kind);
    const [fresh] = puzzles
      .filter(({ id }) => !(id in first))
      .sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating));
    const missed = puzzles.filter(({ id }) => first[id] === 0);
    const again = missed.some(({ id }) => id !== before?.id) ? missed : puzzles;
    return fresh ?? again.find(({ index }) => index > (before?.index ?? -1)) ?? again[0];
  }

  async function openNext(before: Puzzle) {
    const puzzle = next((await list(choice.game)).puzzles, choice.kind, before);
    if (puzzle) open(gameOf(puzzle), puzzle.id);
  }

  /** The puzzle of an address; null if there is none. */
  async function find([of = '', id]: string[]): Promise<Task | null> {
    const day = today();
    if (of === 'today') {
      const { puzzles } = await list(DAILY);
      const grade = gradeOn(day);
      const puzzle = puzzles.find(({ id: name }) => name === idOn(day, grade));
      if (puzzle) noteGrade(day, grade);
      return puzzle ? { puzzle, day } : null;
    }
    if (!GAMES.includes(of)) return null;
    const puzzle = (await list(of)).puzzles.find((p) => p.id === id);
    return puzzle ? { puzzle, day: null } : null;
  }

  /** The view of a puzzle. */
  function view({ puzzle, day }: Task) {
    const { line, solver, solution } = puzzle;
    /** The turns of both sides so far. */
    let played: string[] = [];
    /** Counts steps, so that late replies are dropped. */
    let turn = 0;
    let missed = false;
    /** How many turns of the solution are on the board; null while it is not shown. */
    let step: number | null = null;
    /** What was said of each of them. */
    const told: string[] = [];
    /** Did the last turn win, but not in the way that was asked for? */
    let also = false;

    const said = h('p', { class: 'lesson-said', role: 'status' });
    const answered = h('p', { class: 'quiet lesson-reply', role: 'status' });
    const change = h('p', { class: 'quiet puzzle-change' });
    const hands = h('p', { class: 'quiet puzzle-hands' });
    const task = h('p', {
      class: 'lesson-task',
      tabindex: -1,
      text: t(`puzzles.ask.${puzzle.kind}`, { side: sideName(solver), n: puzzle.turns }),
    });
    const retry = h('button', {
      type: 'button',
      class: 'button primary',
      text: t('puzzles.retry'),
      onclick: () => (also ? takeBack() : begin()),
    });
    const show = h('button', {
      type: 'button',
      class: 'small-button',
      text: t('puzzles.show'),
      onclick: () => void reveal(),
    });
    const steps = [-1, 1].map((by) =>
      iconButton(
        by < 0 ? 'back' : 'next',
        t(by < 0 ? 'puzzles.step.back' : 'puzzles.step.on'),
        () => walk(by),
        { class: 'icon-button turns' },
      ),
    );
    const further = h('button', {
      type: 'button',
      class: 'button primary',
      text: t('puzzles.next'),
      onclick: () => void openNext(puzzle),
    });

    const share = h('button', {
      type: 'button',
      class: 'small-button',
      hidden: true,
      text: t('share.pass-on'),
      onclick: () => void passResult(),
    });

    /** Shares how the puzzle of the day went, without giving it away. */
    async function passResult() {
      const date = new Intl.DateTimeFormat(currentLanguage(), {
        dateStyle: 'long',
        timeZone: 'UTC',
      }).format((day ?? 0) * 86_400_000);
      const text = [
        `Merels · ${t('puzzles.day')} · ${date}`,
        `${t('puzzles.difficulty', { n: rounded(puzzle.rating) })} · ${t(missed ? 'puzzles.solved.late' : 'puzzles.solved')}`,
        location.href,
      ].join('\n');
      if (canPassOn({ text })) return void passOn({ text });
      share.textContent = t((await copy(text)) ? 'share.copied' : 'share.copy-failed');
    }

    /** Says how many men are still to be placed. */
    function showHands() {
      const game = table.game();
      const words = (['white', 'black'] as const).map((side) => {
        const said = game.hands[side]
          ? t('player.hand', { n: game.hands[side] })
          : game.phase[side] === 'flying'
            ? t('phase.flying')
            : '';
        return said && `${sideName(side)}: ${said}`;
      });
      hands.textContent = words.filter(Boolean).join(' · ');
    }

    function judged(right: boolean) {
      const before = noteFirst(puzzle, right);
      if (before === null) return;
      const { rating } = readTally();
      const by = Math.round(rating) - Math.round(before);
      // A puzzle that was much too hard costs nothing.
      change.textContent = !by
        ? `${t('puzzles.rating')}: ${rounded(rating)}`
        : t('puzzles.change', {
            n: rounded(rating),
            change: `${by < 0 ? '−' : '+'}${inDigits(Math.abs(by))}`,
          });
    }

    function praise(words: string) {
      said.replaceChildren(icon('tick'), words);
      sound();
    }

    function begin() {
      turn++;
      played = [];
      step = null;
      table.set(line, { coordinates: true });
      wait(missed ? '' : t('puzzles.once'));
      further.hidden = true;
      showSteps();
      task.focus({ preventScroll: true });
    }

    /** Asks for a turn. */
    function wait(words: string) {
      also = false;
      said.textContent = words;
      answered.textContent = '';
      retry.hidden = true;
      show.hidden = false;
    }

    /** Takes back a turn that won in another way; it costs nothing. */
    function takeBack() {
      table.undo();
      table.hold(false);
      wait('');
      task.focus({ preventScroll: true });
    }

    /** Waits before the next turn; false if that is no longer wanted. */
    async function pause() {
      const mine = turn;
      await table.settled();
      await new Promise((resolve) => setTimeout(resolve, REPLY_DELAY));
      return mine === turn && task.isConnected;
    }

    /** Plays a turn, and says what it does. */
    function play(text: string) {
      const does = effects(core, table.game().line, text);
      table.play(text);
      const { last } = table.game();
      answered.textContent = [
        last ? t('puzzles.played', { move: moveText(last) }) : '',
        ...does.map(tell),
      ].join(' ');
    }

    async function answer(text: string) {
      const { check } = await list(gameOf(puzzle));
      const verdict = check(puzzle, played, text);
      turn++;
      play(text);
      table.hold(true);
      if (!verdict.right) answered.textContent = '';
      if (verdict.solved) return solved();
      also = !verdict.right && verdict.value === 'win';
      if (also) {
        said.textContent = t(puzzle.kind === 'mill' ? 'puzzles.also.mill' : 'puzzles.also.win');
        retry.hidden = false;
        return retry.focus();
      }
      const worth =
        verdict.value === 'loss' || verdict.value === 'draw' ? verdict.value : 'unknown';
      if (verdict.right) praise(t('puzzles.right'));
      else said.textContent = t(`puzzles.wrong.${worth}`);
      if (!verdict.right) {
        missed = true;
        judged(false);
        retry.hidden = false;
        retry.focus();
      }
      if (verdict.reply === null || !(await pause())) return;
      play(verdict.reply);
      played = [...played, text, verdict.reply];
      table.hold(!verdict.right);
    }

    function solved() {
      if (!missed) judged(true);
      if (day !== null) noteDay(day);
      share.hidden = day === null;
      praise(t(missed ? 'puzzles.solved.late' : 'puzzles.solved'));
      end();
    }

    function end() {
      show.hidden = retry.hidden = true;
      further.hidden = false;
      further.focus();
    }

    /** Plays the solution; a puzzle whose solution was shown counts as not solved. */
    async function reveal() {
      turn++;
      missed = true;
      judged(false);
      also = false;
      step = 0;
      table.set(line, { coordinates: true });
      table.hold(true);
      showSteps();
      end();
      while (step !== null && step < solution.length) {
        if (!(await pause())) return;
        to(step + 1);
      }
    }

    /** Steps through the solution by hand; that stops its playing by itself. */
    function walk(by: number) {
      turn++;
      to((step ?? 0) + by);
    }

    /** Shows so many turns of the solution. */
    function to(wanted: number) {
      if (step === null || wanted < 0 || wanted > solution.length) return;
      for (; step < wanted; step++) {
        play(solution[step] ?? '');
        told[step + 1] = answered.textContent ?? '';
      }
      for (; step > wanted; step--) table.undo();
      answered.textContent = told[step] ?? '';
      table.hold(true);
      showSteps();
    }

    function showSteps() {
      for (const button of steps) button.hidden = step === null || solution.length < 2;
      if (step === null) return;
      const [back, on] = steps;
      back?.setAttribute('aria-disabled', String(step === 0));
      on?.setAttribute('aria-disabled', String(step === solution.length));
      // In the solver's own moves, as the task counts them.
      said.textContent = t('puzzles.step', { n: (step + 1) >> 1, all: (solution.length + 1) >> 1 });
    }

    table.onPlay((text) => void answer(text));
    table.onChange(showHands);
    table.onWords((words) => (said.textContent = words));
    begin();
    return h(
      'div',
      { class: 'lesson' },
      h('div', { class: 'lesson-table' }, table.element),
      h(
        'div',
        { class: 'lesson-words' },
        h('h2', { text: t(day === null ? `puzzles.kind.${puzzle.kind}` : 'puzzles.day') }),
        h('p', {
          class: 'quiet lesson-count',
          text: t('puzzles.difficulty', { n: rounded(puzzle.rating) }),
        }),
        task,
        hands,
        said,
        answered,
        h('div', { class: 'lesson-buttons puzzle-steps' }, ...steps),
        change,
      ),
      h(
        'div',
        { class: 'lesson-foot' },
        h('div', { class: 'lesson-buttons' }, show, share),
        retry,
        further,
      ),
    );
  }

  return { lobby, view, find };
}
