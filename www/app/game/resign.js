// Two small sheets of a game: giving it up, or offering the computer a draw, and the pace of two computers.
import { isHuman, other } from '../state.js';
import { h } from '../platform/dom.js';
import { t } from '../i18n/i18n.js';
import { createDialog, paces } from '../platform/dialog.js';
import { sideName } from './words.js';

/** @param {import('../state.js').Store} store @param {import('./session.js').Session} session */
export function createEndings(store, session) {
  const resign = createDialog('resign', () => {
    const state = store.get();
    const { settings, game } = state;
    const loser = settings.mode === 'people' ? game.turn : settings.human;
    /** @param {import('../i18n/i18n.js').Key} key @param {() => void} run @param {string} [item] */
    const button = (key, run, item) =>
      h('button', {
        type: 'button',
        class: item === 'resign' ? 'button primary' : 'button',
        'data-item': item,
        text: t(key),
        onclick: () => {
          resign.close();
          run();
        },
      });
    return {
      title: t('resign.title'),
      body: [h('p', { text: t('resign.text', { winner: sideName(other(loser)) }) })],
      foot: [
        button('resign.no', () => {}),
        ...(settings.mode === 'computer' && isHuman(state, game.turn)
          ? [button('menu.offer', () => session.offerDraw(), 'offer')]
          : []),
        button('resign.yes', () => session.resign(), 'resign'),
      ],
    };
  });
  const pace = createDialog('pace', () => ({
    title: t('pace'),
    body: [paces(store.get().settings.pace, (v) => session.setPace(v))],
  }));
  return { resign: resign.open, pace: pace.open };
}
