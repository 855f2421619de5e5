// What stands in place of the analysis while the game at the table may not be analysed.
import { isTogether, type Store } from '../state.ts';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { createScreen } from '../ui/screen.ts';
import type { Shell } from '../ui/shell.ts';
import type { Router } from '../platform/router.ts';

export const createNotNow = ({
  store,
  shell,
  router,
  edit,
}: {
  store: Store;
  shell: Shell;
  router: Router;
  /** Sets up a position. */
  edit: () => void;
}) =>
  createScreen('analyse', shell, () => ({
    title: t('door.analyse'),
    body: [
      h('p', { text: t('analysis.not-now') }),
      h(
        'div',
        { class: 'screen-buttons' },
        h('a', { class: 'button primary', ...router.link('play') }, t('doors.your-game')),
        isTogether(store.get())
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
