// The explorer: lists the moves, the best first; where no exact values are known it says why, and
// lists estimates. Symmetric moves share an entry. A press plays one.
import './explorer.css';
import { h } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import { solvingText } from '../game/words.ts';
import { knownScores } from './arrows.ts';
import { withPlies, type Scores } from './scores.ts';
import { BOOKS } from '../game/openings.ts';
import { isOpen } from './explorer.ts';
import { followBook, type InBook } from './opening-text.ts';
import type { Store } from '../state.ts';
import type { Score, State } from '../types.ts';
import type { Acts } from './acts.ts';
import type { Symmetry } from './symmetry.ts';

/** Or what is estimated. */
type Listed = Omit<import('../types.ts').Listed, 'value'> & { value: Score };

/** Heights in explorer.css, in sixteenths of a rem: of rows, of their place, of the button in it. */
const HEIGHTS = { row: 36, roomy: 65, all: 260, more: 44 };

/**
 * Is the list for the current position? It stays until the next one has loaded, to keep the focus.
 */
const isCurrent = ({ analysis, game }: State) => analysis?.opening?.line === game.line;

/** Are there no exact values of the position? */
function isUnknown({ analysis }: State) {
  const { line, placings } = analysis?.opening ?? { line: '', placings: [] };
  return line !== '' && !placings.length;
}

/**
 * The replies to a move, if that says something: the number of all of them only where it is not
 * the same for every move.
 */
function repliesText({ value, replies, holding, missed }: Listed, placings: Listed[]) {
  if ('cp' in value) return '';
  if (holding !== null && !('win' in value)) {
    const holds = t('explorer.holds', { n: holding, all: replies });
    return missed ? `${holds} · ${t('explorer.missed', { percent: missed })}` : holds;
  }
  return placings.some((other) => other.replies !== replies)
    ? t('explorer.replies', { all: replies })
    : '';
}

/** What the book says of turns that are the same. */
function bookText(turns: string[], inBook: Map<string, InBook>) {
  const said = turns.flatMap((turn) => inBook.get(turn) ?? []);
  const share = said.reduce((sum, one) => sum + one.share, 0);
  return {
    name: said.find(({ name }) => name)?.name ?? '',
    share: share ? t('openings.share', { percent: share }) : '',
  };
}

/**
 * May more come to be known of a move than how many replies it has? The room for it is there from
 * the start: a row that grew would move what is being pressed.
 */
const isRoomy = (placing: Listed, placings: Listed[], rules: State['rules']) =>
  !('cp' in placing.value) &&
  (isOpen(placing, placings) || (BOOKS.includes(rules.spec) && !placing.turns[0]?.includes('-')));

function row(
  placing: Listed,
  placings: Listed[],
  roomy: boolean,
  inBook: Map<string, InBook>,
  play: (turn: string) => void,
) {
  const [turn = '', ...same] = placing.turns;
  const { name, share } = bookText(placing.turns, inBook);
  const facts = h('span', {
    class: 'explorer-facts',
    text: [repliesText(placing, placings), share].filter(Boolean).join(' · '),
  });
  return h(
    'li',
    {},
    h(
      'button',
      {
        type: 'button',
        class: roomy ? 'explorer-turn roomy' : 'explorer-turn',
        'data-turn': turn,
        onclick: () => play(turn),
      },
      h('span', { class: 'explorer-name', text: turn }),
      h('span', { class: 'value-mark' }),
      h(
        'span',
        { class: 'explorer-words' },
        name ? h('span', { class: 'explorer-opening', dir: 'auto', text: name }) : null,
        roomy ? null : facts,
        same.length
          ? h('span', {
              class: 'explorer-same',
              text: t('explorer.same', { turns: same.join(' ') }),
            })
          : null,
      ),
      roomy ? facts : null,
    ),
  );
}

/** What is known or estimated of each move. */
const known = (state: State, scores: Scores, symmetry: Symmetry) =>
  symmetry.even(state.game, knownScores(state, scores.order), scores.order);

/** The moves by what is estimated of them. */
function estimated(state: State, scores: Scores, symmetry: Symmetry): Listed[] {
  const values = known(state, scores, symmetry);
  const moves = symmetry.grouped(state.game).flatMap((turns) => {
    const value = values.get(turns[0] ?? '');
    return value ? [{ turns, value, replies: 0, holding: null, missed: null }] : [];
  });
  return moves.sort((a, b) => scores.order(b.value) - scores.order(a.value));
}

/** How many are shown at first: all, or as many as leave room for the button. */
function firstOf(roomy: boolean[]) {
  let end = 0;
  const ends = roomy.map((is) => (end += is ? HEIGHTS.roomy : HEIGHTS.row));
  return end <= HEIGHTS.all
    ? roomy.length
    : ends.filter((at) => at <= HEIGHTS.all - HEIGHTS.more).length;
}

