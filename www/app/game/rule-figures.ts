// The positions that the rules show, for each board. Rust says what may be done in them under the
// rules of the game.
import { boardFigure } from './figure.ts';
import type { Core, RulesInfo } from '../types.ts';

interface Shown {
  white: string[];
  black: string[];
  from: string;
  to?: string;
}

type Name = 'begin' | 'place' | 'mill' | 'between' | 'leap' | 'move' | 'fly' | 'end';
/** `enclosed` in place of `between` where only two take the man between them. */
type Figure = Name | 'enclosed';

const THREE_SQUARES: Partial<Record<Figure, Shown>> = {
  mill: { white: ['a7', 'd7', 'g4', 'd2'], black: ['d6', 'f4', 'c3', 'e3'], from: 'g4', to: 'g7' },
  move: { white: ['d6', 'a1', 'g1', 'b2', 'f2'], black: ['d7', 'f4', 'c3', 'e3'], from: 'd6' },
  fly: { white: ['a1', 'd1', 'c5'], black: ['d6', 'f4', 'b4', 'e3'], from: 'c5' },
  end: { white: ['a7', 'd7', 'g4', 'd2'], black: ['d6', 'f4', 'c3'], from: 'g4', to: 'g7' },
  between: {
    white: ['d6', 'a1', 'b4', 'e4'],
    black: ['a7', 'g7', 'f2', 'c3'],
    from: 'd6',
    to: 'd7',
  },
  enclosed: {
    white: ['a7', 'g4', 'b4', 'e3'],
    black: ['d7', 'f2', 'c3', 'a1'],
    from: 'g4',
    to: 'g7',
  },
  leap: {
    white: ['a7', 'b4', 'e3', 'f2'],
    black: ['d7', 'f4', 'c3', 'a1'],
    from: 'a7',
    to: 'g7',
  },
};
const TWO_SQUARES: typeof THREE_SQUARES = {
  mill: { white: ['a5', 'c5', 'e3', 'c2'], black: ['c4', 'b2', 'd2', 'c1'], from: 'e3', to: 'e5' },
  move: { white: ['c4', 'a1', 'e1', 'a3', 'd3'], black: ['c5', 'b2', 'd2', 'c1'], from: 'c4' },
  fly: { white: ['a1', 'c1', 'd4'], black: ['c4', 'd3', 'b2', 'b3'], from: 'd4' },
  end: { white: ['a5', 'c5', 'e3', 'c2'], black: ['c4', 'b2', 'd2'], from: 'e3', to: 'e5' },
};
const NINE_POINTS: typeof THREE_SQUARES = {
  mill: { white: ['a3', 'b3', 'c2'], black: ['b2', 'a1', 'b1'], from: 'c2', to: 'c3' },
  move: { white: ['b2', 'a3', 'b1'], black: ['c3', 'a1', 'c2'], from: 'b2' },
  fly: { white: ['a3', 'b3', 'a1'], black: ['b2', 'c2', 'b1'], from: 'a1' },
  end: { white: ['a3', 'b3', 'c2'], black: ['b2', 'a1', 'b1'], from: 'c2', to: 'c3' },
};
const PICARIA: typeof THREE_SQUARES = {
  mill: { white: ['a5', 'b4', 'd4'], black: ['e5', 'c1', 'a1'], from: 'd4', to: 'c3' },
  move: { white: ['c3', 'a5', 'c1'], black: ['b4', 'e3', 'd2'], from: 'c3' },
};
const WHEEL: typeof THREE_SQUARES = {
  mill: { white: ['a1', 'b2', 'c2'], black: ['a3', 'b3', 'a2'], from: 'c2', to: 'c3' },
  move: { white: ['b2', 'a1', 'b1'], black: ['a3', 'c3', 'c1'], from: 'b2' },
};
/** With a jump: there is but one point to go to. */
const TSORO: typeof THREE_SQUARES = {
  mill: { white: ['a1', 'b3', 'c3'], black: ['d3', 'c1', 'e1'], from: 'c3', to: 'c5' },
  move: { white: ['c1', 'a1', 'd3'], black: ['c3', 'b3', 'e1'], from: 'c1' },
};
const THREE_TRIANGLES: typeof THREE_SQUARES = {
  mill: { white: ['a1', 'e1', 'g5', 'c4'], black: ['e8', 'h2', 'c3', 'e3'], from: 'g5', to: 'i1' },
  move: { white: ['e8', 'a1', 'e2', 'g3', 'c5'], black: ['e9', 'h2', 'c3', 'e1'], from: 'e8' },
  fly: { white: ['a1', 'e2', 'e8'], black: ['c4', 'g3', 'h2', 'e1'], from: 'e8' },
  end: { white: ['a1', 'e1', 'g5', 'c4'], black: ['e8', 'h2', 'c3'], from: 'g5', to: 'i1' },
};
/** By the board's name, or else by the number of points along a side. */
const SHOWN: Record<string, typeof THREE_SQUARES> = {
  3: NINE_POINTS,
  5: TWO_SQUARES,
  7: THREE_SQUARES,
  picaria: PICARIA,
  shisima: WHEEL,
  tsoro: TSORO,
  madell: THREE_TRIANGLES,
};
/** The first placings, likewise. */
const PLACED: Record<string, string[]> = {
  3: ['b2', 'a3'],
  5: ['c4', 'd3'],
  7: ['d6', 'f4'],
  picaria: ['c5', 'b4'],
  shisima: ['b2', 'a3'],
  tsoro: ['c3', 'a1'],
  madell: ['e8', 'g5'],
};

