// The review: progress, one's own mistakes in the order of the game and those of the others, and
// accuracy.
import './review.css';
import { h, reveal } from '../ui/dom.ts';
import { accuracy, formula, quiet } from './accuracy.ts';
import { observe } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import { SIGNS, judgedText, retryText } from '../game/glyphs.ts';
import { reasonText, spareText } from '../game/reason-words.ts';
import { other, type Store } from '../state.ts';
import { playerName, sideName, yourSide } from '../game/words.ts';
import type { Judged } from '../../pkg/merels.js';
import type { Learning, MoveNode, Review, Side } from '../types.ts';
import type { Acts } from './acts.ts';

/** How many turning points are shown at first where they are nobody's own. */
const FIRST = 5;

interface Panel {
  store: Store;
  acts: Acts;
  levelName: (level: number) => string;
  parts: ReturnType<typeof createParts>;
  /** Are all turning points shown? */
  all: boolean;
  /** The opening of a game that began with a position and went on with these turns. */
  opening: (start: string, turns: string[]) => Promise<string>;
}

type Found = { turn: Judged; move: MoveNode };

function createParts(press: () => void) {
  const bar = h('progress', {
    class: 'review-progress',
    max: 1,
    'aria-label': () => t('review.progress'),
  });
  const run = h('button', { type: 'button', class: 'button', onclick: press });
  return {
    task: h('div', { class: 'review-task', role: 'status' }),
    tools: h('div', { class: 'review-tools' }),
    runs: h('div', { class: 'review-run' }, run, bar),
    said: h('p', { class: 'quiet', role: 'status' }),
    result: h('div', { class: 'review-result' }),
    opening: h('p', { class: 'quiet' }),
    bar,
    run,
  };
}

/** The player whose mistakes are one's own; null where both are, or none. */
function yours({ store }: Panel) {
  const { settings, names } = store.get();
  return yourSide({ settings, names });
}

const button = (text: string, run: () => void, primary = false) =>
  h('button', {
    type: 'button',
    class: primary ? 'small-button primary' : 'small-button',
    text,
    onclick: () => run(),
  });

/**
 * The judged turns, and the moves they belong to.
 * @param places in the list of turns
 */
const found = ({ info }: Review, moves: MoveNode[], places: number[]): Found[] =>
  places.flatMap((at) => {
    const turn = info.turns[at];
    const move = moves.find((m) => m.id === turn?.node);
    return turn && move ? [{ turn, move }] : [];
  });

const inOrder = (review: Review, moves: MoveNode[]) =>
  found(
    review,
    moves,
    [...review.info.turning].sort((a, b) => a - b),
  );

const sidedText = (move: MoveNode) =>
  t('review.item', { number: move.number, side: sideName(move.side), move: move.text });

/** A judged turn, to go to. */
const turnButton = ({ turn, move }: Found, sign: string, words: string, look: string, acts: Acts) =>
  h(
    'button',
    { type: 'button', class: look, onclick: () => acts.goTo(move.id) },
    h('span', { class: 'turning-sign', 'aria-hidden': 'true', text: sign }),
    h('span', { text: words }),
    h('span', { class: 'turning-what', text: judgedText(turn) }),
  );

/** @param sides are the sides named? */
const list = ({ store, acts }: Panel, items: Found[], sides: boolean) =>
  h(
    'ol',
    { class: 'turnings' },
    ...items.map(({ turn, move }) => {
      const words = sides ? sidedText(move) : `${move.number}. ${move.text}`;
      const again = retryText(store.get(), move.side);
      const reason = store.get().analysis?.reasons.get(move.id);
      return h(
        'li',
        { class: 'turning' },
        turnButton({ turn, move }, SIGNS[turn.judgement] ?? '', words, 'turning-go', acts),
        h('button', {
          type: 'button',
          class: 'small-button',
          text: again,
          'aria-label': t('share.of', { action: again, what: move.text }),
          onclick: () => acts.retry(move.parent),
        }),
        reason ? h('p', { class: 'turning-why', text: reasonText(reason, move.text) }) : null,
      );
    }),
  );

