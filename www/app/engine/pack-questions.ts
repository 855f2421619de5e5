// Answers the questions about a pack, the newest first.
import { yieldToMessages } from './heartbeat.ts';
import { troubleOf } from './pack-fetch.ts';
import { createSignal } from './pack-signal.ts';
import type { ExactValue, PackPlace, PositionValues, ReasonInfo } from '../types.ts';
import type { Pack } from '../../pkg-pack/merels.js';
import type { Status } from './pack-status.ts';

interface Question {
  id: number;
  line: string;
  /** Why it gave its value away is asked, rather than what the position is worth. */
  turn?: string;
  told: boolean;
}

export interface Answers {
  /** The position's own value, which is found first. */
  value: (id: number, value: ExactValue) => void;
  /** Null if there are none. */
  values: (id: number, values: PositionValues | null) => void;
  /** Null if there is none. */
  reason: (id: number, reason: ReasonInfo | null) => void;
}

/** An open pack, and how to load pieces into it. */
interface Opened {
  pack: Pack;
  /** Loads the values of first placings into it; whether there are any. */
  placings: () => Promise<boolean>;
  load: (places: PackPlace[]) => Promise<void>;
}

/** How long to decode before messages are handled, in milliseconds. */
const SLICE = 10;
/**
 * The interval at which timers get a turn, in milliseconds: a stream of messages could hold up the
 * heartbeat.
 */
const REST = 200;

/** How many blocks to decode at once, by how long the last ones took, in milliseconds. */
const blocksNext = (blocks: number, took: number) =>
  Math.min(Math.max(Math.round((blocks * SLICE) / Math.max(took, 0.1)), 1), 2 * blocks, 256);

export function createQuestions(open: () => Promise<Opened>, status: Status, tell: Answers) {
  /** Those that are open, the newest last. */
  let questions: Question[] = [];
  let working = false;
  let blocks = 1;
  /** When timers last had a turn. */
  let rested = 0;
  /** Given when a question is asked or dropped. */
  const changed = createSignal();

  async function work() {
    if (working) return;
    working = true;
    try {
      for (let question; (question = questions.at(-1));) {
        try {
          await pursue(question);
        } catch (error) {
          const trouble = troubleOf(error);
          console.warn('No values:', trouble.message);
          if (status.get().status === 'ready') status.set({ reason: trouble.reason });
          finish(question);
        }
      }
    } finally {
      working = false;
    }
  }

  /** @param pack that has the answer, if there is one */
  function finish(question: Question, pack?: Pack) {
    const { id, turn } = question;
    if (!questions.includes(question)) return;
    questions = questions.filter((other) => other !== question);
    if (pack && status.get().reason) status.set({ reason: null });
    if (turn === undefined) tell.values(id, pack?.values() ?? null);
    else tell.reason(id, pack?.reason() ?? null);
  }

  /** Works on a question until it is answered or a newer one is asked. */
  async function pursue(question: Question) {
    const newest = () => questions.at(-1) === question;
    const { pack, load, placings } = await open();
    if (!newest()) return;
    const { line, turn } = question;
    const asked = () => (turn === undefined ? pack.ask(line) : pack.askReason(line, turn));
    if (!asked()) {
      if (turn === undefined || !(await placings())) return finish(question);
      if (!newest()) return;
      if (!asked()) return finish(question);
    }
    while (newest()) {
      const begun = performance.now();
      const { state, asked } = turn === undefined ? pack.step(blocks) : pack.stepReason(blocks);
      if (state === 'more') blocks = blocksNext(blocks, performance.now() - begun);
      const value = question.told || turn !== undefined ? null : pack.value();
      if (value) {
        question.told = true;
        tell.value(question.id, value);
      }
      if (state === 'done') return finish(question, pack);
      if (state === 'absent') {
        if (!asked.length) throw new Error('nothing was asked for');
        const loaded = load(asked);
        // If another question comes first, nothing awaits it.
        loaded.catch(() => {});
        await Promise.race([loaded, changed.next()]);
      } else await rest();
    }
  }

  /** Yields to messages, and now and then to timers. */
  async function rest() {
    if (performance.now() - rested <= REST) return yieldToMessages();
    await new Promise((resolve) => setTimeout(resolve));
    rested = performance.now();
  }

  function ask(question: Question) {
    questions.push(question);
    changed.give();
    return work();
  }

  return {
    ask: (id: number, line: string) => ask({ id, line, told: false }),
    askWhy: (id: number, line: string, turn: string) => ask({ id, line, turn, told: false }),
    /** Cancels a question. */
    drop(id: number) {
      questions = questions.filter((question) => question.id !== id);
      changed.give();
    },
  };
}
