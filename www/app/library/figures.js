// Won, drawn and lost games as a bar.
import './figures.css';
import { h, icon } from '../platform/dom.js';
import { side } from '../storage/results.js';

/** @typedef {import('../storage/results.js').Result} Result */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {Result[]} games */
export function counted(games) {
  const n = { won: 0, drawn: 0, lost: 0 };
  for (const game of games) n[side(game)]++;
  return n;
}

/** Are all of them games of two people? @param {Result[]} games */
export const arePeople = (games) => games.every(({ mode }) => mode === 'people');

/**
 * The figures stand beside it in words.
 * @param {ReturnType<typeof counted>} n @param {number} most the number that fills the width @param {boolean} people in the colours of the two sides
 */
export function bar(n, most, people) {
  const svg = document.createElementNS(SVG, 'svg');
  const set = (/** @type {Element} */ el, /** @type {Record<string, string | number>} */ values) =>
    Object.entries(values).forEach(([name, value]) => el.setAttribute(name, String(value)));
  set(svg, {
    class: `bar-of-games${people ? ' people' : ''}`,
    viewBox: `0 0 ${most} 1`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  let x = 0;
  for (const [name, width] of Object.entries(n)) {
    if (width)
      set(svg.appendChild(document.createElementNS(SVG, 'rect')), {
        class: name,
        x,
        width,
        height: 1,
      });
    x += width;
  }
  return svg;
}

/** What a list says that has nothing in it yet. @param {'games' | 'chart'} picture @param {string} words @param {string} about */
export const nothing = (picture, words, about) =>
  h(
    'div',
    { class: 'nothing' },
    icon(picture),
    h('p', { text: words }),
    h('p', { class: 'quiet', text: about }),
  );