function valueText(value: Score | null, found: Score | undefined, scores: Scores) {
  if (!value) return '';
  return 'cp' in value ? scores.brief(value) : scores.words(withPlies(value, found));
}

/** Says what the moves are worth, with a distance that only the search knows. */
function showValues(
  list: HTMLElement,
  listed: Listed[],
  state: State,
  scores: Scores,
  symmetry: Symmetry,
) {
  const { analysis } = state;
  const found =
    analysis?.found?.line === analysis?.opening?.line ? (analysis?.found?.lines ?? []) : [];
  const estimates = isUnknown(state) && isCurrent(state) ? known(state, scores, symmetry) : null;
  list.querySelectorAll('.value-mark').forEach((mark, at) => {
    const { turns = [], value: listing = null } = listed[at] ?? {};
    const value = estimates?.get(turns[0] ?? '') ?? listing;
    const score = found.find(({ pv }) => turns.includes(pv[0] ?? ''))?.score;
    const words = valueText(value, score, scores);
    if (mark.textContent !== words) mark.textContent = words;
    if (value) mark.className = `value-mark ${scores.kind(value)}`;
  });
}

/** The same moves in the order of a list. */
function inOrderOf(listed: Listed[], placings: Listed[]) {
  const turns = listed.map(({ turns: [turn] }) => turn);
  const place = ({ turns: [turn] }: Listed) => turns.indexOf(turn);
  return [...placings].sort((a, b) => place(a) - place(b));
}

/** Lists the first moves, their names in a column as wide as the longest of all. */
function fill(
  list: HTMLElement,
  listed: Listed[],
  roomy: boolean[],
  count: number,
  inBook: Map<string, InBook>,
  play: (turn: string) => void,
) {
  list.replaceChildren(
    ...(listed.length
      ? listed
          .slice(0, count)
          .map((placing, at) => row(placing, listed, roomy[at] ?? false, inBook, play))
      : [h('li', { class: 'quiet', text: t('values.reading') })]),
  );
  const longest = Math.max(0, ...listed.map(({ turns: [turn = ''] }) => turn.length));
  list.style.setProperty('--name', `${longest}ch`);
}

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
  place.append(h('div', { class: 'explorer-moves' }, list, more), note);
  let all = false;
  /** What is listed, and of which position. */
  let listed: Listed[] = [];
  let listedOf = '';

  const openings = followBook(store, show);

  /** Where `leave` put the focus. It is moved back if the list fills again. */
  let left: Element | null = null;

  const play = (turn: string) => void (isCurrent(store.get()) && acts.playLine([turn]));

  function showAll() {
    const inside = document.activeElement === more;
    const before = list.childElementCount;
    all = true;
    show();
    if (inside) list.querySelectorAll('button')[before]?.focus({ preventScroll: true });
  }

  function show() {
    const state = store.get();
    const { opening } = state.analysis ?? {};
    const unknown = isUnknown(state);
    const inside =
      list.contains(document.activeElement) || (left !== null && document.activeElement === left);
    const turn = document.activeElement?.getAttribute('data-turn');
    place.hidden = !opening;
    const { line = '', placings = [] } = opening ?? {};
    // The moves keep their order while one may be being pressed.
    const stays = line === listedOf && list.matches(':hover, :focus-within');
    if (unknown && isCurrent(state)) listed = estimated(state, scores, symmetry);
    else listed = stays ? inOrderOf(listed, placings) : placings;
    listedOf = line;
    const roomy = listed.map((placing) => isRoomy(placing, listed, state.rules));
    const count = all ? listed.length : firstOf(roomy);
    fill(list, listed, roomy, count, openings(line), play);
    list.hidden = unknown && !listed.length;
    more.hidden = count === listed.length;
    more.textContent = t('review.more', { n: listed.length });
    note.textContent = unknown ? solvingText(state) : t('explorer.about');
    value();
    left = null;
    if (!inside) return;
    const rows = [...list.querySelectorAll('button')];
    const next = rows.find((row) => row.dataset.turn === turn) ?? rows[0];
    if (next) return next.focus({ preventScroll: true });
    leave();
    left = document.activeElement;
  }

  const value = () => showValues(list, listed, store.get(), scores, symmetry);

  observe(
    store,
    ({ analysis, language, solving }) => [analysis?.opening, language, solving.pack?.reason],
    show,
  );
  // Estimates change their order, unless one of the moves may be being pressed.
  observe(
    store,
    ({ analysis }) => [analysis?.found],
    () => (isUnknown(store.get()) && !list.matches(':hover, :focus-within') ? show() : value()),
  );
  observe(
    store,
    ({ analysis }) => [analysis?.glance],
    () => isUnknown(store.get()) && show(),
  );
  observe(
    store,
    (state) => [isCurrent(state)],
    () => list.setAttribute('aria-busy', String(!isCurrent(store.get()))),
  );
}
