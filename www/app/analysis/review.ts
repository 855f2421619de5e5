// The review: progress, one's own mistakes in the order of the game and those of the others, and
// accuracy.
import './review.css';
import { h, reveal } from '../ui/dom.ts';
import { watch } from '../ui/watch.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { SIGNS, judgedText, retryText } from '../game/glyphs.ts';
import { other, type Store } from '../state.ts';
import { playerName, sideName, yourSide } from '../game/words.ts';
import type { Learning, Review, Side } from '../types.ts';
import type { Acts } from './analysis.ts';

/** How many turning points are shown at first where they are nobody's own. */
const FIRST = 5;

export function createReview(
  store: Store,
  box: HTMLElement,
  acts: Acts,
  levelName: (level: number) => string,
) {
  const bar = h('progress', {
    class: 'review-progress',
    max: 1,
    'aria-label': () => t('review.progress'),
  });
  const run = h('button', {
    type: 'button',
    class: 'button',
    onclick: () => (store.get().study?.review?.running ? acts.stopReview() : acts.review()),
  });
  const said = h('p', { class: 'quiet', role: 'status' });
  const task = h('div', { class: 'review-task', role: 'status' });
  const tools = h('div', { class: 'review-tools' });
  const result = h('div', { class: 'review-result' });
  const runs = h('div', { class: 'review-run' }, run, bar);
  box.append(task, tools, runs, said, result);
  const course = box.parentElement;
  const panel = course?.parentElement;
  let all = false;

  /** The player whose mistakes are one's own; null where both are, or none. */
  const you = () => {
    const { settings, names } = store.get();
    return yourSide({ settings, names });
  };

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
  function found({ info }: Review, places: number[]) {
    const { moves } = store.get().game;
    return places.flatMap((at) => {
      const turn = info.turns[at];
      const move = moves.find((m) => m.id === turn?.node);
      return turn && move ? [{ turn, move }] : [];
    });
  }

  const inOrder = (review: Review) =>
    found(
      review,
      [...review.info.turning].sort((a, b) => a - b),
    );

  /** @param sides are the sides named? */
  function list(items: ReturnType<typeof found>, sides: boolean) {
    return h(
      'ol',
      { class: 'turnings' },
      ...items.map(({ turn, move }) => {
        const words = sides
          ? t('review.item', { number: move.number, side: sideName(move.side), move: move.text })
          : `${move.number}. ${move.text}`;
        const again = retryText(store.get(), move.side);
        return h(
          'li',
          { class: 'turning' },
          h(
            'button',
            { type: 'button', class: 'turning-go', onclick: () => acts.goTo(move.id) },
            h('span', {
              class: 'turning-sign',
              'aria-hidden': 'true',
              text: SIGNS[turn.judgement] ?? '',
            }),
            h('span', { text: words }),
            h('span', { class: 'turning-what', text: judgedText(turn) }),
          ),
          h('button', {
            type: 'button',
            class: 'small-button',
            text: again,
            'aria-label': t('share.of', { action: again, what: move.text }),
            onclick: () => acts.retry(move.parent),
          }),
        );
      }),
    );
  }

  function turning(review: Review) {
    const mine = you();
    if (!mine) {
      const { turning: places } = review.info;
      const items = found(review, all ? places : places.slice(0, FIRST));
      const more = places.length > FIRST && !all;
      return [
        h('h3', { text: t('review.turning') }),
        items.length
          ? list(items, true)
          : h('p', { class: 'quiet', text: t('review.turning.none') }),
        more ? button(t('review.more', { n: places.length }), () => ((all = true), show())) : null,
      ].filter((el) => el !== null);
    }
    const own = inOrder(review).filter(({ turn }) => turn.side === mine);
    const theirs = inOrder(review).filter(({ turn }) => turn.side !== mine);
    return [
      h('h3', { text: t('review.mine', { n: own.length }) }),
      own.length ? list(own, false) : h('p', { class: 'quiet', text: t('review.mine.none') }),
      theirs.length
        ? h(
            'details',
            {},
            h('summary', {
              text: t('review.theirs', {
                name: playerName(store.get(), other(mine), levelName),
                n: theirs.length,
              }),
            }),
            list(theirs, false),
          )
        : null,
    ].filter((el) => el !== null);
  }

  /** The turns that were the only good ones. */
  function only({ info }: Review) {
    const { moves } = store.get().game;
    const items = info.turns.flatMap((turn) => {
      const move = turn.only ? moves.find((m) => m.id === turn.node) : undefined;
      if (!move) return [];
      const words = t('review.item', {
        number: move.number,
        side: sideName(move.side),
        move: move.text,
      });
      return [
        h(
          'li',
          { class: 'turning' },
          h(
            'button',
            { type: 'button', class: 'turning-go only', onclick: () => acts.goTo(move.id) },
            h('span', { class: 'turning-sign', 'aria-hidden': 'true', text: '!' }),
            h('span', { text: words }),
            h('span', { class: 'turning-what', text: judgedText(turn) }),
          ),
        ),
      ];
    });
    if (!items.length) return [];
    return [
      h(
        'details',
        { class: 'only-turns' },
        h('summary', { text: t('review.only', { n: items.length }) }),
        h('ol', { class: 'turnings' }, ...items),
      ),
    ];
  }

  function accuracy({ info }: Review) {
    const mine = you();
    const of = (side: Side) => {
      const percent = info.accuracy[side];
      const name = mine ? playerName(store.get(), side, levelName) : sideName(side);
      // Where all was lost before the move, there was nothing to keep.
      const lost = info.turns.filter(
        (turn, at) => turn.side === side && info.values[at]?.white === Number(side === 'black'),
      ).length;
      return h(
        'div',
        {},
        h('p', {
          class: 'accuracy',
          text:
            percent === null
              ? t('review.accuracy.none', { side: name })
              : t('review.accuracy.of', { side: name, percent: inDigits(percent.toFixed(1)) }),
        }),
        percent !== null && lost
          ? h('p', { class: 'quiet', text: t('review.accuracy.lost', { n: lost }) })
          : null,
      );
    };
    return [
      h('h3', { text: t('review.accuracy') }),
      h('div', { class: 'accuracies' }, of('white'), of('black')),
    ];
  }

  /** How the accuracy is reckoned. */
  function formula({ info }: Review) {
    const estimated = info.turns.some((turn) => !turn.exact);
    return [
      h(
        'details',
        {},
        h('summary', { text: t('review.formula.title') }),
        h('p', { class: 'quiet', text: t('review.formula') }),
        h('p', { class: 'quiet formula', dir: 'ltr', text: '100 · Σ e′ / Σ e' }),
        h('p', { class: 'quiet', text: t('review.expected') }),
        h('p', { class: 'quiet formula', dir: 'ltr', text: '1 / (1 + 3^−m)' }),
        estimated ? h('p', { class: 'quiet', text: t('review.estimated') }) : null,
      ),
    ];
  }

  /** Goes to the mistake that follows in the line, or to the first. */
  function toNext(items: ReturnType<typeof found>) {
    const { game, study } = store.get();
    const nodes = study?.review?.nodes ?? [];
    const here = nodes.indexOf(game.node);
    const next = items.find(({ move }) => nodes.indexOf(move.id) > here) ?? items[0];
    if (next) acts.goTo(next.move.id);
  }

  /** Offers to go from mistake to mistake. */
  function walk(review: Review | null) {
    const mine = you();
    const items = review ? inOrder(review).filter(({ turn }) => !mine || turn.side === mine) : [];
    tools.replaceChildren(
      ...(review
        ? [
            mine && items.length
              ? button(
                  t('mistakes.start'),
                  () => acts.learn.start(items.map(({ move }) => move.id)),
                  true,
                )
              : null,
            items.length ? button(t('review.next'), () => toNext(items)) : null,
          ].filter((el) => el !== null)
        : []),
    );
  }

  /** What is to be found on the board. */
  function lesson({ nodes, at, state, move }: Learning) {
    const played = store.get().game.moves.find(({ id }) => id === nodes[at])?.text ?? '';
    const words =
      state === 'find' ? t('mistakes.find', { move: played }) : t(`mistakes.${state}`, { move });
    const more = at + 1 < nodes.length;
    return [
      h('p', { class: 'quiet', text: `${at + 1} / ${nodes.length}` }),
      h('p', { class: 'review-said', text: words }),
      h(
        'div',
        { class: 'review-tools' },
        ...[
          state === 'find' || state === 'wrong'
            ? button(t('mistakes.show'), acts.learn.show)
            : null,
          more
            ? button(t('review.next'), acts.learn.next, state === 'right' || state === 'shown')
            : null,
          button(
            t('mistakes.stop'),
            acts.learn.stop,
            !more && (state === 'right' || state === 'shown'),
          ),
        ].filter((el) => el !== null),
      ),
    ];
  }

  function show() {
    const { study, game } = store.get();
    // Scores from the analysis are only for the graph.
    const review = study?.review?.live ? null : (study?.review ?? null);
    const running = review?.running ?? false;
    const learning = study?.learning ?? null;
    box.hidden = !game.moves.length;
    run.textContent = t(running ? 'review.stop' : review ? 'review.again' : 'review.start');
    run.className = review && !running ? 'small-button' : 'button';
    // Scroll the graph into view when a review starts.
    if (running && bar.hidden && course && panel) reveal(panel, course);
    bar.hidden = !running;
    if (review) bar.setAttribute('value', String(review.known / review.nodes.length));
    const stopped = review && !running && review.known < review.nodes.length;
    const words = stopped
      ? t('review.stopped', { n: review.nodes.length - review.known })
      : review && !running
        ? t('review.finished')
        : '';
    if (said.textContent !== words) said.textContent = words;
    const had = task.contains(document.activeElement);
    task.replaceChildren(...(learning ? lesson(learning) : []));
    // Its buttons change with each step.
    if (had)
      (
        (task.querySelector('.primary') ?? task.querySelector('button')) as HTMLElement | null
      )?.focus();
    walk(review && !running && !learning ? review : null);
    // Hidden while running, since it would keep changing.
    if (!review || running || learning) {
      if (!review) all = false;
      result.replaceChildren();
    } else {
      result.replaceChildren(
        ...accuracy(review),
        ...turning(review),
        ...only(review),
        ...formula(review),
      );
    }
    runs.hidden = said.hidden = learning !== null;
    // Once it is done, doing it again comes last.
    if (review && !running) result.after(runs);
    else result.before(runs);
  }

  watch(
    store,
    ({ study, game, language, settings }) => [
      study?.review,
      study?.learning,
      game.moves.length === 0,
      language,
      settings,
    ],
    show,
  );
}
