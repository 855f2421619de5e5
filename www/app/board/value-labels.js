// Values on the board: at each point a small label, told apart by its sign, the best ones also by the accent, estimates also by
// their shape.
import { indexOf, manAt } from './state.js';

/**
 * @param {CanvasRenderingContext2D} ctx @param {import('./types').State} state
 * @param {import('./geometry.js').Layout} layout @param {import('./palette.js').Theme} theme
 */
export function drawValues(ctx, state, layout, theme) {
  // To set a font alone has the page's style reckoned.
  if (!state.labels.size) return;
  const size = Math.max(11, Math.min(18, layout.size * 0.028));
  // A label hides the point that it stands on.
  const height = Math.max(size * 1.42, layout.line * 3.75);
  ctx.save();
  ctx.font = `600 ${size}px ${theme.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const [point, { text, exact, best }] of state.labels) {
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
