// Won, drawn and lost games as a bar.
import './figures.css';
import { h, icon } from '../ui/dom.ts';
import { side, type Result } from '../storage/results.ts';

const SVG = 'http://www.w3.org/2000/svg';

export function counted(games: Result[]) {
  const n = { won: 0, drawn: 0, lost: 0 };
  for (const game of games) n[side(game)]++;
  return n;
}

/** Are all of them games of two people? */
export const arePeople = (games: Result[]) => games.every(({ mode }) => mode === 'people');

/**
 * The figures stand beside it in words.
 * @param most the number that fills the width
 * @param people in the colours of the two sides
 */
export function bar(n: ReturnType<typeof counted>, most: number, people: boolean) {
  const svg = document.createElementNS(SVG, 'svg');
  const set = (el: Element, values: Record<string, string | number>) =>
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

/** What a list says that has nothing in it yet. */
export const nothing = (picture: 'games' | 'chart', words: string, about: string) =>
  h(
    'div',
    { class: 'nothing' },
    icon(picture),
    h('p', { text: words }),
    h('p', { class: 'quiet', text: about }),
  );
