/**
 * A table without a browser: the page's own store, session and board on the real WebAssembly, with
 * a computer that answers at once, or when a test lets it, and a clock that goes on when a test
 * says so. For files with a document.
 */
import { vi } from 'vitest';
import { core } from './core.js';
import { pen } from './pen.js';
import { createBoard } from '../../www/app/board/board.ts';
import { layOut } from '../../www/app/board/geometry.ts';
import { createActions } from '../../www/app/game/actions.ts';
import { boardConfig, connectBoard } from '../../www/app/game/board-view.ts';
import { playPrepared } from '../../www/app/game/premove.ts';
import { restore } from '../../www/app/game/restore.ts';
import { createSession } from '../../www/app/game/session.ts';
import { createStore, setLook } from '../../www/app/state.ts';

export { core };

/**
 * @typedef {import('../../www/app/engine/client.ts').Question} Question
 * @typedef {import('../../www/app/engine/client.ts').Answer} Answer
 * @typedef {import('../../www/app/types.ts').Settings} Settings
 * @typedef {import('../../www/app/types.ts').PositionValues} PositionValues
 * @typedef {import('../../www/app/types.ts').ReasonInfo} ReasonInfo
 */

/**
 * Nine Men's Morris of two people: what a table has unless a test wishes otherwise.
 * @type {Settings}
 */
export const PEOPLE = {
  spec: 'nine',
  mode: 'people',
  human: 'white',
  levels: { white: 3, black: 3 },
  clock: null,
  turning: false,
  pace: 700,
};
/** A person with the white men against the computer. @type {Settings} */
export const COMPUTER = { ...PEOPLE, mode: 'computer' };
/** The computer against itself. @type {Settings} */
export const WATCH = { ...PEOPLE, mode: 'watch' };

/**
 * A position in which each side moves, and nobody can reach the other's men. White can close
 * d7-d6-d5 at once.
 */
export const APART = 'nine[fly=never] W2/1W1/W1W/6/3/B1B/B1B w 0,0 0 20';

/** The part of the page that has the moves, for what stands in their place. */
export function pageOfMoves() {
  const page = document.createElement('main');
  page.className = 'page';
  const moves = document.createElement('section');
  page.append(moves);
  document.body.append(page);
  return { page, moves };
}

/**
 * A computer that plays the first turn that loses nothing known. While `hold` is true, its answer
 * waits for `release`.
 */
function createComputer() {
  /**
   * @type {{ resolve: (answer: Answer) => void, reject: (error: unknown) => void, answer: Answer } | null}
   */
  let pending = null;
  const computer = {
    hold: false,
    /** Every question so far. @type {Question[]} */
    asked: [],
    /** How often it was told to stop while it thought. */
    cancelled: 0,
    /** What it answers. @type {(question: Question) => Partial<Answer>} */
    answers: () => ({}),
    /** What it fails with instead. @type {unknown} */
    fails: null,
    /** @param {Question} question @returns {Promise<Answer>} */
    ask(question) {
      computer.cancel();
      computer.asked.push(question);
      if (computer.fails) return Promise.reject(computer.fails);
      const known = (/** @type {string} */ value) =>
        question.known?.find((turn) => value in turn.value)?.text;
      const move = known('win') ?? known('draw') ?? question.legal?.[0] ?? '';
      /** @type {Answer} */
      const answer = { move, info: null, lines: [], ...computer.answers(question) };
      if (!computer.hold) return Promise.resolve(answer);
      return new Promise((resolve, reject) => (pending = { resolve, reject, answer }));
    },
    cancel() {
      if (!pending) return;
      const { reject } = pending;
      pending = null;
      computer.cancelled++;
      reject(new DOMException('cancelled', 'AbortError'));
    },
    /** Lets the answer come that was held back. */
    release() {
      const held = pending;
      pending = null;
      held?.resolve(held.answer);
    },
    /** Is there an answer that is held back? */
    get thinks() {
      return pending !== null;
    },
  };
  return computer;
}

