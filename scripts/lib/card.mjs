/**
 * Draws the pictures that messengers show of links: the board of Nine Men's Morris for the page,
 * and for each named game a small page of its own with its empty board. What follows # in a link to
 * the page never reaches the host, so that messengers can't tell games apart by it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './say.mjs';
import { fromPage } from './typescript.mjs';

const FILE = join(ROOT, 'www', 'public', 'icons', 'card.png');
/** The folder of the games' pages in dist. */
export const GAME_PAGES = 'play';
export const SIZE = { width: 1200, height: 630 };
/** A mill just closed. */
const GAME =
  'nine~a4.f2.d2.g1.c4.b4.c3.g4.d3.g7xd3.d3.e3.d1xb4.b4.c5xb4.b4.a7.a1.d2-b2.f2-d2.c5-d5.e3-e4.d5-c5xb4';
const COLOURS = {
  paper: '#f6f1e7',
  line: '#38322c',
  mill: '#b5482f',
  white: ['#fdf9ee', '#6f6558', '#a8987c'],
  black: ['#3a3d43', '#1d1e21', '#d8cdb6'],
};

/** The rules, and how the page lays out boards. Requires www/pkg. */
async function load() {
  const core = await import(pathToFileURL(join(ROOT, 'www', 'pkg', 'merels.js')).href);
  core.initSync({ module: readFileSync(join(ROOT, 'www', 'pkg', 'merels_bg.wasm')) });
  return { ...core, ...(await fromPage('board/geometry.ts')) };
}

/**
 * Draws a game as it stands.
 * @param {Awaited<ReturnType<typeof load>>} page
 * @param {string} text
 * @param {string} file
 */
async function draw({ layOut, linesPath, Game, rules }, text, file) {
  const game = Game.read(text);
  const { men, spec, last } = game.state();
  game.free();
  const { board } = rules(spec);
  const layout = layOut(board, SIZE.height, false);
  const at = (/** @type {number} */ i) => layout.points[i] ?? { x: 0, y: 0 };
  const mills = (last?.closes ?? []).map((/** @type {number[]} */ mill) =>
    mill.map((i, n) => `${n ? 'L' : 'M'}${at(i).x} ${at(i).y}`).join(''),
  );
  const man = (/** @type {'' | 'white' | 'black'} */ side, /** @type {number} */ i) => {
    const { x, y } = at(i);
    if (!side)
      return `<circle cx="${x}" cy="${y}" r="${layout.line * 1.4}" fill="${COLOURS.line}"/>`;
    const { radius: r } = layout;
    const [fill, edge, mark] = COLOURS[side];
    const inner =
      side === 'white'
        ? `r="${r * 0.6}" fill="none" stroke="${mark}" stroke-width="${r * 0.09}"`
        : `r="${r * 0.24}" fill="${mark}"`;
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${edge}" stroke-width="${r * 0.08}"/><circle cx="${x}" cy="${y}" ${inner}/>`;
  };
  const path = `fill="none" stroke-linecap="round" stroke-width="${layout.line * 1.2}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><rect width="100%" height="100%" fill="${COLOURS.paper}"/><g transform="translate(${(SIZE.width - SIZE.height) / 2} 0)"><path transform="translate(${layout.margin} ${layout.margin})" d="${linesPath(board, layout.unit * (board.side - 1))}" stroke="${COLOURS.line}" ${path}/><path d="${mills.join('')}" stroke="${COLOURS.mill}" ${path} style="stroke-width:${layout.line * 2.4}"/>${men.map(man).join('')}</g></svg>`;
  // Imported late: on a fresh checkout the set-up installs it first.
  const { default: sharp } = await import('sharp');
  await sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: true, colours: 64 })
    .toFile(file);
}

/** Draws the picture of the page. Requires www/pkg. */
export const drawCard = async () => draw(await load(), GAME, FILE);

/** @param {string} text */
const escaped = (text) =>
  text
    .replaceAll("'", '’')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');

/**
 * The page of a game, which leads on to the game at once, without a script.
 * @param {{ spec: string, name: string, summary: string }} variant
 * @param {string} [url] where the page will be
 */
export function gamePage({ spec, name, summary }, url) {
  const whole = (/** @type {string} */ file) =>
    url ? new URL(`play/${file}`, url).href : `./${file}`;
  const [title, about, game] = [escaped(`${name} · Merels`), escaped(summary), `../#m=${spec}~`];
  const said = {
    'og:type': 'website',
    'og:title': title,
    'og:description': about,
    'og:url': whole(`${spec}.html`),
    'og:image': whole(`${spec}.png`),
    'og:image:width': SIZE.width,
    'og:image:height': SIZE.height,
  };
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <meta name="description" content="${about}">
    <link rel="canonical" href="${whole(`../read/en/${spec}.html`)}">
${Object.entries(said)
  .map(([property, content]) => `    <meta property="${property}" content="${content}">`)
  .join('\n')}
    <meta http-equiv="refresh" content="0; url=${game}">
  </head>
  <body>
    <p><a href="${game}">${escaped(name)}</a></p>
  </body>
</html>
`;
}

/** Writes `play/nine.html` and so on with their pictures. @param {string} dist */
export async function writeGamePages(dist) {
  const page = await load();
  mkdirSync(join(dist, GAME_PAGES), { recursive: true });
  for (const variant of page.variants()) {
    if (variant.kind !== 'preset') continue;
    const file = join(dist, GAME_PAGES, variant.spec);
    writeFileSync(`${file}.html`, gamePage(variant, process.env.MERELS_URL));
    await draw(page, `${variant.spec}~`, `${file}.png`);
  }
}
