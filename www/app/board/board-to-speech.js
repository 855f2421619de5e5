// The whole board in words, for the ear: rank by rank, then the men in hand, then whose turn it is.
import { bottomSide, shownHand, shownLost, shownMen } from '../state.js';
import { t } from '../i18n/i18n.js';
import { sideName, statusText } from '../game/words.js';

const SIDES = /** @type {const} */ (['white', 'black']);

/** @param {import('../types').State} state */
export function boardText(state) {
  const { points, side } = state.rules.board;
  const men = shownMen(state);
  const ranks = Array.from({ length: side }, (_, n) => (bottomSide(state) === 'white' ? side - 1 - n : n));
  const told = ranks.map((y) => {
    const here = points.map((p, i) => ({ ...p, man: men[i] ?? '' })).filter((p) => p.y === y);
    const standing = here.flatMap(({ name, man }) => (man ? [t('read.man', { point: name, side: sideName(man) })] : []));
    return t('read.rank', { rank: String(y + 1), men: standing.length ? standing.join(', ') : t('read.empty') });
  });
  const players = SIDES.map((who) =>
    t('read.player', {
      side: sideName(who),
      hand: t('player.hand', { n: shownHand(state, who) }),
      lost: t('player.lost', { n: shownLost(state, who) }),
    }),
  );
  return [...told, ...players, statusText(state)].join(' ');
}
