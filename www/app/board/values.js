// Exact values on the board: at each point a small label, told apart by its sign, the best ones also by the accent.
import { indexOf, manAt, pointValues } from '../state.js';

/** @param {import('../types').ExactValue} value */
export const sign = (value) => ('win' in value ? `+${value.win}` : 'loss' in value ? `−${value.loss}` : '=');

/**
 * @param {CanvasRenderingContext2D} ctx @param {import('../types').State} state
 * @param {import('./geometry.js').Layout} layout @param {import('./theme.js').Theme} theme
 */
export function drawValues(ctx, state, layout, theme) {
  const values = pointValues(state);
  if (!values.size) return;
  const size = Math.max(11, Math.min(18, layout.size * 0.028));
  // A label hides the point that it stands on.
  const height = Math.max(size * 1.42, layout.line * 3.75);
  const best = Math.min(...[...values.values()].map((v) => v.rank));
  ctx.save();
  ctx.font = `600 ${size}px ${theme.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const [point, { value, rank }] of values) {
    const p = layout.points[indexOf(state, point)];
    if (!p) continue;
    const text = sign(value);
    const width = Math.max(height, ctx.measureText(text).width + size * 0.72);
    // On a man's shoulder, so that it stays the man that it is.
    const shoulder = manAt(state, point) ? layout.radius * 0.72 : 0;
    const x = Math.min(layout.size - width / 2 - 1, p.x + shoulder);
    const y = Math.max(height / 2 + 1, p.y - shoulder);
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
    ctx.fillStyle = rank === best ? theme.mark : theme.board;
    ctx.fill();
    ctx.lineWidth = Math.max(1, size * 0.09);
    ctx.strokeStyle = rank === best ? theme.board : theme.text;
    ctx.stroke();
    ctx.fillStyle = rank === best ? theme.board : theme.text;
    ctx.fillText(text, x, y + size * 0.06);
  }
  ctx.restore();
}