/** The turning points where they are nobody's own. */
function turning(panel: Panel, review: Review) {
  const { turning: places } = review.info;
  const { moves } = panel.store.get().game;
  const items = found(review, moves, panel.all ? places : places.slice(0, FIRST));
  const showAll = () => {
    panel.all = true;
    show(panel);
  };
  return [
    h('h3', { text: t('review.turning') }),
    items.length ? list(panel, items, true) : quiet(t('review.turning.none')),
    ...(places.length > FIRST && !panel.all
      ? [button(t('review.more', { n: places.length }), showAll)]
      : []),
  ];
}

/** One's own mistakes, and those of the others. */
function mistakes(panel: Panel, review: Review, mine: Side) {
  const state = panel.store.get();
  const items = inOrder(review, state.game.moves);
  const own = items.filter(({ turn }) => turn.side === mine);
  const theirs = items.filter(({ turn }) => turn.side !== mine);
  const name = playerName(state, other(mine), panel.levelName);
  return [
    h('h3', { text: t('review.mine', { n: own.length }) }),
    own.length ? list(panel, own, false) : quiet(t('review.mine.none')),
    ...(theirs.length
      ? [
          h(
            'details',
            {},
            h('summary', { text: t('review.theirs', { name, n: theirs.length }) }),
            list(panel, theirs, false),
          ),
        ]
      : []),
  ];
}

/** The turns that were the only good ones. */
function only({ store, acts }: Panel, review: Review) {
  const { turns } = review.info;
  const places = turns.flatMap((turn, at) => (turn.only ? [at] : []));
  const items = found(review, store.get().game.moves, places);
  if (!items.length) return [];
  return [
    h(
      'details',
      { class: 'only-turns' },
      h('summary', { text: t('review.only', { n: items.length }) }),
      h(
        'ol',
        { class: 'turnings' },
        ...items.map((item) =>
          h(
            'li',
            { class: 'turning' },
            turnButton(item, '!', sidedText(item.move), 'turning-go only', acts),
          ),
        ),
      ),
    ),
  ];
}

/** The mistake that follows in the line, or the first. */
export function nextOf<T extends { move: { id: number } }>(
  items: T[],
  nodes: number[],
  node: number,
) {
  const here = nodes.indexOf(node);
  return items.find(({ move }) => nodes.indexOf(move.id) > here) ?? items[0];
}

/** Offers to go from mistake to mistake. */
function walk(panel: Panel, review: Review) {
  const { store, acts } = panel;
  const mine = yours(panel);
  const items = inOrder(review, store.get().game.moves).filter(
    ({ turn }) => !mine || turn.side === mine,
  );
  if (!items.length) return [];
  const learn = () => acts.learn.start(items.map(({ move }) => move.id));
  const toNext = () => {
    const { game, analysis } = store.get();
    const next = nextOf(items, analysis?.review?.nodes ?? [], game.node);
    if (next) acts.goTo(next.move.id);
  };
  return [
    ...(mine ? [button(t('mistakes.start'), learn, true)] : []),
    button(t('review.next'), toNext),
  ];
}

/** What is to be found on the board. */
function lesson({ store, acts }: Panel, { nodes, at, state, move, reason }: Learning) {
  const played = store.get().game.moves.find(({ id }) => id === nodes[at])?.text ?? '';
  const words =
    state === 'find' ? t('mistakes.find', { move: played }) : t(`mistakes.${state}`, { move });
  const more = at + 1 < nodes.length;
  const isDone = state === 'right' || state === 'shown';
  const { show, next, stop } = acts.learn;
  return [
    quiet(`${at + 1} / ${nodes.length}`),
    h('p', { class: 'review-said', text: words }),
    reason && state === 'wrong' ? h('p', { text: spareText(reason, move) }) : null,
    h(
      'div',
      { class: 'review-tools' },
      state === 'find' || state === 'wrong' ? button(t('mistakes.show'), show) : null,
      more ? button(t('review.next'), next, isDone) : null,
      button(t('mistakes.stop'), stop, !more && isDone),
    ),
  ];
}

