/** Draws the picture that messengers show of a link to the page: the board of Nine Men's Morris, where the page has its points and lines. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './say.mjs';

const FILE = join(ROOT, 'www', 'public', 'icons', 'card.png');
const SIZE = { width: 1200, height: 630 };
/** A mill just closed. */
const GAME = 'nine~a4.f2.d2.g1.c4.b4.c3.g4.d3.g7xd3.d3.e3.d1xb4.b4.c5xb4.b4.a7.a1.d2-b2.f2-d2.c5-d5.e3-e4.d5-c5xb4';
const COLOURS = { paper: '#f6f1e7', line: '#38322c', mill: '#b5482f', white: ['#fdf9ee', '#6f6558', '#a8987c'], black: ['#3a3d43', '#1d1e21', '#d8cdb6'] };

/** Draws it. Requires www/pkg. */
export async function drawCard() {
  const load = (/** @type {string} */ file) => import(pathToFileURL(join(ROOT, 'www', file)).href);
  const { layOut, linesPath } = await load('app/board/geometry.js');
  const { initSync, Game, rules } = await load('pkg/merels.js');
  initSync({ module: readFileSync(join(ROOT, 'www', 'pkg', 'merels_bg.wasm')) });
  const game = Game.read(GAME);
  const { men, spec, last } = game.state();
  game.free();
  const { board } = rules(spec);
  const layout = layOut(board, SIZE.height, false);
  const at = (/** @type {number} */ i) => layout.points[i] ?? { x: 0, y: 0 };
  const mills = last.closes.map((/** @type {number[]} */ mill) => mill.map((i, n) => `${n ? 'L' : 'M'}${at(i).x} ${at(i).y}`).join(''));
  const man = (/** @type {'' | 'white' | 'black'} */ side, /** @type {number} */ i) => {
    if (!side) return '';
    const { x, y } = at(i);
    const { radius: r } = layout;
    const [fill, edge, mark] = COLOURS[side];
    const inner = side === 'white' ? `r="${r * 0.6}" fill="none" stroke="${mark}" stroke-width="${r * 0.09}"` : `r="${r * 0.24}" fill="${mark}"`;
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${edge}" stroke-width="${r * 0.08}"/><circle cx="${x}" cy="${y}" ${inner}/>`;
  };
  const path = `fill="none" stroke-linecap="round" stroke-width="${layout.line * 1.2}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><rect width="100%" height="100%" fill="${COLOURS.paper}"/><g transform="translate(${(SIZE.width - SIZE.height) / 2} 0)"><path transform="translate(${layout.margin} ${layout.margin})" d="${linesPath(board, layout.unit * (board.side - 1))}" stroke="${COLOURS.line}" ${path}/><path d="${mills.join('')}" stroke="${COLOURS.mill}" ${path} style="stroke-width:${layout.line * 2.4}"/>${men.map(man).join('')}</g></svg>`;
  // Imported late: on a fresh checkout the set-up installs it first.
  const { default: sharp } = await import('sharp');
  await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, colours: 64 }).toFile(FILE);
}
