// Panels of which one is shown, chosen by tabs. A panel that stands alone needs no tab.
import { stepOf } from '../platform/direction.js';
import { h } from '../platform/dom.js';
import { t } from '../i18n/i18n.js';

/** @param {{ name: import('../i18n/i18n.js').Key, content: HTMLElement }[]} parts */
export function createTabs(parts) {
  let chosen = 0;
  /** @type {boolean[]} */
  let offered = [];

  const tabs = parts.map(({ name }, at) =>
    h('button', {
      type: 'button',
      class: 'study-tab',
      role: 'tab',
      id: `study-tab-${at}`,
      'aria-controls': `study-panel-${at}`,
      // A press takes no focus, so that the arrow keys still step through the game.
      onmousedown: (/** @type {MouseEvent} */ event) => event.preventDefault(),
      onclick: () => choose(at),
      onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, at),
      text: () => t(name),
    }),
  );
  const panels = parts.map(({ content }, at) =>
    h(
      'div',
      {
        id: `study-panel-${at}`,
        role: 'tabpanel',
        tabindex: '0',
        'aria-labelledby': `study-tab-${at}`,
      },
      content,
    ),
  );
  const list = h('div', { class: 'study-tabs', role: 'tablist' }, ...tabs);

  /** @param {number} at */
  function choose(at) {
    chosen = at;
    show();
  }

  /** @param {KeyboardEvent} event @param {number} at */
  function walk(event, at) {
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
    /** Says which panels have something to show. @param {boolean[]} which */
    offer(which) {
      offered = which;
      show();
    },
  };
}
