// The worker of exercises: plays games of levels, in which they are found, and judges positions by
// the values that the page asks for.
import init, { Engine, Game, replies } from '../../pkg/merels.js';
import initPack, { exerciseKey, exerciseKinds, exerciseLine } from '../../pkg-pack/merels.js';
import { announce, beatDuring, isTrap } from './heartbeat.ts';
import type { MoveValue, PositionValues, RepliesInfo, Score } from '../types.ts';

type Question =
  | { type: 'kinds'; spec: string }
  | { type: 'game'; spec: string; kind: string; men: number; seed: number; plain: boolean }
  | { type: 'judge'; kind: string; line: string; values: PositionValues }
  | { type: 'replies'; line: string; moves: MoveValue[] };
export type ToPractice = Question & { id: number };
export type FromPractice =
  | { type: 'listening' }
  /** `answer` is null where there is none. */
  | { type: 'answered'; id: number; answer: unknown };

/** A position that may be an exercise. */
export interface Candidate {
  line: string;
  /** The positions after turns that would have to give the value away: most often one keeps it. */
  after: string[];
}

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
/** The limits of the search that sees which man is better taken. */
const GLANCE = { depth: 4, nodes: 20_000, lines: 64 };
/** The score of a win, in hundredths of a man. */
const WON = 10_000;
/** More than this is clear, and a side that is further ahead than this will win or lose anyway. */
const CLEAR = 200;
const EVEN = 150;
/** So many games give plain exercises of which man to take, and as many candidates. */
const POOL = 6;

let engine: Engine | null = null;

interface Seen {
  /** As an exercise; nothing if it can be none. */
  line: string | undefined;
  turn: string;
}

/** Plays a game between two levels. */
async function play(engine: Engine, question: Extract<Question, { type: 'game' }>) {
  const { spec, kind, men, seed } = question;
  const game = Game.start(spec);
  try {
    const start = game.line();
    const sides = [LEVELS[seed % 4] ?? 3, LEVELS[(seed >> 2) % 4] ?? 3];
    const longest = kind === 'opening' ? LONGEST.opening : LONGEST.others;
    const moves: string[] = [];
    const seen: Seen[] = [];
    let rested = performance.now();
    engine.clear();
    for (;;) {
      const { outcome, turn } = game.state();
      if (outcome || moves.length >= longest) return { seen, winner: outcome?.winner ?? null };
      engine.setPosition(start, moves);
      engine.go({ level: sides[moves.length % 2] ?? 3, seed });
      while (!engine.step(NODES));
      const move = engine.bestMove();
      if (move === null) return { seen, winner: null };
      seen.push({ line: exerciseLine(kind, game.line(), men), turn });
      game.play(move);
      moves.push(move);
      if (performance.now() - rested > SLICE) {
        await new Promise((resolve) => setTimeout(resolve));
        rested = performance.now();
      }
    }
  } finally {
    game.free();
  }
}

/** For the side to move, in hundredths of a man. */
const worth = (score: Score) =>
  'cp' in score ? score.cp : 'win' in score ? WON : 'loss' in score ? -WON : 0;

/** The position after a turn; nothing where the game is over. */
function after(line: string, turn: string) {
  const game = Game.read(line);
  try {
    game.play(turn);
    const { outcome } = game.state();
    return outcome ? [] : [game.line()];
  } finally {
    game.free();
  }
}

/** What a short search sees of a position in which a mill can be closed. */
function glance(engine: Engine, line: string) {
  engine.setPosition(line, []);
  engine.go(GLANCE);
  while (!engine.step(NODES));
  const turns = engine.lines().map(({ pv, score }) => ({ turn: pv[0] ?? '', at: worth(score) }));
  turns.sort((a, b) => b.at - a.at);
  const quiet = turns.find(({ turn }) => !turn.includes('x'));
  /** The captures by the way to close the mill, the best way first. */
  const ways: Map<string, typeof turns> = new Map();
  for (const each of turns) {
    const [way = '', taken] = each.turn.split('x');
    if (taken) ways.set(way, [...(ways.get(way) ?? []), each]);
  }
  const [right = []] = ways.values();
  const best = right[0]?.at ?? 0;
  const stakes = [...ways.values()].map((way) => (way[0]?.at ?? 0) - (way.at(-1)?.at ?? 0));
  return {
    line,
    /** How much depends on which man is taken. */
    stake: Math.max(0, ...stakes),
    /** How much depends on taking one. */
    gap: best - (quiet?.at ?? -WON),
    best,
    after: [quiet, right.at(-1)].flatMap((each) => (each ? after(line, each.turn) : [])),
  };
}

type Glance = ReturnType<typeof glance>;

/**
 * How likely it is an exercise, neither too easy nor none: much depends on it, but not all, and no
 * side is far ahead, where any man would do.
 */
const promise = ({ stake, gap, best }: Glance) =>
  Math.min(stake, gap, CLEAR) - Math.max(0, Math.abs(best) - EVEN) / 2;

/** The positions of a game that can be exercises of a kind by their men. */
async function found(engine: Engine, question: Extract<Question, { type: 'game' }>) {
  const { seen, winner } = await play(engine, question);
  // To win are those of the winner, not long before the end.
  const some =
    question.kind === 'win'
      ? seen.slice(-LAST).filter(({ turn }) => !winner || turn === winner)
      : seen;
  return some.flatMap(({ line }) => line ?? []);
}

/**
 * The candidates of a game; plain ones of which man to take are the most promising of several
 * games, as few positions are exercises of that kind.
 */
async function candidates(question: Extract<Question, { type: 'game' }>): Promise<Candidate[]> {
  const { kind, plain, seed } = question;
  engine ??= new Engine(4);
  const searcher = engine;
  if (kind !== 'take')
    return (await found(searcher, question)).map((line) => ({ line, after: [] }));
  const glances: Glance[] = [];
  for (let game = 0; game < (plain ? POOL : 1); game++) {
    const lines = await found(searcher, { ...question, seed: seed + game });
    glances.push(...lines.map((line) => glance(searcher, line)));
  }
  const some = plain
    ? glances
        .filter(({ stake, best }) => stake > 0 && best > -WON)
        .sort((a, b) => promise(b) - promise(a))
        .slice(0, POOL)
    : glances;
  return some.map(({ line, after }) => ({ line, after }));
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
  if (question.type === 'game') return candidates(question);
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
