// The frame of a screen that has an address of its own: heading, scrolling contents, buttons below.
import '../../styles/sheets.css';
import './screen.css';
import { h, icon } from './dom.js';
import { onLanguage } from '../i18n/i18n.js';

let count = 0;

/**
 * @typedef {object} Contents
 * @property {string} title
 * @property {(Node | null)[]} body
 * @property {Node[]} [foot]
 * @property {{ label: string, link: import('./dom.js').Props }} [back] where the screen was entered from
 * @property {{ name: string, label: string, link: import('./dom.js').Props }[]} [tabs] this screen and its neighbours
 * @property {boolean} [board] is it a board, as large as in play, with what belongs to it beside it?
 */

/**
 * Creates a screen whose contents are built each time it is shown.
 * @param {string} name
 * @param {import('../home/shell.js').Shell} shell
 * @param {() => Contents} fill
 */
export function createScreen(name, shell, fill) {
  const id = `screen-${++count}`;
  const element = h('section', {
    class: `screen screen-${name}`,
    'aria-labelledby': id,
    'data-screen': name,
  });
  let title = '';

  function build() {
    const { body, foot, back, tabs = [], board = false, ...rest } = fill();
    ({ title } = rest);
    element.classList.toggle('with-board', board);
    const inside = h('div', { class: 'screen-body' }, ...body);
    // Keyboard users must be able to focus contents that only scroll.
    if (!inside.querySelector('a, button, input, select, textarea')) inside.tabIndex = 0;
    element.replaceChildren(
      h(
        'header',
        { class: 'screen-head' },
        h(
          'div',
          { class: 'screen-title' },
          back
            ? h(
                'a',
                {
                  class: 'icon-button screen-back turns',
                  'aria-label': back.label,
                  title: back.label,
                  ...back.link,
                },
                icon('back'),
              )
            : null,
          h('h1', { id, tabindex: -1, text: title }),
          shell.wayBack(),
          // The list of games has one of its own.
          name === 'games' ? null : shell.newGame(),
        ),
        tabs.length
          ? h(
              'nav',
              { class: 'screen-tabs', 'aria-labelledby': id },
              ...tabs.map((tab) =>
                h(
                  'a',
                  {
                    'data-tab': tab.name,
                    'aria-current': tab.name === name ? 'page' : null,
                    ...tab.link,
                  },
                  tab.label,
                ),
              ),
            )
          : null,
      ),
      inside,
      ...(foot ? [h('footer', { class: 'screen-foot' }, ...foot)] : []),
    );
  }

  const body = () => element.querySelector('.screen-body');

  onLanguage(() => {
    if (!element.isConnected) return;
    const top = body()?.scrollTop ?? 0;
    build();
    shell.show(element, title);
    body()?.scrollTo({ top });
  });

  return {
    element,
    /** Is it on the page? */
    shown: () => element.isConnected,
    /** Shows it with new contents. */
    show() {
      build();
      shell.show(element, title);
      element.querySelector('h1')?.focus({ preventScroll: true });
    },
  };
}
