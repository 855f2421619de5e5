// Helpers for creating elements.
import { linesPath, placesOf } from '../board/geometry.ts';
import { onLanguage } from '../i18n/on-language.ts';
import type { BoardInfo, Side } from '../types.ts';

type Value = string | number | boolean | null | undefined;

export type Props = Record<string, Value | (() => Value) | ((event: any) => void)>;

/** Properties given as functions, evaluated again when the language changes. */
const bound: Set<{ element: WeakRef<Element>; name: string; value: () => Value }> = new Set();

onLanguage(() => {
  for (const entry of bound) {
    const element = entry.element.deref();
    if (element) set(element, entry.name, entry.value());
    else bound.delete(entry);
  }
});

function set(el: Element, name: string, value: Value) {
  if (name === 'text') el.textContent = String(value);
  else if (value === true) el.setAttribute(name, '');
  else if (value === false || value === null || value === undefined) el.removeAttribute(name);
  else el.setAttribute(name, String(value));
}

/** Sets an element's listeners, text and attributes, see `h`. */
export function put<T extends Element>(el: T, props: Props): T {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value !== 'function') set(el, name, value);
    else if (name.startsWith('on')) el.addEventListener(name.slice(2), value);
    else {
      const evaluate = value as () => Value;
      bound.add({ element: new WeakRef(el), name, value: evaluate });
      set(el, name, evaluate());
    }
  }
  return el;
}

/**
 * @param props `on…` are listeners, `text` is the text; true sets an empty attribute, false and
 *   null omit it. Text that stays on screen is given as a function, `text: () => t('…')`, so that
 *   it follows the language.
 */
export function h(
  tag: string,
  props: Props = {},
  ...children: (Node | string | null)[]
): HTMLElement {
  const el = put(document.createElement(tag), props);
  el.append(...children.filter((c) => c !== null));
  return el;
}

/**
 * Scrolls an element into view inside its box without moving the page. Waits for the next frame to
 * avoid an extra layout.
 */
export function reveal(box: HTMLElement, el: HTMLElement) {
  requestAnimationFrame(() => {
    const outer = box.getBoundingClientRect();
    const at = el.getBoundingClientRect();
    if (at.top < outer.top) box.scrollTop -= outer.top - at.top + 8;
    else if (at.bottom > outer.bottom) box.scrollTop += at.bottom - outer.bottom + 8;
    if (at.left < outer.left) box.scrollLeft -= outer.left - at.left + 8;
    else if (at.right > outer.right) box.scrollLeft += at.right - outer.right + 8;
  });
}

/** Runs after the next frame, so that a forced layout does not delay it. */
export const afterFrame = (run: () => void) => requestAnimationFrame(() => setTimeout(run));

/** Yields to the event loop during long work. */
export const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Yields to pending input only, without rendering in between where the browser supports it. */
export const yieldToInput = (): Promise<void> => (globalThis as any).scheduler?.yield?.() ?? rest();

