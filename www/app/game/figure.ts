// A small board to read: men, a mill, where a man may go, what may be taken. Its men are in the
// text alternative.
import { placesOf } from '../board/geometry.ts';
import { boardPicture, put, type Props } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { sideName } from './words.ts';
import type { LegalMove, RulesInfo, Side } from '../types.ts';

const svg = (tag: string, props: Props) =>
  put(document.createElementNS('http://www.w3.org/2000/svg', tag), props);

interface Marks {
  /** By indexes of their points. */
  mills?: readonly (readonly number[])[];
  /** Points where a man may go. */
  goals?: readonly string[];
  /** Men that may be taken. */
  rings?: readonly string[];
  /** Arrows. */
  ways?: readonly (readonly [string, string])[];
}

/** The marks of a turn that has not been played. */
export const turnMarks = ({ from, to, closes, captures }: LegalMove): Marks => ({
  mills: closes,
  rings: captures,
  ...(from && to ? { ways: [[from, to]] } : { goals: to ? [to] : [] }),
});

export function boardFigure(
  { board, name }: RulesInfo,
  men: ('' | Side)[],
  { mills = [], goals = [], rings = [], ways = [] }: Marks = {},
) {
  const picture = boardPicture(board, men);
  const last = board.side - 1;
  const unit = 24 / last;
  const radius = Math.min(2.8, unit * 0.46);
  const places = placesOf(board);
  const place = (i: number) => ({
    x: (places[i]?.x ?? 0) * unit,
    y: (last - (places[i]?.y ?? 0)) * unit,
  });
  const at = (point: string) => place(board.points.findIndex((p) => p.name === point));
  const lines = mills.map((mill) =>
    svg('path', {
      class: 'figure-mill',
      d: mill.map((i, n) => `${n ? 'L' : 'M'}${place(i).x} ${place(i).y}`).join(''),
    }),
  );
  // Below the men.
  picture.firstElementChild?.firstElementChild?.after(...lines);
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

interface Place {
  x: number;
  y: number;
}

/** An arrow that begins at a man's edge and ends on a point. */
function arrow(from: Place, to: Place, radius: number) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const text = (along: number, across: number) =>
    `${(to.x - x * along - y * across).toFixed(2)} ${(to.y - y * along + x * across).toFixed(2)}`;
  return `M${text(length - radius - 0.4, 0)}L${text(0.6, 0)}M${text(2, -1.3)}L${text(0.6, 0)}L${text(2, 1.3)}`;
}
