// Puts the chosen look on the page. Before everything that draws, so that colours are there when they are read.
import { watch } from './watch.js';

/** @param {import('../state.js').Store} store */
export function dress(store) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;

  function put() {
    const { theme, material } = store.get().look;
    root.dataset.theme = theme;
    root.dataset.look = material;
    root.dataset.shade = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
    const paper = getComputedStyle(root).getPropertyValue('--paper').trim();
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.setAttribute('content', paper);
  }

  dark.addEventListener('change', put);
  watch(store, ({ look }) => [look], put);
}
