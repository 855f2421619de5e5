// The page's client of the worker of exercises.
import { MAX_SILENCE } from './watchdog.ts';
import { createWorkerPort, type Job, type WorkerPort } from './worker-port.ts';
import type { MoveValue, PositionValues, RepliesInfo } from '../types.ts';
import type { Candidate, Found, FromPractice, ToPractice } from './practice.worker.ts';

type Said = Exclude<FromPractice, { type: 'listening' }>;

/** @param url of the worker's script */
export function createPracticeClient(url: string) {
  const port: WorkerPort<ToPractice, Said> = createWorkerPort<ToPractice, Said>({
    url,
    hello: 'listening',
    onMessage: (message) => port.answer(message.id, message),
    expectAnswer: () => (port.jobs().length ? MAX_SILENCE : null),
  });

  /** @param read throws where the answer is malformed */
  const ask = <T>(question: (id: number) => ToPractice, read: (answer: unknown) => T) =>
    new Promise<T>((resolve, reject) => {
      const id = port.nextId();
      const job: Job<ToPractice, Said> = {
        id,
        message: question(id),
        answer({ answer }) {
          resolve(read(answer));
          return true;
        },
        fail: (reason) => reject(reason ?? new DOMException('closed', 'AbortError')),
      };
      port.add(job);
    });

  return {
    /** The kinds of exercises that a game can have. */
    kinds: (spec: string) => ask((id) => ({ type: 'kinds', id, spec }), texts),
    /**
     * The positions of new games that can be exercises of a kind by their men, the most promising
     * first where they were compared.
     * `men`: the most that may be on the board; `seed`: another one is another game; `plain`: are
     * those wanted that a short search sees?
     */
    game: (wanted: { spec: string; kind: string; men: number; seed: number; plain: boolean }) =>
      ask((id) => ({ type: 'game', id, ...wanted }), candidates),
    /** Whether a position with these exact values is an exercise; null if it is not. */
    judge: (kind: string, line: string, values: PositionValues) =>
      ask(
        (id) => ({ type: 'judge', id, kind, line, values }),
        (answer) => {
          const found = answer as Found | null;
          if (found && !(found.key >= 0 && found.missed >= 0)) throw new Error('no exercise');
          return found;
        },
      ),
    /** How likely a club player misses what keeps the value in a position; null if not known. */
    replies: (line: string, moves: MoveValue[]) =>
      ask(
        (id) => ({ type: 'replies', id, line, moves }),
        (answer) => answer as RepliesInfo | null,
      ),
    close: port.close,
  };
}

function texts(answer: unknown): string[] {
  if (answer === null) return [];
  if (!Array.isArray(answer) || !answer.every((text) => typeof text === 'string'))
    throw new Error('malformed answer');
  return answer;
}

function candidates(answer: unknown): Candidate[] {
  if (answer === null) return [];
  if (!Array.isArray(answer)) throw new Error('malformed answer');
  return answer.map(({ line, after }) => {
    texts([line, ...after]);
    return { line, after };
  });
}

export type PracticeClient = ReturnType<typeof createPracticeClient>;
