// The review: progress, accuracy of both sides, and the turning points, the worst first.
import { h } from '../platform/dom.js';
import { watch } from '../platform/watch.js';
import { t } from '../i18n/i18n.js';
import { judgedText, retryText } from './glyphs.js';
import { sideName } from '../game/words.js';

/** How many turning points are shown at first. */
const FIRST = 5;
/** The glyph for each judgement. @type {Partial<Record<import('../../pkg/merels.js').Judgement, string>>} */
const SIGNS = { 'win-drawn': '?', 'win-lost': '??', 'draw-lost': '??', dubious: '?!', mistake: '?', blunder: '??' };

/** @param {import('../state.js').Store} store @param {HTMLElement} box @param {import('./analysis.js').Acts} acts */
export function createReview(store, box, acts) {
  const bar = h('progress', { class: 'review-progress', max: 1, 'aria-label': () => t('review.progress') });
  const run = h('button', { type: 'button', class: 'button', onclick: () => (store.get().study?.review?.running ? acts.stopReview() : acts.review()) });
  const said = h('p', { class: 'quiet', role: 'status' });
  const result = h('div', { class: 'review-result' });
  box.append(h('div', { class: 'review-run' }, run, bar), said, result);
  let all = false;

  /** @param {import('../types').Review} review */
  function turning({ info }) {
    const { moves } = store.get().game;
    const items = (all ? info.turning : info.turning.slice(0, FIRST)).flatMap((at) => {
      const turn = info.turns[at];
      const move = moves.find((m) => m.id === turn?.node);
      if (!turn || !move) return [];
      const words = t('review.item', { number: move.number, side: sideName(move.side), move: move.text });
      const again = retryText(store.get(), move.side);
      return [
        h(
          'li',
          { class: 'turning' },
          h('button', { type: 'button', class: 'turning-go', onclick: () => acts.goTo(move.id) }, h('span', { class: 'turning-sign', 'aria-hidden': 'true', text: SIGNS[turn.judgement] ?? '' }), h('span', { text: words }), h('span', { class: 'turning-what', text: judgedText(turn) })),
          h('button', { type: 'button', class: 'small-button', text: again, 'aria-label': t('share.of', { action: again, what: move.text }), onclick: () => acts.retry(move.parent) }),
        ),
      ];
    });
    const more = info.turning.length > FIRST && !all;
    return [
      h('h3', { text: t('review.turning') }),
      items.length ? h('ol', { class: 'turnings' }, ...items) : h('p', { class: 'quiet', text: t('review.turning.none') }),
      more ? h('button', { type: 'button', class: 'small-button', text: t('review.more', { n: info.turning.length }), onclick: () => ((all = true), show()) }) : null,
    ].filter((el) => el !== null);
  }

  /** The turns that were the only good ones. @param {import('../types').Review} review */
  function only({ info }) {
    const { moves } = store.get().game;
    const items = info.turns.flatMap((turn) => {
      const move = turn.only ? moves.find((m) => m.id === turn.node) : undefined;
      if (!move) return [];
      const words = t('review.item', { number: move.number, side: sideName(move.side), move: move.text });
      return [h('li', { class: 'turning' }, h('button', { type: 'button', class: 'turning-go only', onclick: () => acts.goTo(move.id) }, h('span', { class: 'turning-sign', 'aria-hidden': 'true', text: '!' }), h('span', { text: words }), h('span', { class: 'turning-what', text: judgedText(turn) })))];
    });
    if (!items.length) return [];
    return [h('details', { class: 'only-turns' }, h('summary', { text: t('review.only', { n: items.length }) }), h('ol', { class: 'turnings' }, ...items))];
  }

  /** @param {import('../types').Review} review */
  function accuracy({ info }) {
    const estimated = info.turns.some((turn) => !turn.exact);
    const of = (/** @type {import('../types').Side} */ side) => {
      const percent = info.accuracy[side];
      return h('p', { class: 'accuracy', text: percent === null ? t('review.accuracy.none', { side: sideName(side) }) : t('review.accuracy.of', { side: sideName(side), percent: percent.toFixed(1) }) });
    };
    return [
      h('h3', { text: t('review.accuracy') }),
      h('div', { class: 'accuracies' }, of('white'), of('black')),
      h('details', {}, h('summary', { text: t('review.formula.title') }), h('p', { class: 'quiet', text: t('review.formula') }), h('p', { class: 'quiet formula', text: '100 · Σ e′ / Σ e' }), h('p', { class: 'quiet', text: t('review.expected') }), h('p', { class: 'quiet formula', text: '1 / (1 + 3^−m)' }), estimated ? h('p', { class: 'quiet', text: t('review.estimated') }) : null),
    ];
  }

  function show() {
    const { study, game } = store.get();
    // Scores from the analysis are only for the graph.
    const review = study?.review?.live ? null : (study?.review ?? null);
    const running = review?.running ?? false;
    box.hidden = !game.moves.length;
    run.textContent = t(running ? 'review.stop' : review ? 'review.again' : 'review.start');
    bar.hidden = !running;
    if (review) bar.setAttribute('value', String(review.known / review.nodes.length));
    const stopped = review && !running && review.known < review.nodes.length;
    const words = stopped ? t('review.stopped', { n: review.nodes.length - review.known }) : review && !running ? t('review.finished') : '';
    if (said.textContent !== words) said.textContent = words;
    // Hidden while running, since it would keep changing.
    if (!review || running) {
      if (!review) all = false;
      result.replaceChildren();
    } else result.replaceChildren(...turning(review), ...only(review), ...accuracy(review));
  }

  watch(store, ({ study, game, language }) => [study?.review, game.moves.length === 0, language], show);
}