/** The element with this id, which must exist. */
export function byId(id: string): HTMLElement {
  const el = document.getElementById(id);
  if (!el) throw new Error(`the page has no #${id}`);
  return el;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Paths on a 24-unit square, stroked with round caps. */
const ICONS = {
  undo: 'M9 5 4.5 9.5 9 14M5 9.5h9a5.5 5.5 0 0 1 0 11h-3',
  redo: 'M15 5l4.5 4.5L15 14M19 9.5h-9a5.5 5.5 0 0 0 0 11h3',
  flip: 'M8 20V5M4.5 8.5 8 5l3.5 3.5M16 4v15M12.5 15.5 16 19l3.5-3.5',
  play: 'M12.500 12a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM20.500 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM19 12a1.500 1.500 0 1 1-3 0 1.500 1.500 0 0 1 3 0z',
  puzzle: 'M4 4h16v16H4zM8.500 8.500h7v7h-7zM12 4v4.500M12 15.500V20M4 12h4.500M15.500 12H20',
  chart: 'M4 4v16h16M7.500 15.500l4-5 3 2.500 5-6.500',
  games: 'M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1',
  gear: 'M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM12 3v3M12 18v3M3 12h3M18 12h3M5.640 5.640l2.120 2.120M16.240 16.240l2.120 2.120M18.360 5.640l-2.120 2.120M7.760 16.240l-2.120 2.120',
  back: 'M15 5l-7 7 7 7',
  share: 'M12 15V4M8 7.500 12 3.500l4 4M6 11H5v9h14v-9h-1',
  equal: 'M5.500 9h13M5.500 15h13',
  flag: 'M6 21V4M6 4.500h12l-2.500 4.500 2.500 4.500H6',
  first: 'M18 5l-7 7 7 7M7 5v14',
  last: 'M6 5l7 7-7 7M17 5v14',
  close: 'M6 6l12 12M18 6 6 18',
  next: 'M9 5l7 7-7 7',
  pen: 'M4 20l1-4.500L16.500 4 20 7.500 8.500 19zM14 6.500l3.500 3.500',
  bin: 'M4.500 7h15M9.500 7V4.500h5V7M6.500 7l1 13h9l1-13M10.500 11v5.500M13.500 11v5.500',
  short:
    'M6 3.500h12M6 20.500h12M7.500 3.500c0 5.500 9 6 9 8.500s-9 3-9 8.500M16.500 3.500c0 5.500-9 6-9 8.500s9 3 9 8.500',
  book: 'M12 6.5C10 5 7 4.500 3.500 4.500v13c3.500 0 6.500.500 8.500 2 2-1.500 5-2 8.500-2v-13c-3.500 0-6.500.500-8.500 2zM12 6.500v13',
  less: 'M6 12h12',
  lamp: 'M9 17.500h6M10 20.500h4M9.500 14.500a6 6 0 1 1 5 0v3h-5z',
  plus: 'M6 12h12M12 6v12',
  tick: 'M5 12.500l4.500 4.500L19 7.500',
};

export const icon = (name: keyof typeof ICONS) => iconOf(ICONS[name]);

/**
 * An icon button with an accessible label.
 * @param label a function if it stays on screen and has to follow the language
 */
export const iconButton = (
  name: keyof typeof ICONS,
  label: string | (() => string),
  run: () => void,
  props: Props = {},
) =>
  h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, onclick: run, ...props },
    icon(name),
  );

/** @param d a path as in `ICONS` */
export function iconOf(d: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}

/** A small picture of a man, or of the eraser for ''. */
export function manPicture(side: '' | Side): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `man-picture ${side}`);
  svg.setAttribute('aria-hidden', 'true');
  const ring = (r: string, part: string) => {
    const circle = document.createElementNS(SVG, 'circle');
    for (const [name, value] of [
      ['cx', '12'],
      ['cy', '12'],
      ['r', r],
      ['class', part],
    ])
      circle.setAttribute(name ?? '', value ?? '');
    svg.append(circle);
  };
  ring('10', 'man-edge');
  if (side) ring(side === 'white' ? '6' : '2.2', 'man-mark');
  else {
    const cross = document.createElementNS(SVG, 'path');
    cross.setAttribute('d', 'M8 8l8 8M16 8l-8 8');
    svg.append(cross);
  }
  return svg;
}

/**
 * A small picture of a board and, if given, its men: White's with a groove, Black's with a dot, as
 * on the large board.
 * @param flipped is Black at the bottom?
 */
export function boardPicture(
  board: BoardInfo,
  men: ('' | Side)[] = [],
  flipped = false,
): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const last = board.side - 1;
  const unit = 24 / last;
  svg.setAttribute('viewBox', '-3 -3 30 30');
  svg.setAttribute('class', 'picture');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', linesPath(board, 24));
  const all = document.createElementNS(SVG, 'g');
  if (flipped) all.setAttribute('transform', 'rotate(180 12 12)');
  svg.append(all);
  all.append(path);
  const places = placesOf(board);
  const disc = (i: number, r: number, kind: string) => {
    const p = places[i] ?? { x: 0, y: 0 };
    const circle = document.createElementNS(SVG, 'circle');
    for (const [name, value] of Object.entries({
      cx: p.x * unit,
      cy: (last - p.y) * unit,
      r,
      class: kind,
    }))
      circle.setAttribute(name, String(value));
    all.append(circle);
  };
  men.forEach((man, i) => {
    if (!man) return;
    const r = Math.min(2.8, unit * 0.46);
    disc(i, r, `man-${man}`);
    disc(i, r * (man === 'black' ? 0.24 : 0.6), `mark-${man}`);
  });
  return svg;
}
