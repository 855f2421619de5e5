// What a turn does, in words. The importing module has to load learn.words.js.

/** @typedef {import('../i18n/i18n.js').Said} Said */

/** Mentioned last: effects that help the opponent. */
const LESSER = ['leaves', 'allows', 'gives-up', 'lets-out', 'lets-fly'];
/** The maximum number of effects mentioned. */
const TOLD = 2;

/** @param {import('../types').Fact} fact */
const isLesser = ({ id }) => LESSER.includes(id);

/** What a mistake may have overlooked. */
const DRAWBACKS = [...LESSER, 'exposes', 'opens'];

/** The others name the points of a line. */
const LISTS = ['fork', 'shuts-in', 'frees', 'lets-out'];

/** @param {import('../types').Fact} fact @returns {Said} */
const inWords = ({ id, points }) => ({
  key: `fact.${id}`,
  values: { points: LISTS.includes(id) ? points : points.join(' ') },
});

/** The main effects of a legal turn besides the men that it takes. @param {import('../types').Core} core @param {string} line @param {string} turn */
export function effects(core, line, turn) {
  const facts = core.describeMove(line, turn).facts.filter(({ id }) => id !== 'takes');
  return [...facts.filter((fact) => !isLesser(fact)), ...facts.filter(isLesser)]
    .slice(0, TOLD)
    .map(inWords);
}

/** What a turn gives the opponent. @param {import('../types').Core} core @param {string} line @param {string} turn */
export const drawbacks = (core, line, turn) =>
  core
    .describeMove(line, turn)
    .facts.filter(({ id }) => DRAWBACKS.includes(id))
    .slice(0, TOLD)
    .map(inWords);
