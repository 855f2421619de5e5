// The whole board as text for screen readers: rank by rank, then the men in hand, what is
// threatened, and the side to move.
import { boardToSpeech } from '../board/board-to-speech.ts';
import { t } from '../i18n/i18n.ts';
import { other, shownHand, shownLost, threatened } from '../state.ts';
import { positionConfig } from './board-view.ts';
import { sideName, special, statusText } from './words.ts';
import type { State } from '../types.ts';

const SIDES = ['white', 'black'] as const;

export function boardText(state: State) {
  const ranks = boardToSpeech(positionConfig(state), {
    rank: (rank, men) => t('read.rank', { rank, men }),
    man: (side, point) => t('read.man', { point, side: sideName(side) }),
    empty: t('read.empty'),
  });
  const players = SIDES.map((who) =>
    t('read.player', {
      side: sideName(who),
      hand: t('player.hand', { n: shownHand(state, who) }),
      lost: t('player.lost', { n: shownLost(state, who) }),
    }),
  );
  const points = threatened(state);
  const threat = points.length
    ? t('read.threat', {
        side: sideName(other(state.game.turn)),
        points: points.join(t('move.and')),
      })
    : '';
  return [ranks, special.read?.(state), ...players, threat, statusText(state)]
    .filter(Boolean)
    .join(' ');
}
