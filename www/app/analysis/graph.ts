// A graph of the game: White's expected score after each turn. Also a slider, for keyboards and
// screen readers.
import { h, put } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { judgedText } from '../game/glyphs.ts';
import { sideName } from '../game/words.ts';
import type { Store } from '../state.ts';
import type { MoveNode, ReviewInfo } from '../types.ts';
import type { Acts } from './acts.ts';

const SVG = 'http://www.w3.org/2000/svg';
const SIZE = { width: 600, height: 120 };

function svg(tag: string, props: Record<string, string | number>, ...children: Element[]) {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) el.setAttribute(name, String(value));
  el.append(...children);
  return el;
}

export function createGraph(store: Store, box: HTMLElement, acts: Acts) {
  const hatch = svg(
    'pattern',
    {
      id: 'graph-hatch',
      width: 6,
      height: 6,
      patternUnits: 'userSpaceOnUse',
      patternTransform: 'rotate(45)',
    },
    svg('rect', { width: 2, height: 6, class: 'graph-hatch' }),
  );
  const course = svg('g', {});
  const picture = svg(
    'svg',
    {
      viewBox: `0 0 ${SIZE.width} ${SIZE.height}`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    svg('defs', {}, hatch),
    svg('line', {
      class: 'graph-middle',
      x1: 0,
      x2: SIZE.width,
      y1: SIZE.height / 2,
      y2: SIZE.height / 2,
    }),
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
  box.append(slider);

  const review = () => store.get().study?.review ?? null;
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
    const { nodes, info } = found;
    const step = SIZE.width / Math.max(1, nodes.length - 1);
    const y = (share: number) => SIZE.height * (1 - share);
    const parts = [];
    for (let ply = 1; ply < nodes.length; ply++) {
      const [a, b] = [info.values[ply - 1], info.values[ply]];
      if (!a || !b) continue;
      const exact = a.exact && b.exact;
      const [x1, x2, y1, y2] = [step * (ply - 1), step * ply, y(a.white), y(b.white)];
      parts.push(
        svg('path', {
          class: exact ? 'graph-area' : 'graph-area estimate',
          d: `M${x1} ${SIZE.height}V${y1}L${x2} ${y2}V${SIZE.height}Z`,
        }),
      );
      parts.push(
        svg('line', { class: exact ? 'graph-line' : 'graph-line estimate', x1, x2, y1, y2 }),
      );
    }
    course.replaceChildren(...parts);
    dots.replaceChildren(
      ...info.turning.flatMap((turn) => {
        const value = info.values[turn + 1];
        if (!value) return [];
        const dot = h('span', { class: 'graph-dot' });
        dot.style.left = `${((turn + 1) * 100) / Math.max(1, nodes.length - 1)}%`;
        dot.style.top = `${100 * (1 - value.white)}%`;
        return [dot];
      }),
    );
    // Leave gaps at positions that have not been evaluated.
    const known = info.values;
    const alone = known.flatMap((value, ply) =>
      value && !known[ply - 1] && !known[ply + 1] ? [{ ply, ...value }] : [],
    );
    dots.append(
      ...alone.map(({ ply, white, exact }) => {
        const point = h('span', { class: exact ? 'graph-point' : 'graph-point estimate' });
        point.style.left = `${(ply * 100) / Math.max(1, nodes.length - 1)}%`;
        point.style.top = `${100 * (1 - white)}%`;
        return point;
      }),
    );
    slider.setAttribute('aria-valuemax', String(nodes.length - 1));
    mark();
  }

  function mark() {
    const found = review();
    const at = place();
    here.hidden = at < 0;
    if (!found) return;
    const { game } = store.get();
    here.style.left = `${(Math.max(0, at) * 100) / Math.max(1, found.nodes.length - 1)}%`;
    slider.setAttribute('aria-valuenow', String(Math.max(0, at)));
    slider.setAttribute('aria-valuetext', words(at, found.info, game.moves));
  }

  function words(at: number, info: ReviewInfo, moves: MoveNode[]) {
    if (at < 0) return t('review.graph.off');
    const value = info.values[at];
    const share = value
      ? t(value.exact ? 'review.graph.white' : 'review.graph.about', {
          percent: Math.round(value.white * 100),
        })
      : '';
    const turn = info.turns[at - 1];
    const move = moves.find((m) => m.id === turn?.node);
    if (!turn || !move) return [t('review.graph.start'), share].filter(Boolean).join(', ');
    return [
      t('review.item', { number: move.number, side: sideName(move.side), move: move.text }),
      judgedText(turn),
      share,
    ]
      .filter(Boolean)
      .join(', ');
  }

  slider.addEventListener('keydown', (event) => {
    const at = place();
    if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') go(at - 1);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowUp') go(at + 1);
    else if (event.key === 'PageUp') go(at + 10);
    else if (event.key === 'PageDown') go(at - 10);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(Infinity);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  function point(event: PointerEvent) {
    const { left, width } = slider.getBoundingClientRect();
    go(
      Math.round(
        ((event.clientX - left) / Math.max(1, width)) * ((review()?.nodes.length ?? 1) - 1),
      ),
    );
  }
  slider.addEventListener('pointerdown', (event) => {
    slider.setPointerCapture(event.pointerId);
    point(event);
  });
  slider.addEventListener(
    'pointermove',
    (event) => slider.hasPointerCapture(event.pointerId) && point(event),
  );

  store.subscribe((now, before) => {
    if (!now.study) return;
    if (
      now.study.review !== before.study?.review ||
      now.language !== before.language ||
      now.game.outcome !== before.game.outcome
    )
      draw();
    else if (now.game !== before.game) mark();
  });
  draw();
}
