// The worker of exercises: plays games of levels, in which they are found, and judges positions by
// the values that the page asks for.
import init, { Engine, Game, replies } from '../../pkg/merels.js';
import initPack, { exerciseKey, exerciseKinds, exerciseLine } from '../../pkg-pack/merels.js';
import { announce, beatDuring, isTrap } from './heartbeat.ts';
import type { MoveValue, PositionValues, RepliesInfo } from '../types.ts';

type Question =
  | { type: 'kinds'; spec: string }
  | { type: 'game'; spec: string; kind: string; men: number; seed: number }
  | { type: 'judge'; kind: string; line: string; values: PositionValues }
  | { type: 'replies'; line: string; moves: MoveValue[] };
export type ToPractice = Question & { id: number };
export type FromPractice =
  | { type: 'listening' }
  /** `answer` is null where there is none. */
  | { type: 'answered'; id: number; answer: unknown };

/** An exercise: how it is known again, and how likely a club player misses it, in per cent. */
export interface Found {
  key: number;
  missed: number;
}

/** The levels that play: weak enough to err, and quick. */
const LEVELS = [2, 3, 4, 5];
/** The longest game, in plies; of an opening no more are wanted. */
const LONGEST = { opening: 6, others: 150 };
/** Of a won game the last plies, where the win is near. */
const LAST = 40;
/** How long to play before timers get a turn, in milliseconds. */
const SLICE = 100;
const NODES = 1_000_000;

let engine: Engine | null = null;

/** The positions of a game between two levels that can be exercises of a kind by their men. */
async function play({ spec, kind, men, seed }: Extract<Question, { type: 'game' }>) {
  engine ??= new Engine(4);
  engine.clear();
  const game = Game.start(spec);
  try {
    const start = game.line();
    const sides = [LEVELS[seed % 4] ?? 3, LEVELS[(seed >> 2) % 4] ?? 3];
    const longest = kind === 'opening' ? LONGEST.opening : LONGEST.others;
    const moves: string[] = [];
    const lines: (string | undefined)[] = [];
    let rested = performance.now();
    while (moves.length < longest && !game.state().outcome) {
      engine.setPosition(start, moves);
      engine.go({ level: sides[moves.length % 2] ?? 3, seed });
      while (!engine.step(NODES));
      const move = engine.bestMove();
      if (move === null) break;
      lines.push(exerciseLine(kind, game.line(), men));
      game.play(move);
      moves.push(move);
      if (performance.now() - rested > SLICE) {
        await new Promise((resolve) => setTimeout(resolve));
        rested = performance.now();
      }
    }
    return (kind === 'win' ? lines.slice(-LAST) : lines).filter(Boolean);
  } finally {
    game.free();
  }
}

const isHolding = ({ verdict }: MoveValue) => !verdict.includes('-to-');

function judge({ kind, line, values }: Extract<Question, { type: 'judge' }>) {
  const value = 'win' in values.value ? 'win' : 'loss' in values.value ? 'loss' : 'draw';
  const holding = values.moves.filter(isHolding).map(({ text }) => text);
  const key = exerciseKey(kind, line, value, holding);
  const missed = key === undefined ? null : replies(line, values.moves)?.missed;
  return key === undefined || missed === undefined || missed === null
    ? null
    : ({ key, missed } satisfies Found);
}

function answer(question: Question): unknown {
  if (question.type === 'kinds') return exerciseKinds(question.spec);
  if (question.type === 'game') return play(question);
  if (question.type === 'judge') return judge(question);
  return replies(question.line, question.moves) satisfies RepliesInfo | null;
}

const post = (message: FromPractice) => self.postMessage(message);

async function handle(question: ToPractice) {
  try {
    post({ type: 'answered', id: question.id, answer: await answer(question) });
  } catch (error) {
    // The page replaces this worker.
    if (isTrap(error)) throw error;
    console.warn('The worker of exercises:', error);
    post({ type: 'answered', id: question.id, answer: null });
  }
}

self.onmessage = ({ data }: MessageEvent<ToPractice>) => {
  beatDuring(handle(data)).catch((error) =>
    setTimeout(() => {
      throw error;
    }),
  );
};

void announce();
await beatDuring(Promise.all([init(), initPack()]));
post({ type: 'listening' });
