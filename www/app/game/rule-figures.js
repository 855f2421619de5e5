// The positions that the rules show, for each board. Rust says what may be done in them under the rules of the game.
import { boardFigure } from './figure.js';

/** @typedef {{ white: string[], black: string[], from: string, to?: string }} Shown */
/** @typedef {'place' | 'mill' | 'move' | 'fly' | 'end'} Name */

/** @type {Record<'mill' | 'move' | 'fly' | 'end', Shown>} */
const THREE_SQUARES = {
  mill: { white: ['a7', 'd7', 'g4', 'd2'], black: ['d6', 'f4', 'c3', 'e3'], from: 'g4', to: 'g7' },
  move: { white: ['d6', 'a1', 'g1', 'b2', 'f2'], black: ['d7', 'f4', 'c3', 'e3'], from: 'd6' },
  fly: { white: ['a1', 'd1', 'c5'], black: ['d6', 'f4', 'b4', 'e3'], from: 'c5' },
  end: { white: ['a7', 'd7', 'g4', 'd2'], black: ['d6', 'f4', 'c3'], from: 'g4', to: 'g7' },
};
/** @type {typeof THREE_SQUARES} */
const TWO_SQUARES = {
  mill: { white: ['a5', 'c5', 'e3', 'c2'], black: ['c4', 'b2', 'd2', 'c1'], from: 'e3', to: 'e5' },
  move: { white: ['c4', 'a1', 'e1', 'a3', 'd3'], black: ['c5', 'b2', 'd2', 'c1'], from: 'c4' },
  fly: { white: ['a1', 'c1', 'd4'], black: ['c4', 'd3', 'b2', 'b3'], from: 'd4' },
  end: { white: ['a5', 'c5', 'e3', 'c2'], black: ['c4', 'b2', 'd2'], from: 'e3', to: 'e5' },
};
/** @type {typeof THREE_SQUARES} */
const NINE_POINTS = {
  mill: { white: ['a3', 'b3', 'c2'], black: ['b2', 'a1', 'b1'], from: 'c2', to: 'c3' },
  move: { white: ['b2', 'a3', 'b1'], black: ['c3', 'a1', 'c2'], from: 'b2' },
  fly: { white: ['a3', 'b3', 'a1'], black: ['b2', 'c2', 'b1'], from: 'a1' },
  end: { white: ['a3', 'b3', 'c2'], black: ['b2', 'a1', 'b1'], from: 'c2', to: 'c3' },
};
/** By the number of points along a side of the board. @type {Record<number, typeof THREE_SQUARES>} */
const SHOWN = { 3: NINE_POINTS, 5: TWO_SQUARES, 7: THREE_SQUARES };
/** The first placings, likewise. @type {Record<number, string[]>} */
const PLACED = { 3: ['b2', 'a3'], 5: ['c4', 'd3'], 7: ['d6', 'f4'] };

/** What a rule looks like; null where these rules have no such position. @param {import('../types').Core} core @param {import('../types').RulesInfo} rules @param {Name} name */
export function ruleFigure(core, rules, name) {
  const { board, spec } = rules;
  if (name === 'place') {
    const game = core.start(spec);
    for (const point of PLACED[board.side] ?? []) game.play(point);
    const { men, legal } = game.state();
    game.free();
    return boardFigure(rules, men, { goals: legal.flatMap(({ from, to }) => (from === null && to ? [to] : [])) });
  }
  const shown = SHOWN[board.side]?.[name];
  if (!shown) return null;
  const men = board.points.map(({ name: point }) => (shown.white.includes(point) ? 'white' : shown.black.includes(point) ? 'black' : ''));
  const { line, faults } = core.checkSetup({ spec, men, turn: 'white', hands: { white: 0, black: 0 } });
  if (faults.length) return null;
  const game = core.read(line);
  const turns = game.state().legal.filter(({ from, to }) => from === shown.from && (!shown.to || to === shown.to));
  const first = name === 'end' ? turns[0] : undefined;
  if (first) game.play(first.text);
  const after = game.state();
  game.free();
  // Where no man is taken, this is not how it ends.
  if (name === 'end') return first?.captures.length ? boardFigure(rules, after.men, { mills: first.closes }) : null;
  if (name !== 'mill') return boardFigure(rules, after.men, { goals: [...new Set(turns.flatMap(({ to }) => (to ? [to] : [])))] });
  return boardFigure(rules, after.men, { mills: turns[0]?.closes ?? [], rings: turns.flatMap(({ captures }) => captures), ways: [[shown.from, shown.to ?? '']] });
}
