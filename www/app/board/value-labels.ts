// Values on the board: at each point a small label. Exact ones are filled, told apart by their sign
// as well as by their colour; estimates are percentages in outline. The best ones have a ring.
import { indexOf, manAt } from './state.ts';
import type { Layout } from './types.ts';
import type { Theme } from './palette.ts';
import type { State } from './types.ts';

export function drawValues(
  ctx: CanvasRenderingContext2D,
  state: State,
  layout: Layout,
  theme: Theme,
) {
  // To set a font alone has the page's style reckoned.
  if (!state.labels.size) return;
  const size = Math.max(11, Math.min(20, layout.size * 0.028));
  // A label hides the point that it stands on.
  const height = Math.max(size * 1.7, layout.line * 3.75);
  ctx.save();
  ctx.font = `600 ${size}px ${theme.font}`;
  ctx.textAlign = 'center';
  // A sign stands before its number, whichever way the page runs.
  ctx.direction = 'ltr';
  ctx.textBaseline = 'middle';
  const pill = (x: number, y: number, width: number, height: number) => {
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
    ctx.fill();
  };
  for (const [point, { text, kind, best }] of state.labels) {
    const p = layout.points[indexOf(state, point)];
    if (!p) continue;
    const width = Math.max(height, ctx.measureText(text).width + size * 0.72);
    // On a man's shoulder, so that it stays the man that it is.
    const shoulder = manAt(state, point) ? layout.radius * 0.72 : 0;
    const x = Math.min(layout.size - width / 2 - 1, p.x + shoulder);
    const y = Math.max(height / 2 + 1, p.y - shoulder);
    const isEstimate = kind === 'estimate';
    const edge = Math.max(1, size * 0.09);
    if (best && !isEstimate) {
      ctx.fillStyle = theme.values[kind];
      pill(x, y, width + edge * 5, height + edge * 5);
      ctx.fillStyle = theme.board;
      pill(x, y, width + edge * 3, height + edge * 3);
    }
    ctx.fillStyle = isEstimate ? theme.board : theme.values[kind];
    pill(x, y, width, height);
    if (isEstimate) {
      ctx.lineWidth = best ? edge * 2 : edge;
      ctx.strokeStyle = theme.text;
      ctx.stroke();
    }
    ctx.fillStyle = isEstimate ? theme.text : theme.values.text;
    ctx.fillText(text, x, y + size * 0.06);
  }
  ctx.restore();
}
