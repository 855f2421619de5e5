// The script inside a page that a game was saved as. It finds the game in the page and needs nothing else.
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
const { show, plies, look, flipped, coordinates, ply } = JSON.parse(document.getElementById('game')?.textContent ?? '');
const root = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');
root.dataset.look = look;

/** @param {'light' | 'dark'} shade as the page of the game has it, see platform/theme.js */
function dress(shade = dark.matches ? 'dark' : 'light') {
  root.dataset.theme = root.dataset.shade = shade;
}

const inside = h('div');
document.querySelector('main')?.append(inside);
dress();
const shown = createPlayer(
  inside,
  { show, ply: (n) => /** @type {import('./types').Ply} */ (plies[n]) },
  { ply, flipped, coordinates, list: true, pace: PACE, signal: new AbortController().signal },
);
dark.addEventListener('change', () => {
  dress();
  shown.retheme();
});

// On paper it is day, and the board is drawn as finely as paper takes it.
addEventListener('beforeprint', () => {
  dress('light');
  const picture = shown.picture();
  picture.className = 'print';
  inside.querySelector('.print')?.remove();
  inside.querySelector('.stage')?.append(picture);
});
addEventListener('afterprint', () => {
  inside.querySelector('.print')?.remove();
  dress();
});
