// Applies the chosen look to the page. Must run before anything that reads colours to draw.
import { observe } from './observe.ts';
import type { Store } from '../state.ts';

export function applyTheme(store: Store) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;

  function apply() {
    const { theme, material } = store.get().look;
    root.dataset.theme = theme;
    root.dataset.look = material;
    root.dataset.shade = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
    const paper = getComputedStyle(root).getPropertyValue('--paper').trim();
    for (const meta of document.querySelectorAll('meta[name=theme-color]'))
      meta.setAttribute('content', paper);
  }

  dark.addEventListener('change', apply);
  observe(store, ({ look }) => [look], apply);
}
