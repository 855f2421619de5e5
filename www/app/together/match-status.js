// The status line beside the board in a game with another device.
import { inMoves } from '../game/words.js';

/**
 * @typedef {import('../types').Away} Away
 * @typedef {object} Acts
 * @property {(wish: 'common' | 'theirs') => void} choose
 * @property {(what: import('./messages.js').Question, agreed: boolean) => void} answer
 * @property {() => void} resume
 */

/** @param {import('./types').View} view @param {import('./together.js').Link} link @param {Acts} acts @param {boolean} meets does it reconnect by itself? @returns {Away} */
export const awayOf = (view, link, acts, meets) => ({
  ...statusOf(view, link, acts, meets),
  offersDraw: link === 'open' && view.phase === 'playing' && !view.draw,
});

/** @param {import('./types').View} view @param {import('./together.js').Link} link @param {Acts} acts @param {boolean} meets @returns {Away} */
function statusOf(view, link, { choose, answer, resume }, meets) {
  const { phase, choice, me, turn } = view;
  /** @param {import('../i18n/i18n.js').Key} key @param {Away['offers']} [offers] @param {Record<string, string | number>} [values] @returns {Away} */
  const says = (key, offers = [], values) => ({ text: { key, values }, offers, may: false });
  /** @param {import('./messages.js').Question} what @returns {Away} */
  const asks = (what) =>
    says(
      view.theirName ? `together.${what}.asked.by` : `together.${what}.asked`,
      [
        { label: { key: 'together.no' }, run: () => answer(what, false) },
        { label: { key: 'together.yes' }, run: () => answer(what, true) },
      ],
      { name: view.theirName },
    );
  const reconnect = { label: { key: /** @type {const} */ ('together.again') }, run: resume };
  const over = view.game.outcome !== null;

  if (link === 'interrupted') return says('together.status.interrupted');
  if (link !== 'open' || phase === 'closed') {
    const how = link === 'left' || phase === 'closed' ? 'left' : 'lost';
    return over
      ? { text: null, offers: [], may: false }
      : says(how === 'lost' && meets ? 'together.status.interrupted' : `together.status.${how}`, [
          reconnect,
        ]);
  }
  if (phase === 'greeting') return says('together.status.greeting');
  if (phase === 'choosing' && view.draw) return asks('draw');
  if (phase === 'choosing' && !choice) return says('together.status.choosing');
  if (phase === 'choosing' && choice) {
    const common = {
      label: {
        key: /** @type {const} */ ('together.choose.common'),
        values: { n: inMoves(choice.common) },
      },
      run: () => choose('common'),
    };
    if (!choice.longer) return says('together.choose', [common], { n: inMoves(choice.common) });
    return says(
      'together.choose.longer',
      [
        common,
        {
          label: { key: 'together.choose.theirs', values: { n: inMoves(choice.theirs) } },
          run: () => choose('theirs'),
        },
      ],
      { n: inMoves(choice.theirs - choice.common) },
    );
  }
  if (over) {
    if (view.rematch === 'theirs') return asks('rematch');
    return view.rematch === 'mine'
      ? says('together.rematch.waiting')
      : { text: null, offers: [], may: false };
  }
  if (view.back === 'theirs') return { ...asks('back'), may: view.mayPlay };
  if (view.back === 'mine') return says('together.back.waiting');
  if (view.draw === 'theirs') return { ...asks('draw'), may: view.mayPlay };
  if (turn === me) return { text: null, offers: [], may: view.mayPlay };
  if (view.draw === 'mine') return says('together.draw.waiting');
  return view.theirName
    ? says('together.status.theirs.by', [], { name: view.theirName })
    : says('together.status.theirs');
}
