// Values on the board: at each point a small label, told apart by its sign, the best ones also by the accent, estimates also by
// their shape.
import { indexOf, manAt, pointValues } from '../state.js';

/** @param {import('../types').ExactValue} value */
export const sign = (value) => ('win' in value ? `+${value.win}` : 'loss' in value ? `−${value.loss}` : '=');

/** What stands at each point. @param {import('../types').State} state @returns {Iterable<[string, { text: string, exact: boolean, best: boolean }]>} */
function labels(state) {
  if (state.study) return state.study.labels;
  const values = pointValues(state);
  const best = Math.min(...[...values.values()].map((v) => v.rank));
  return [...values].map(([point, { value, rank }]) => [point, { text: sign(value), exact: true, best: rank === best }]);
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {import('../types').State} state
 * @param {import('./geometry.js').Layout} layout @param {import('./palette.js').Theme} theme
 */
export function drawValues(ctx, state, layout, theme) {
  const shown = [...labels(state)];
  // To set a font alone has the page's style reckoned.
  if (!shown.length) return;
  const size = Math.max(11, Math.min(18, layout.size * 0.028));
  // A label hides the point that it stands on.
  const height = Math.max(size * 1.42, layout.line * 3.75);
  ctx.save();
  ctx.font = `600 ${size}px ${theme.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const [point, { text, exact, best }] of shown) {
    const p = layout.points[indexOf(state, point)];
    if (!p) continue;
    const width = Math.max(height, ctx.measureText(text).width + size * 0.72);
    // On a man's shoulder, so that it stays the man that it is.
    const shoulder = manAt(state, point) ? layout.radius * 0.72 : 0;
    const x = Math.min(layout.size - width / 2 - 1, p.x + shoulder);
    const y = Math.max(height / 2 + 1, p.y - shoulder);
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y - height / 2, width, height, exact ? height / 2 : 0);
    ctx.fillStyle = best ? theme.mark : theme.board;
    ctx.fill();
    ctx.lineWidth = Math.max(1, size * 0.09);
    ctx.setLineDash(exact ? [] : [size * 0.25, size * 0.2]);
    ctx.strokeStyle = best ? theme.board : theme.text;
    ctx.stroke();
    ctx.fillStyle = best ? theme.board : theme.text;
    ctx.fillText(text, x, y + size * 0.06);
  }
  ctx.restore();
}
