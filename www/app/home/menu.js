// The main menu.
import { isApart, isHuman, mayStudy, other } from '../state.js';
import { h } from '../platform/dom.js';
import { t } from '../i18n/i18n.js';
import { LANGUAGES, isLanguage, preferred } from '../i18n/languages.js';
import { sideName } from '../game/words.js';
import { createDialog, paces, selectField } from '../platform/dialog.js';

/**
 * @param {import('../state.js').Store} store
 * @param {import('../types').Core} core
 * @param {import('../game/session.js').Session} session
 * @param {Record<'learn' | 'together' | 'games' | 'share' | 'settings' | 'rules' | 'help' | 'type' | 'edit' | 'read' | 'values' | 'study' | 'statistics', () => void>} open
 * @param {(chosen: import('../i18n/languages.js').Language | null) => void} changeLanguage
 */
export function createMenu(store, core, session, open, changeLanguage) {
  const resign = createDialog('resign', () => {
    const { settings, game } = store.get();
    const loser = settings.mode === 'people' ? game.turn : settings.human;
    return {
      title: t('resign.title'),
      body: [h('p', { text: t('resign.text', { winner: sideName(other(loser)) }) })],
      foot: [
        h('button', { type: 'button', class: 'button', text: t('resign.no'), onclick: () => resign.close() }),
        h('button', {
          type: 'button',
          class: 'button primary',
          text: t('resign.yes'),
          onclick: () => {
            resign.close();
            session.resign();
          },
        }),
      ],
    };
  });

  const menu = createDialog('menu', () => {
    const state = store.get();
    const { game, settings, update, study } = state;
    /** @param {import('../i18n/i18n.js').Key} key @param {() => void} run */
    const item = (key, run) =>
      h('button', {
        type: 'button',
        class: 'menu-item',
        'data-item': key.slice('menu.'.length),
        text: t(key),
        onclick: () => {
          menu.close();
          run();
        },
      });
    const playing = !game.outcome && !study;
    return {
      title: t('menu.title'),
      body: [
        h(
          'div',
          { class: 'menu-items' },
          item('menu.learn', open.learn),
          study || mayStudy(state) ? item(study ? 'menu.study.close' : 'menu.study', open.study) : null,
          item('menu.together', open.together),
          item('menu.games', open.games),
          item('menu.statistics', open.statistics),
          item('menu.share', open.share),
          isApart(state) ? null : item('menu.edit', open.edit),
          study || isApart(state) ? null : item(state.look.values ? 'menu.values.hide' : 'menu.values', open.values),
          item('menu.rules', open.rules),
          item('menu.help', open.help),
          game.outcome ? null : item('menu.type', open.type),
          item('menu.read', open.read),
          item('menu.settings', open.settings),
          playing && settings.mode !== 'watch' ? item('menu.resign', () => resign.open()) : null,
          playing && isHuman(state, game.turn) ? item('menu.offer', () => session.offerDraw()) : null,
          update ? item('menu.update', update) : null,
        ),
        ...(settings.mode === 'watch' ? [paces(settings.pace, (v) => session.setPace(v))] : []),
        selectField(
          t('menu.language'),
          [
            { value: '', words: t('menu.language.system', { language: LANGUAGES[preferred()] }) },
            ...Object.entries(LANGUAGES).map(([value, words]) => ({ value, words })),
          ],
          store.get().language.chosen ?? '',
          (v) => changeLanguage(isLanguage(v) ? v : null),
        ),
        h('p', { class: 'quiet', text: t('board.help') }),
        h('p', { class: 'quiet', text: t('menu.version', { version: `${core.version()}${document.documentElement.dataset.commit}` }) }),
      ],
    };
  });

  return { open: menu.open };
}