/** What a rule looks like; null where these rules have no such position. */
export function ruleFigure(core: Core, rules: RulesInfo, name: Name) {
  const { board, spec } = rules;
  if (name === 'place' || name === 'begin') {
    const game = core.start(spec);
    if (name === 'place')
      for (const point of PLACED[board.name] ?? PLACED[board.side] ?? []) game.play(point);
    const { men, legal } = game.state();
    game.free();
    return boardFigure(rules, men, {
      goals: legal.flatMap(({ from, to }) => (from === null && to ? [to] : [])),
    });
  }
  const has = (key: string, value: string) =>
    rules.options.some((option) => option.key === key && option.value === value);
  const figure: Figure = name === 'between' && has('between', 'enclosed') ? 'enclosed' : name;
  const shown = (SHOWN[board.name] ?? SHOWN[board.side])?.[figure];
  if (!shown) return null;
  const black = name === 'end' && has('least', '1') ? shown.black.slice(0, 1) : shown.black;
  const men = board.points.map(({ name: point }) =>
    shown.white.includes(point) ? 'white' : black.includes(point) ? 'black' : '',
  );
  const { line, faults } = core.checkSetup({
    spec,
    men,
    turn: 'white',
    hands: { white: 0, black: 0 },
  });
  if (faults.length) return null;
  const game = core.read(line);
  const turns = game
    .state()
    .legal.filter(({ from, to }) => from === shown.from && (!shown.to || to === shown.to));
  const first = name === 'end' ? turns[0] : undefined;
  if (first) game.play(first.text);
  const after = game.state();
  game.free();
  // Where no man is taken, this is not how it ends.
  if (name === 'end')
    return first?.captures.length ? boardFigure(rules, after.men, { mills: first.closes }) : null;
  if (!['mill', 'between', 'leap'].includes(name))
    return boardFigure(rules, after.men, {
      goals: [...new Set(turns.flatMap(({ to }) => (to ? [to] : [])))],
    });
  return boardFigure(rules, after.men, {
    mills: turns[0]?.closes ?? [],
    rings: turns.flatMap(({ captures }) => captures),
    ways: [[shown.from, shown.to ?? '']],
  });
}
