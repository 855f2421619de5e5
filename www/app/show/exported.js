// The script of a saved game page. The game's data is in the page; nothing else is loaded.
import { h } from '../platform/dom.js';
import { COLOURS } from './colours.js';
import page from './exported.css?inline';
import { createPlayer } from './player.js';
import player from './player.css?inline';

const PACE = 1500;

const sheet = new CSSStyleSheet();
sheet.replaceSync(COLOURS + player + page);
document.adoptedStyleSheets = [sheet];

/** @type {import('./page.js').Saved} */
const { show, plies, look, flipped, coordinates, ply } = JSON.parse(
  document.getElementById('game')?.textContent ?? '',
);
const root = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');
root.dataset.look = look;

/** @param {'light' | 'dark'} shade see platform/theme.js */
function applyTheme(shade = dark.matches ? 'dark' : 'light') {
  root.dataset.theme = root.dataset.shade = shade;
}

const inside = h('div');
document.querySelector('main')?.append(inside);
applyTheme();
const shown = createPlayer(
  inside,
  { show, ply: (n) => /** @type {import('./types').Ply} */ (plies[n]) },
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