/** How the review ended; empty while there is none to tell of. */
function endText(review: Review | null) {
  if (!review || review.running) return '';
  const open = review.nodes.length - review.known;
  return open > 0 ? t('review.stopped', { n: open }) : t('review.finished');
}

function showRun({ parts }: Panel, review: Review | null, learning: boolean) {
  const { run, bar, said, runs, result } = parts;
  const running = review?.running ?? false;
  run.textContent = t(running ? 'review.stop' : review ? 'review.again' : 'review.start');
  run.className = review && !running ? 'small-button' : 'button';
  bar.hidden = !running;
  if (review) bar.setAttribute('value', String(review.known / review.nodes.length));
  const words = endText(review);
  if (said.textContent !== words) said.textContent = words;
  runs.hidden = said.hidden = learning;
  // Once it is done, doing it again comes last.
  if (review && !running) result.after(runs);
  else result.before(runs);
}

function showTask(panel: Panel, learning: Learning | null) {
  const { task } = panel.parts;
  const had = task.contains(document.activeElement);
  task.replaceChildren(...(learning ? lesson(panel, learning) : []).filter((el) => el !== null));
  // Its buttons change with each step.
  const next = task.querySelector('.primary') ?? task.querySelector('button');
  if (had) (next as HTMLElement | null)?.focus();
}

function results(panel: Panel, review: Review) {
  const mine = yours(panel);
  const nameOf = (side: Side) =>
    mine ? playerName(panel.store.get(), side, panel.levelName) : sideName(side);
  return [
    panel.parts.opening,
    ...accuracy(review, nameOf),
    ...(mine ? mistakes(panel, review, mine) : turning(panel, review)),
    ...only(panel, review),
    formula(review),
  ];
}

/** Names the opening of the game that was reviewed. */
function nameOpening({ store, parts, opening }: Panel, { nodes }: Review) {
  const { moves, start } = store.get().game;
  const turns = nodes.flatMap((node) => moves.find(({ id }) => id === node)?.text ?? []);
  void opening(start, turns).then((text) => (parts.opening.textContent = text));
}

function show(panel: Panel) {
  const { analysis } = panel.store.get();
  const { tools, result } = panel.parts;
  // Scores from the analysis are only for the graph.
  const review = analysis?.review?.live ? null : (analysis?.review ?? null);
  const learning = analysis?.learning ?? null;
  if (!review) panel.all = false;
  showRun(panel, review, learning !== null);
  showTask(panel, learning);
  // Hidden while running, since it would keep changing.
  const over = learning || review?.running ? null : review;
  tools.replaceChildren(...(over ? walk(panel, over) : []));
  result.replaceChildren(...(over ? results(panel, over) : []));
  if (over) nameOpening(panel, over);
}

export function createReview(
  store: Store,
  box: HTMLElement,
  acts: Acts,
  levelName: (level: number) => string,
  opening: Panel['opening'],
) {
  const parts = createParts(() =>
    store.get().analysis?.review?.running ? acts.stopReview() : acts.review(),
  );
  const { task, tools, runs, said, result, bar } = parts;
  box.append(task, tools, runs, said, result);
  const panel: Panel = { store, acts, levelName, parts, all: false, opening };
  const course = box.parentElement;
  const scroller = course?.parentElement;

  observe(
    store,
    ({ analysis, game, language, settings }) => [
      analysis?.review,
      analysis?.learning,
      analysis?.reasons,
      game.moves.length === 0,
      language,
      settings,
    ],
    () => {
      box.hidden = !store.get().game.moves.length;
      const wasIdle = bar.hidden;
      show(panel);
      // Scroll the graph into view when a review starts.
      if (wasIdle && !bar.hidden && course && scroller) reveal(scroller, course);
    },
  );
}
