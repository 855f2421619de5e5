// The course of a game as a line, with a dot at the move that decided it.
import { h } from '../ui/dom.ts';
import { sideName } from './words.ts';
import type { ReviewInfo } from '../types.ts';

const SVG = 'http://www.w3.org/2000/svg';
const SIZE = { width: 300, height: 48 };

export function svg(tag: string, props: Record<string, string | number>) {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) el.setAttribute(name, String(value));
  return el;
}

const y = (white: number) => 3 + (SIZE.height - 6) * (1 - white);

/**
 * Half a course would move while it is looked at: until all values are there, only its place is.
 * @param at of the value after the move that decided; -1 if none did
 */
export function drawCourse(graph: HTMLElement, values: ReviewInfo['values'], at: number) {
  const { width, height } = SIZE;
  const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none' });
  const middle = height / 2;
  picture.append(svg('line', { class: 'end-middle', x1: 0, x2: width, y1: middle, y2: middle }));
  const step = width / Math.max(1, values.length - 1);
  const points = values.flatMap((value, i) =>
    value ? [`${(i * step).toFixed(1)},${y(value.white).toFixed(1)}`] : [],
  );
  const whole = points.length === values.length;
  graph.classList.toggle('coming', !whole || !values.length);
  if (whole && points.length > 1)
    picture.append(svg('polyline', { class: 'end-line', points: points.join(' ') }));
  graph.replaceChildren(
    picture,
    h('span', { class: 'end-side', text: sideName('white') }),
    h('span', { class: 'end-side low', text: sideName('black') }),
  );
  const value = values[at];
  if (!value) return;
  const dot = h('span', { class: 'end-dot' });
  dot.style.left = `clamp(0.3125rem, ${((at * step) / width) * 100}%, 100% - 0.3125rem)`;
  dot.style.top = `${(y(value.white) / height) * 100}%`;
  graph.append(dot);
}
