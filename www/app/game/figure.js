// A small board to read: men, a mill, where a man may go, what may be taken. Its men are in the text alternative.
import { placesOf } from '../board/geometry.js';
import { boardPicture, put } from '../platform/dom.js';
import { t } from '../i18n/i18n.js';
import { sideName } from './words.js';

/** @param {string} tag @param {import('../platform/dom.js').Props} props */
const svg = (tag, props) => put(document.createElementNS('http://www.w3.org/2000/svg', tag), props);

/**
 * @typedef {object} Marks
 * @property {readonly (readonly number[])[]} [mills] by indexes of their points
 * @property {readonly string[]} [goals] points where a man may go
 * @property {readonly string[]} [rings] men that may be taken
 * @property {readonly (readonly [string, string])[]} [ways] arrows
 */

/** The marks of a turn that has not been played. @param {import('../types').LegalMove} move @returns {Marks} */
export const turnMarks = ({ from, to, closes, captures }) => ({
  mills: closes,
  rings: captures,
  ...(from && to ? { ways: [[from, to]] } : { goals: to ? [to] : [] }),
});

/** @param {import('../types').RulesInfo} rules @param {('' | import('../types').Side)[]} men @param {Marks} [marks] */
export function boardFigure(
  { board, name },
  men,
  { mills = [], goals = [], rings = [], ways = [] } = {},
) {
  const picture = boardPicture(board, men);
  const last = board.side - 1;
  const unit = 24 / last;
  const radius = Math.min(2.8, unit * 0.46);
  const places = placesOf(board);
  /** @param {number} i */
  const place = (i) => ({ x: (places[i]?.x ?? 0) * unit, y: (last - (places[i]?.y ?? 0)) * unit });
  const at = (/** @type {string} */ point) =>
    place(board.points.findIndex((p) => p.name === point));
  const lines = mills.map((mill) =>
    svg('path', {
      class: 'figure-mill',
      d: mill.map((i, n) => `${n ? 'L' : 'M'}${place(i).x} ${place(i).y}`).join(''),
    }),
  );
  // Below the men.
  picture.firstElementChild?.after(...lines);
  picture.append(
    ...goals.map((point) =>
      svg('circle', { class: 'figure-goal', cx: at(point).x, cy: at(point).y, r: 1 }),
    ),
    ...rings.map((point) =>
      svg('circle', { class: 'figure-ring', cx: at(point).x, cy: at(point).y, r: radius + 0.5 }),
    ),
    ...ways.map(([from, to]) =>
      svg('path', { class: 'figure-way', d: arrow(at(from), at(to), radius) }),
    ),
  );
  const standing = board.points.flatMap((p, i) =>
    men[i] ? [t('read.man', { side: sideName(men[i]), point: p.name })] : [],
  );
  picture.removeAttribute('aria-hidden');
  picture.setAttribute('role', 'img');
  picture.setAttribute(
    'aria-label',
    `${t('board.label', { variant: name })}: ${standing.join(', ') || t('read.empty')}`,
  );
  return picture;
}

/** @typedef {{ x: number, y: number }} Place */

/** An arrow that begins at a man's edge and ends on a point. @param {Place} from @param {Place} to @param {number} radius */
function arrow(from, to, radius) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const text = (/** @type {number} */ along, /** @type {number} */ across) =>
    `${(to.x - x * along - y * across).toFixed(2)} ${(to.y - y * along + x * across).toFixed(2)}`;
  return `M${text(length - radius - 0.4, 0)}L${text(0.6, 0)}M${text(2, -1.3)}L${text(0.6, 0)}L${text(2, 1.3)}`;
}
