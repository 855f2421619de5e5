// Two small sheets of a game: giving it up, or offering the computer a draw, and the pace of two
// computers.
import { isHuman, other, type Store } from '../state.ts';
import { h } from '../ui/dom.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { createDialog, paces } from '../ui/dialog.ts';
import { sideName } from './words.ts';
import type { Session } from './session.ts';

export function createEndings(store: Store, session: Session) {
  const resign = createDialog('resign', () => {
    const state = store.get();
    const { settings, game } = state;
    const loser = settings.mode === 'people' ? game.turn : settings.human;
    const button = (key: Key, run: () => void, item?: string) =>
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
