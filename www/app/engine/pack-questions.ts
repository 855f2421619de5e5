// Answers the questions about a pack, the newest first.
import { yieldToMessages } from './heartbeat.ts';
import { troubleOf } from './pack-fetch.ts';
import { createSignal } from './pack-signal.ts';
import type { ExactValue, PackPlace, PositionValues } from '../types.ts';
import type { Pack } from '../../pkg-pack/merels.js';
import type { Status } from './pack-status.ts';

interface Question {
  id: number;
  line: string;
  told: boolean;
}

export interface Answers {
  /** The position's own value, which is found first. */
  value: (id: number, value: ExactValue) => void;
  /** Null if there are none. */
  values: (id: number, values: PositionValues | null) => void;
}

/** An open pack, and how to load pieces into it. */
interface Opened {
  pack: Pack;
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
          finish(question, null);
        }
      }
    } finally {
      working = false;
    }
  }

  function finish(question: Question, values: PositionValues | null) {
    if (!questions.includes(question)) return;
    questions = questions.filter((other) => other !== question);
    if (values && status.get().reason) status.set({ reason: null });
    tell.values(question.id, values);
  }

  /** Works on a question until it is answered or a newer one is asked. */
  async function pursue(question: Question) {
    const newest = () => questions.at(-1) === question;
    const { pack, load } = await open();
    if (!newest()) return;
    if (!pack.ask(question.line)) return finish(question, null);
    while (newest()) {
      const begun = performance.now();
      const { state, asked } = pack.step(blocks);
      if (state === 'more') blocks = blocksNext(blocks, performance.now() - begun);
      const value = question.told ? null : pack.value();
      if (value) {
        question.told = true;
        tell.value(question.id, value);
      }
      if (state === 'done') return finish(question, pack.values());
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

  return {
    ask(id: number, line: string) {
      questions.push({ id, line, told: false });
      changed.give();
      return work();
    },
    /** Cancels a question. */
    drop(id: number) {
      questions = questions.filter((question) => question.id !== id);
      changed.give();
    },
  };
}
