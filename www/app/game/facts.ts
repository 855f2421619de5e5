// What a turn does, in words. The importing module has to load learn.words.js.
import type { Said } from '../i18n/i18n.ts';
import type { BoardInfo, Core, Fact } from '../types.ts';

/** Mentioned last: effects that help the opponent. */
const LESSER = ['leaves', 'allows', 'gives-up', 'lets-out', 'lets-fly'];
/** The maximum number of effects mentioned. */
const TOLD = 2;

const isLesser = ({ id }: Fact) => LESSER.includes(id);

/** What a mistake may have overlooked. */
const DRAWBACKS = [...LESSER, 'exposes', 'endangers', 'opens'];

/** The others name the points of a line. */
const LISTS = ['takes', 'fork', 'shuts-in', 'frees', 'exposes', 'lets-out'];

const asLine = (points: string[]) => points.join('–');

const boardOf = (core: Core, line: string) => core.rules(line.split(' ')[0] ?? '').board;

/** The two mills of a double mill. */
function millsOf({ mills, points }: BoardInfo, both: string[]) {
  return mills
    .map((mill) => mill.map((index) => points[index]?.name ?? ''))
    .filter((mill) => mill.every((name) => both.includes(name)))
    .map(asLine);
}

/** How many lines lead away from the first of these points. */
function waysFrom({ edges, points }: BoardInfo, [name]: string[]) {
  const index = points.findIndex((point) => point.name === name);
  return edges.filter((edge) => edge.includes(index)).length;
}

/** What a fact about a turn in the position `line` is filled in with; `n` selects the plural form. */
function valuesOf(core: Core, line: string, { id, points }: Fact): Exclude<Said, string>['values'] {
  if (id === 'double') return { points: millsOf(boardOf(core, line), points) };
  if (id === 'crossing') return { n: waysFrom(boardOf(core, line), points) };
  return { n: points.length, points: LISTS.includes(id) ? points : asLine(points) };
}

const inWords =
  (core: Core, line: string) =>
  (fact: Fact): Said => ({ key: `fact.${fact.id}`, values: valuesOf(core, line, fact) });

/** The main effects of a legal turn besides the men that it takes. */
export function effects(core: Core, line: string, turn: string) {
  const facts = core.describeMove(line, turn).facts.filter(({ id }) => id !== 'takes');
  return [...facts.filter((fact) => !isLesser(fact)), ...facts.filter(isLesser)]
    .slice(0, TOLD)
    .map(inWords(core, line));
}

/**
 * The same of the other side's turn, without what it gives the reader: that is told to the one who
 * plays it.
 */
export const effectsOfReply = (core: Core, line: string, turn: string) =>
  core
    .describeMove(line, turn)
    .facts.filter((fact) => !['takes', 'exposes'].includes(fact.id) && !isLesser(fact))
    .slice(0, TOLD)
    .map(inWords(core, line));

/**
 * The one of these turns that looks best to somebody who does not look ahead: a capture, then what
 * has the most effects.
 */
export function tempting(core: Core, line: string, turns: string[]) {
  const worth = (turn: string) =>
    core.describeMove(line, turn).facts.filter((fact) => !isLesser(fact)).length +
    (turn.includes('x') ? 10 : 0);
  const [best] = turns
    .map((turn) => ({ turn, worth: worth(turn) }))
    .sort((a, b) => b.worth - a.worth);
  return best?.turn;
}

/** What a turn gives the opponent. */
export const drawbacks = (core: Core, line: string, turn: string) =>
  core
    .describeMove(line, turn)
    .facts.filter(({ id }) => DRAWBACKS.includes(id))
    .slice(0, TOLD)
    .map(inWords(core, line));