/** A board that has come to rest at once, or when a test says so. */
function createRest() {
  /** @type {(() => void)[]} */
  let waiting = [];
  const rest = {
    hold: false,
    settled: () =>
      rest.hold
        ? new Promise((/** @type {(value: void) => void} */ resolve) =>
            waiting.push(() => resolve()),
          )
        : Promise.resolve(),
    release() {
      for (const go of waiting.splice(0)) go();
    },
  };
  return rest;
}

/** Lets so much time pass, and all happen that was due meanwhile. @param {number} [millis] */
export const pass = async (millis = 0) => void (await vi.advanceTimersByTimeAsync(millis));

/**
 * Nothing is stored, the clock stands, and a new game is on the table. The computer takes a tenth
 * of a second over a turn.
 * @param {Partial<Settings>} [wish] other than two people at Nine Men's Morris
 */
export async function createTable(wish = {}) {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
  return sitDown(wish);
}

/**
 * The page begins with what is stored.
 * @param {Partial<Settings> | null} wish null where the stored game goes on
 */
export async function sitDown(wish = null) {
  const found = restore(core, { chosen: null, current: 'en' });
  const store = createStore(found.state);
  store.update((s) => setLook(s, { reply: 'quick' }));
  const computer = createComputer();
  const rest = createRest();
  const box = document.createElement('div');
  // The points have their places, but nothing can be drawn here.
  HTMLCanvasElement.prototype.getContext = /** @type {any} */ (() => pen);
  box.getBoundingClientRect = () => new DOMRect(0, 0, 600, 600);
  document.body.append(box);
  const board = createBoard(box, boardConfig(found.state));
  /**
   * What is known exactly of a position, why a turn was a mistake, and what the book has.
   * @type {{
   *   of: (line: string) => PositionValues | null | Promise<PositionValues | null>,
   *   why: (line: string, turn: string) => ReasonInfo | null,
   *   book: (spec: string, line: string) => Promise<string | null>,
   * }}
   */
  const exact = { of: () => null, why: () => null, book: async () => null };
  /** @type {import('../../www/app/engine/client.ts').EngineClient} */
  const engine = /** @type {any} */ (computer);
  const session = createSession({
    core,
    store,
    engine,
    settled: rest.settled,
    values: async (line) => exact.of(line),
    reason: async (line, turn) => exact.why(line, turn),
    opening: (spec, line) => exact.book(spec, line),
    game: found.table.game,
  });
  const actions = createActions(store, session);
  connectBoard(store, board, actions);
  playPrepared(store, actions, rest.settled);
  if (wish) session.newGame({ ...PEOPLE, ...wish });
  await pass();
  const table = {
    store,
    session,
    board,
    rest,
    computer,
    engine,
    exact,
    found,
    state: store.get,
    /** The turns that lead to where the game stands. */
    played: () => store.get().game.played,
    /** Plays turns at once. @param {string[]} turns */
    async play(...turns) {
      for (const turn of turns) {
        session.play(turn);
        await pass();
      }
    },
    /** Presses points, as a person does. @param {string[]} points */
    async press(...points) {
      for (const point of points) {
        // The board hears of a change of the state before the next press.
        await Promise.resolve();
        board.press(point);
        await pass();
      }
    },
    /** Where a point is. @param {string} point */
    at: (point) =>
      layOut(board.get().board, 600, board.get().flipped).points[
        board.get().board.points.findIndex(({ name }) => name === point)
      ] ?? { x: NaN, y: NaN },
    /**
     * A mouse on the board.
     * @param {string} type
     * @param {number} clientX
     * @param {number} clientY
     */
    pointer: (type, clientX, clientY) =>
      box.dispatchEvent(
        new PointerEvent(type, {
          clientX,
          clientY,
          pointerId: 1,
          pointerType: 'mouse',
          bubbles: true,
        }),
      ),
    /** Opens a text in place of the game. @param {string} text */
    async open(text) {
      session.open(text);
      await pass();
    },
  };
  return table;
}

/** @typedef {Awaited<ReturnType<typeof createTable>>} Table */
