// The script of a saved game page. The game's data is in the page; nothing else is loaded.
import { h } from '../ui/dom.ts';
import { COLOURS } from './colours.ts';
import page from './exported.css?inline';
import { createPlayer } from './player.ts';
import player from './player.css?inline';
import type { Saved } from './page.ts';
import type { Ply } from './types.ts';

const PACE = 1500;

const sheet = new CSSStyleSheet();
sheet.replaceSync(COLOURS + player + page);
document.adoptedStyleSheets = [sheet];

const { show, plies, look, flipped, coordinates, ply }: Saved = JSON.parse(
  document.getElementById('game')?.textContent ?? '',
);
const root = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');
root.dataset.look = look;

/** @param shade see platform/theme.ts */
function applyTheme(shade: 'light' | 'dark' = dark.matches ? 'dark' : 'light') {
  root.dataset.theme = root.dataset.shade = shade;
}

const inside = h('div');
document.querySelector('main')?.append(inside);
applyTheme();
const shown = createPlayer(
  inside,
  { show, ply: (n) => plies[n] as Ply },
  { ply, flipped, coordinates, list: true, pace: PACE, signal: new AbortController().signal },
);
dark.addEventListener('change', () => {
  applyTheme();
  shown.retheme();
});

// Print in light colours, with the board at print resolution.
addEventListener('beforeprint', () => {
  applyTheme('light');
  const picture = shown.picture();
  picture.className = 'print';
  inside.querySelector('.print')?.remove();
  inside.querySelector('.stage')?.append(picture);
});
addEventListener('afterprint', () => {
  inside.querySelector('.print')?.remove();
  applyTheme();
});
