// The explorer: lists the moves, the best first; where no exact values are known it says why, and
// lists estimates. Symmetric moves share an entry. A press plays one.
import { h } from '../ui/dom.ts';
import { watch } from '../ui/watch.ts';
import { t } from '../i18n/i18n.ts';
import { solvingText } from '../game/words.ts';
import { knownScores } from './arrows.ts';
import { withPlies, type Scores } from './scores.ts';
import type { Store } from '../state.ts';
import type { Score, State } from '../types.ts';
import type { Acts } from './acts.ts';
import type { Symmetry } from './symmetry.ts';

/** Or what is estimated. */
type Listed = Omit<import('../types.ts').Listed, 'value'> & { value: Score };

/** How many moves are listed at first; one more is not worth a press. */
const FIRST = 6;

/** @param leave moves the focus if the list becomes empty */
export function createExplorerPanel(
  store: Store,
  place: HTMLElement,
  scores: Scores,
  acts: Acts,
  symmetry: Symmetry,
  leave: () => void,
) {
  const list = h('ol', { class: 'explorer-list' });
  const more = h('button', {
    type: 'button',
    class: 'small-button explorer-more',
    onclick: showAll,
  });
  const note = h('p', { class: 'quiet' });
  place.append(list, more, note);
  let all = false;
  /** What is listed. */
  let listed: Listed[] = [];

  /**
   * Is the list for the current position? It stays until the next one has loaded, to keep the
   * focus.
   */
  const isCurrent = ({ study, game }: State) => study?.opening?.line === game.line;

  /** Are there no exact values of the position? */
  function isUnknown() {
    const { line, placings } = store.get().study?.opening ?? { line: '', placings: [] };
    return line !== '' && !placings.length;
  }

  /** Where `leave` put the focus. It is moved back if the list fills again. */
  let left: Element | null = null;

  /**
   * The replies to a move, if that says something: the number of all of them only where it is not
   * the same for every move.
   */
  function repliesText({ value, replies, holding }: Listed, placings: Listed[]) {
    if ('cp' in value) return '';
    if (holding !== null && !('win' in value))
      return t('explorer.holds', { n: holding, all: replies });
    return placings.some((other) => other.replies !== replies)
      ? t('explorer.replies', { all: replies })
      : '';
  }

  function row(placing: Listed, _: number, placings: Listed[]) {
    const [turn = '', ...same] = placing.turns;
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: 'explorer-turn',
          'data-turn': turn,
          onclick: () => isCurrent(store.get()) && acts.playLine([turn]),
        },
        h('span', { class: 'explorer-name', text: turn }),
        h('span', { class: 'value-mark' }),
        h(
          'span',
          { class: 'explorer-words' },
          h('span', { text: repliesText(placing, placings) }),
          same.length
            ? h('span', {
                class: 'explorer-same',
                text: t('explorer.same', { turns: same.join(' ') }),
              })
            : null,
        ),
      ),
    );
  }

  /** What is known or estimated of each move. */
  function known() {
    const state = store.get();
    return symmetry.even(state.game, knownScores(state, scores.order), scores.order);
  }

  /** The moves by what is estimated of them. */
  function estimated(): Listed[] {
    const values = known();
    const moves = symmetry.grouped(store.get().game).flatMap((turns) => {
      const value = values.get(turns[0] ?? '');
      return value ? [{ turns, value, replies: 0, holding: null }] : [];
    });
    return moves.sort((a, b) => scores.order(b.value) - scores.order(a.value));
  }

  function showAll() {
    const inside = document.activeElement === more;
    all = true;
    show();
    if (inside) list.querySelectorAll('button')[FIRST]?.focus({ preventScroll: true });
  }

  function show() {
    const { placings } = store.get().study?.opening ?? { placings: [] };
    const unknown = isUnknown();
    const inside =
      list.contains(document.activeElement) || (left !== null && document.activeElement === left);
    place.hidden = !store.get().study?.opening;
    listed = unknown && isCurrent(store.get()) ? estimated() : placings;
    list.hidden = unknown && !listed.length;
    const rows = listed.map(row);
    const shown = all || rows.length <= FIRST + 1 ? rows : rows.slice(0, FIRST);
    list.replaceChildren(
      ...(rows.length ? shown : [h('li', { class: 'quiet', text: t('values.reading') })]),
    );
    list.style.setProperty(
      '--name',
      `${Math.max(0, ...listed.map(({ turns: [turn = ''] }) => turn.length))}ch`,
    );
    more.hidden = shown.length === rows.length;
    more.textContent = t('review.more', { n: rows.length });
    note.textContent = unknown ? solvingText(store.get()) : t('explorer.about');
    value();
    left = null;
    if (!inside) return;
    const first = list.querySelector('button');
    if (first) return first.focus({ preventScroll: true });
    leave();
    left = document.activeElement;
  }

  /** Says what the moves are worth, with a distance that only the search knows. */
  function value() {
    const { study } = store.get();
    const found = study?.found?.line === study?.opening?.line ? (study?.found?.lines ?? []) : [];
    const estimates = isUnknown() && isCurrent(store.get()) ? known() : null;
    list.querySelectorAll('.value-mark').forEach((mark, at) => {
      const { turns = [], value: listing = null } = listed[at] ?? {};
      const value = estimates?.get(turns[0] ?? '') ?? listing;
      const score = found.find(({ pv }) => turns.includes(pv[0] ?? ''))?.score;
      const words = !value
        ? ''
        : 'cp' in value
          ? scores.brief(value)
          : scores.words(withPlies(value, score));
      if (mark.textContent !== words) mark.textContent = words;
      if (value) mark.className = `value-mark ${scores.kind(value)}`;
    });
  }

  watch(
    store,
    ({ study, language, solving }) => [study?.opening, language, solving.pack?.reason],
    show,
  );
  // Estimates change their order, unless one of the moves may be being pressed.
  watch(
    store,
    ({ study }) => [study?.found],
    () => (isUnknown() && !list.matches(':hover, :focus-within') ? show() : value()),
  );
  watch(
    store,
    ({ study }) => [study?.glance],
    () => isUnknown() && show(),
  );
  watch(
    store,
    (state) => [isCurrent(state)],
    () => list.setAttribute('aria-busy', String(!isCurrent(store.get()))),
  );
}
