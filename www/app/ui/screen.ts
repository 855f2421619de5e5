// The frame of a screen that has an address of its own: heading, scrolling contents, buttons below.
import '../../styles/sheets.css';
import './screen.css';
import { h, icon, type Props } from './dom.ts';
import { onLanguage } from '../i18n/i18n.ts';
import type { Shell } from './shell.ts';

let count = 0;

interface Contents {
  title: string;
  body: (Node | null)[];
  foot?: Node[];
  /** Where the screen was entered from. */
  back?: { label: string; link: Props };
  /** This screen and its neighbours. */
  tabs?: { name: string; label: string; link: Props }[];
  /** Is it a board, as large as in play, with what belongs to it beside it? */
  board?: boolean;
}

/** Creates a screen whose contents are built each time it is shown. */
export function createScreen(name: string, shell: Shell, fill: () => Contents) {
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
