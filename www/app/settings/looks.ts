// The materials of the board to choose from, each with a sample.
import { drawMan, fit } from '../board/men.ts';
import { drawSurface } from '../board/surface.ts';
import { readTheme } from '../board/palette.ts';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import type { Material } from '../types.ts';

const MATERIALS = ['paper', 'wood', 'slate', 'contrast'] as const;
const SAMPLE = { width: 132, height: 84 };

export const looks = (chosen: Material, choose: (material: Material) => void) =>
  h('div', { class: 'looks' }, ...MATERIALS.map((material) => choice(material, chosen, choose)));

const choice = (material: Material, chosen: Material, choose: (material: Material) => void) =>
  h(
    'label',
    { class: 'choice look-choice' },
    h('input', {
      type: 'radio',
      name: 'material',
      value: material,
      checked: material === chosen,
      onchange: () => choose(material),
    }),
    h('canvas', {
      class: 'sample',
      'aria-hidden': 'true',
      'data-look': material,
      'data-shade': document.documentElement.dataset.shade,
    }),
    h('span', { class: 'choice-name', text: t(`settings.look.${material}`) }),
  );

/** Draws a sample of each board with a man of each side. */
export function paint(dialog: HTMLElement) {
  const { width, height } = SAMPLE;
  for (const canvas of dialog.querySelectorAll('canvas')) {
    canvas.dataset.shade = document.documentElement.dataset.shade;
    const theme = readTheme(canvas);
    const ctx = fit(canvas, width, height);
    ctx.fillStyle = theme.board;
    ctx.fillRect(0, 0, width, height);
    ctx.save();
    ctx.scale(1.5, 1.5);
    drawSurface(ctx, width, theme);
    ctx.restore();
    const [y, left, right, r] = [height / 2, width * 0.28, width * 0.72, 21];
    ctx.strokeStyle = theme.line;
    ctx.lineWidth = 4;
    ctx.beginPath();
    ctx.moveTo(0, y);
    ctx.lineTo(width, y);
    for (const x of [left, right]) {
      ctx.moveTo(x, y);
      ctx.lineTo(x, height);
    }
    ctx.stroke();
    drawMan(ctx, theme, 'white', left, y, r);
    drawMan(ctx, theme, 'black', right, y, r);
  }
}
