// What stands in place of the analysis while the game at the table may not be analysed.
import { isApart } from '../state.js';
import { h } from '../platform/dom.js';
import { t } from '../i18n/i18n.js';
import { createScreen } from '../platform/screen.js';

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../home/shell.js').Shell} parts.shell
 * @param {import('../platform/router.js').Router} parts.router
 * @param {() => void} parts.edit sets up a position
 */
export const createNotNow = ({ store, shell, router, edit }) =>
  createScreen('analyse', shell, () => ({
    title: t('door.analyse'),
    body: [
      h('p', { text: t('study.not-now') }),
      h(
        'div',
        { class: 'screen-buttons' },
        h('a', { class: 'button primary', ...router.link('play') }, t('doors.your-game')),
        isApart(store.get())
          ? null
          : h('button', {
              type: 'button',
              class: 'button',
              'data-action': 'edit',
              text: t('menu.edit'),
              onclick: edit,
            }),
      ),
    ],
  }));
