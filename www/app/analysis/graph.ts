// A graph of the game: White's expected score after each turn. Also a slider, for keyboards and
// screen readers.
import { h, put } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { judgedText } from '../game/glyphs.ts';
import { sideName } from '../game/words.ts';
import type { Store } from '../state.ts';
import type { MoveNode, Review, ReviewInfo } from '../types.ts';
import type { Acts } from './acts.ts';

const SVG = 'http://www.w3.org/2000/svg';
const SIZE = { width: 600, height: 120 };

function svg(tag: string, props: Record<string, string | number>, ...children: Element[]) {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) el.setAttribute(name, String(value));
  el.append(...children);
  return el;
}

/** The moves after which values are known, as areas and lines. */
function courseOf({ nodes, info }: Review) {
  const step = SIZE.width / Math.max(1, nodes.length - 1);
  const y = (share: number) => SIZE.height * (1 - share);
  return nodes.slice(1).flatMap((_, i) => {
    const [a, b] = [info.values[i], info.values[i + 1]];
    if (!a || !b) return [];
    const kind = a.exact && b.exact ? '' : ' estimate';
    const [x1, x2, y1, y2] = [step * i, step * (i + 1), y(a.white), y(b.white)];
    const d = `M${x1} ${SIZE.height}V${y1}L${x2} ${y2}V${SIZE.height}Z`;
    return [
      svg('path', { class: `graph-area${kind}`, d }),
      svg('line', { class: `graph-line${kind}`, x1, x2, y1, y2 }),
    ];
  });
}

/** Dots at the turning points, and points where the values on both sides are unknown. */
function dotsOf({ nodes, info: { values, turning } }: Review) {
  const dot = (look: string, ply: number, white: number) => {
    const el = h('span', { class: look });
    el.style.left = `${(ply * 100) / Math.max(1, nodes.length - 1)}%`;
    el.style.top = `${100 * (1 - white)}%`;
    return el;
  };
  return [
    ...turning.flatMap((turn) => {
      const value = values[turn + 1];
      return value ? [dot('graph-dot', turn + 1, value.white)] : [];
    }),
    // Leave gaps at positions that have not been evaluated.
    ...values.flatMap((value, ply) =>
      value && !values[ply - 1] && !values[ply + 1]
        ? [dot(value.exact ? 'graph-point' : 'graph-point estimate', ply, value.white)]
        : [],
    ),
  ];
}

/** What the slider says of a position. */
function wordsAt(at: number, info: ReviewInfo, moves: MoveNode[]) {
  if (at < 0) return t('review.graph.off');
  const value = info.values[at];
  const share = value
    ? t(value.exact ? 'review.graph.white' : 'review.graph.about', {
        percent: Math.round(value.white * 100),
      })
    : '';
  const turn = info.turns[at - 1];
  const move = moves.find((m) => m.id === turn?.node);
  const words =
    turn && move
      ? [
          t('review.item', { number: move.number, side: sideName(move.side), move: move.text }),
          judgedText(turn),
        ]
      : [t('review.graph.start')];
  return [...words, share].filter(Boolean).join(', ');
}

/** Where a key leads from a position. */
const target = (key: string, at: number) =>
  ({
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageUp: at + 10,
    PageDown: at - 10,
    Home: 0,
    End: Infinity,
  })[key];

function createParts() {
  const pattern = {
    id: 'graph-hatch',
    width: 6,
    height: 6,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  };
  const hatch = svg('pattern', pattern, svg('rect', { width: 2, height: 6, class: 'graph-hatch' }));
  const middle = { x1: 0, x2: SIZE.width, y1: SIZE.height / 2, y2: SIZE.height / 2 };
  const course = svg('g', {});
  const picture = svg(
    'svg',
    {
      viewBox: `0 0 ${SIZE.width} ${SIZE.height}`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    svg('defs', {}, hatch),
    svg('line', { class: 'graph-middle', ...middle }),
    course,
  );
  const dots = h('div', { class: 'graph-dots' });
  const here = h('div', { class: 'graph-here' });
  const slider = h(
    'div',
    { class: 'graph', role: 'slider', tabindex: 0, 'aria-valuemin': 0 },
    picture,
    dots,
    here,
  );
  put(slider, { 'aria-label': () => t('review.graph') });
  return { slider, course, dots, here };
}

/** Goes to what is pressed or named by a key. */
function listen(
  slider: HTMLElement,
  graph: { length: () => number; place: () => number; go: (ply: number) => void },
) {
  slider.addEventListener('keydown', (event) => {
    const to = target(event.key, graph.place());
    if (to === undefined) return;
    graph.go(to);
    event.preventDefault();
    event.stopPropagation();
  });
  function point(event: PointerEvent) {
    const { left, width } = slider.getBoundingClientRect();
    graph.go(Math.round(((event.clientX - left) / Math.max(1, width)) * (graph.length() - 1)));
  }
  slider.addEventListener('pointerdown', (event) => {
    slider.setPointerCapture(event.pointerId);
    point(event);
  });
  slider.addEventListener(
    'pointermove',
    (event) => slider.hasPointerCapture(event.pointerId) && point(event),
  );
}

export function createGraph(store: Store, box: HTMLElement, acts: Acts) {
  const { slider, course, dots, here } = createParts();
  box.append(slider);

  const review = () => store.get().analysis?.review ?? null;
  /** The index of the current position; -1 if it is not in the line. */
  const place = () => review()?.nodes.indexOf(store.get().game.node) ?? -1;

  function go(ply: number) {
    const nodes = review()?.nodes ?? [];
    const node = nodes[Math.max(0, Math.min(nodes.length - 1, ply))];
    if (node !== undefined) acts.goTo(node);
  }

  function draw() {
    const found = review();
    // With only the result known there is nothing to draw.
    box.hidden = !found || (found.live && found.known < 2 && store.get().game.outcome !== null);
    if (!found) return;
    course.replaceChildren(...courseOf(found));
    dots.replaceChildren(...dotsOf(found));
    slider.setAttribute('aria-valuemax', String(found.nodes.length - 1));
    mark();
  }

  function mark() {
    const found = review();
    const at = place();
    here.hidden = at < 0;
    if (!found) return;
    here.style.left = `${(Math.max(0, at) * 100) / Math.max(1, found.nodes.length - 1)}%`;
    slider.setAttribute('aria-valuenow', String(Math.max(0, at)));
    slider.setAttribute('aria-valuetext', wordsAt(at, found.info, store.get().game.moves));
  }

  listen(slider, { length: () => review()?.nodes.length ?? 1, place, go });
  store.subscribe((now, before) => {
    if (!now.analysis) return;
    if (
      now.analysis.review !== before.analysis?.review ||
      now.language !== before.language ||
      now.game.outcome !== before.game.outcome
    )
      draw();
    else if (now.game !== before.game) mark();
  });
  draw();
}
