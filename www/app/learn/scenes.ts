// What the pictures that move show: short records, played through by Rust into the positions to
// draw.
import { shownMen } from '../state.ts';
import type { Shape, Way } from '../board/types.ts';
import type { Core, Side } from '../types.ts';

export interface Frame {
  men: ('' | Side)[];
  lastMove: Way | null;
  mills: number[][];
  /** What leads to the next frame: an arrow, or a ring where a man is placed or taken. */
  next: Shape[];
}

export interface Scene {
  key: 'howto.place' | 'howto.mill' | 'howto.take' | 'howto.fly' | 'howto.win';
  frames: Frame[];
}

const MILL = { position: 'WW1/1B1/3/4BW/B2/1W1/1B1 w 0,0 0 20', turns: ['g4-g7xf4'] };

/** A turn that takes a man has a frame between: its mill is closed, the man still there. */
const RECORDS = [
  { key: 'howto.place', position: '3/3/3/6/3/3/3 w 9,9 0 1', turns: ['d6', 'f4', 'b4', 'd2'] },
  { key: 'howto.mill', ...MILL, to: 2 },
  { key: 'howto.take', ...MILL, from: 1 },
  { key: 'howto.fly', position: '3/1B1/W2/1B2B1/1B1/3/WW1 w 0,0 0 40', turns: ['c5-g1xf4'], to: 2 },
  { key: 'howto.win', position: '1WW/3/3/W2B2/3/BB1/2W w 0,0 0 50', turns: ['a4-a7xb2'] },
] as const;

export const scenes = (core: Core): Scene[] =>
  RECORDS.map(({ key, position, turns, ...part }) => ({
    key,
    frames: framesOf(core, `nine ${position}`, turns).slice(
      'from' in part ? part.from : 0,
      'to' in part ? part.to : undefined,
    ),
  }));

function framesOf(core: Core, line: string, turns: readonly string[]) {
  const game = core.read(line);
  const rules = core.rules(game.state().spec);
  const frames: Frame[] = [];
  const add = (frame: Omit<Frame, 'next'>, ...points: string[]) =>
    frames.push({
      ...frame,
      next: points[0] ? [{ from: points[0], to: points[1] ?? points[0] }] : [],
    });
  for (const turn of turns) {
    const state = game.state();
    const move = state.legal.find(({ text }) => text === turn);
    const { from, to } = move ?? {};
    if (!move || !to) throw new Error(`${turn} cannot be played`);
    add({ men: state.men, lastMove: state.last, mills: [] }, from ?? to, to);
    const pending = { from: from ?? null, to, taken: [] };
    if (move.captures.length)
      add(
        { men: shownMen({ rules, game: state, pending }), lastMove: pending, mills: move.closes },
        ...move.captures,
      );
    game.play(turn);
  }
  const { men, last } = game.state();
  game.free();
  add({ men, lastMove: last, mills: last?.closes ?? [] });
  return frames;
}
