// Panels of which one is shown, chosen by tabs. A panel that stands alone needs no tab.
import { stepOf } from '../ui/direction.ts';
import { h } from '../ui/dom.ts';
import { t, type Key } from '../i18n/i18n.ts';

export function createTabs(parts: { name: Key; content: HTMLElement }[]) {
  let chosen = 0;
  let offered: boolean[] = [];

  const tabs = parts.map(({ name }, at) =>
    h('button', {
      type: 'button',
      class: 'analysis-tab',
      role: 'tab',
      id: `analysis-tab-${at}`,
      'aria-controls': `analysis-panel-${at}`,
      // A press takes no focus, so that the arrow keys still step through the game.
      onmousedown: (event: MouseEvent) => event.preventDefault(),
      onclick: () => choose(at),
      onkeydown: (event: KeyboardEvent) => walk(event, at),
      text: () => t(name),
    }),
  );
  const panels = parts.map(({ content }, at) =>
    h(
      'div',
      {
        id: `analysis-panel-${at}`,
        role: 'tabpanel',
        tabindex: '0',
        'aria-labelledby': `analysis-tab-${at}`,
      },
      content,
    ),
  );
  const list = h('div', { class: 'analysis-tabs', role: 'tablist' }, ...tabs);

  function choose(at: number) {
    chosen = at;
    show();
  }

  function walk(event: KeyboardEvent, at: number) {
    const by = stepOf(event.key);
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (at + by + parts.length) % parts.length;
    choose(next);
    tabs[next]?.focus();
  }

  function show() {
    const shown = offered[chosen] ? chosen : offered.indexOf(true);
    list.hidden = !offered.every(Boolean);
    tabs.forEach((tab, at) => {
      tab.setAttribute('aria-selected', String(at === shown));
      tab.tabIndex = at === shown ? 0 : -1;
    });
    panels.forEach((panel, at) => (panel.hidden = at !== shown));
  }

  return {
    elements: [list, ...panels],
    /** Says which panels have something to show. */
    offer(which: boolean[]) {
      offered = which;
      show();
    },
  };
}
