// What the place of the moves offers before the first move: an opponent, today's puzzle, the next
// lesson, the game that was left.
import './offers.css';
import '../engine/named.ts';
import loadWords from '../i18n/offers.words.ts';
import { isTrap } from '../engine/heartbeat.ts';
import { boardPicture, byId, h, rest, type Props } from '../ui/dom.ts';
import { recoveryState } from '../platform/recover.ts';
import { changed } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import { sideName } from '../game/words.ts';
import { read, storedGames } from '../storage/games.ts';
import { reopen } from '../game/restore.ts';
import { readResults } from '../storage/results.ts';
import { introduction, rowText } from '../game/introduction.ts';
import { opponentOffer } from './opponent-offer.ts';
import type { Session } from '../game/session.ts';
import type { Router } from '../platform/router.ts';
import type { Store } from '../state.ts';
import type { Core, Settings, Side, State } from '../types.ts';

interface Puzzle {
  line: string;
  solver: Side;
  done: boolean;
}

interface Lesson {
  number: number;
  line: string;
  title: string;
  lang: string;
  begun: boolean;
}

interface Page {
  store: Store;
  core: Core;
  session: Session;
  router: Router;
  /** The address of the lesson on a game. */
  lessonOn: (spec: string) => string | null;
  /** The rules of the game. */
  showRules: () => void;
}

/** May the game still be another? */
const isOpen = ({ game, settings, analysis, editor, look }: State) =>
  !analysis &&
  !editor &&
  !look.values &&
  game.moves.length === 0 &&
  !game.outcome &&
  (settings.mode === 'computer' || settings.mode === 'people');

/** A position in small. */
function picture(core: Core, line: string, flipped = false) {
  const game = core.read(line);
  const { men, spec } = game.state();
  game.free();
  return boardPicture(core.rules(spec).board, men, flipped);
}

const card = (board: Element, title: Node, about: string, props: Props) =>
  h(
    'href' in props ? 'a' : 'button',
    { class: 'offer', ...props },
    board,
    h(
      'span',
      { class: 'offer-words' },
      h('span', { class: 'offer-title' }, title),
      h('span', { class: 'quiet', text: about }),
    ),
  );

/** The unfinished game that was played last. */
function left({ store, core, session }: Page) {
  // It may be what the page has failed over.
  if (recoveryState()) return null;
  const { slot } = store.get();
  const games = storedGames()
    .map(({ id, text }) => ({ id, text, saved: read(text) }))
    .filter(({ id, saved }) => id !== slot.id && saved?.played)
    .sort((a, b) => (b.saved?.played ?? 0) - (a.saved?.played ?? 0));
  for (const { id, text } of games.slice(0, 3)) {
    try {
      const { game } = reopen(core, id, text);
      const { men, spec, outcome, turn, moves } = game.state();
      game.free();
      if (outcome || !moves.length) continue;
      const rules = core.rules(spec);
      return card(
        boardPicture(rules.board, men),
        new Text(t('offers.left')),
        `${rules.name} · ${t('games.turn', { side: sideName(turn) })}`,
        { type: 'button', 'data-offer': 'left', onclick: () => session.resumeGame(id, text) },
      );
    } catch (error) {
      if (isTrap(error)) throw error;
      // The list of games says so.
    }
  }
  return null;
}

/** For a first visitor. @param play just plays */
function welcome({ store, core, router, lessonOn, showRules }: Page, play: () => void) {
  const { rules } = store.get();
  const { asNine, row } = introduction(core, rules);
  const taught = asNine ? lessonOn('nine') : lessonOn(rules.spec);
  return h(
    'div',
    { class: 'offer-block offer-first' },
    h('h2', { text: rowText(row) || rules.name }),
    h(
      'div',
      { class: 'offer-buttons' },
      taught
        ? h(
            'a',
            { class: 'button primary', 'data-offer': 'teach', ...router.link('learn', taught) },
            t(asNine ? 'offers.teach' : 'offers.teach.short'),
          )
        : h('button', {
            type: 'button',
            class: 'button primary',
            'data-offer': 'rules',
            text: t('menu.rules'),
            onclick: showRules,
          }),
      h('button', {
        type: 'button',
        class: 'button',
        'data-offer': 'play',
        text: t('offers.just-play'),
        onclick: play,
      }),
    ),
  );
}

/** Today's puzzle, which is of Nine Men's Morris, whatever is played. */
function puzzleCard({ store, core, router }: Page, { line, solver, done }: Puzzle) {
  const turn = t('games.turn', { side: sideName(solver) });
  const isNine = store.get().rules.spec === 'nine';
  return card(
    picture(core, line, solver === 'black'),
    new Text(t('offers.puzzle')),
    done ? t('offers.puzzle.done') : isNine ? turn : `${core.rules('nine').name} · ${turn}`,
    { 'data-offer': 'puzzle', ...router.link('puzzles', 'today') },
  );
}

const lessonCard = ({ core, router }: Page, { number, line, title, lang }: Lesson) =>
  card(picture(core, line), h('span', { lang, text: title }), t('offers.lesson'), {
    'data-offer': 'lesson',
    ...router.link('learn', String(number)),
  });

export async function createOffers({
  before,
  puzzle,
  lesson,
  howTo,
  ...page
}: Page & {
  /** The element before which they stand. */
  before: HTMLElement;
  /** Today's. */
  puzzle: () => Promise<Puzzle | null>;
  /** The next one. */
  lesson: () => Promise<Lesson | null>;
  /** How to play, in pictures. */
  howTo: () => Promise<HTMLElement>;
}) {
  const { store, core, session } = page;
  await loadWords();
  if (store.get().coached)
    import('../game/terms.ts').then(
      ({ createTerms }) => createTerms(store, byId('status')),
      // They are explained in the rules, too.
      (error) => console.warn(error),
    );
  const section = h('section', {
    class: 'offers',
    hidden: true,
    'aria-label': () => t('offers.label'),
  });
  before.before(section);
  /** Has a first visitor chosen to play? */
  let playing = false;
  let pictures: HTMLElement | null = null;
  /** Counts what is shown, so that what comes late is dropped. */
  let shown = 0;

  function begin(key: string, change: Partial<Settings>) {
    session.newGame({ ...store.get().settings, ...change });
    // It has been replaced.
    queueMicrotask(() =>
      (section.querySelector(`[data-level="${key}"]`) as HTMLElement | null)?.focus(),
    );
  }

  function justPlay() {
    playing = true;
    void build();
  }

  async function build() {
    const mine = ++shown;
    const [today, next] = await Promise.all([puzzle(), lesson()]);
    if (mine !== shown) return;
    const resumed = left(page);
    const first = !playing && !resumed && !readResults().length && !today?.done && !next?.begun;
    const { asNine } = introduction(core, store.get().rules);
    if (first && asNine) pictures ??= await howTo().catch((error) => (console.warn(error), null));
    // Yield: a first move may be waiting.
    await rest();
    if (mine !== shown) return;
    section.replaceChildren(
      ...[
        first ? welcome(page, justPlay) : null,
        first && asNine && pictures ? h('div', { class: 'offer-block offer-how' }, pictures) : null,
        opponentOffer(core, store.get(), begin, session.say),
        resumed,
        today ? puzzleCard(page, today) : null,
        // The first lesson is what the welcome leads to.
        next && !first ? lessonCard(page, next) : null,
      ].filter((el) => el !== null),
    );
    section.hidden = false;
  }

  function show() {
    if (isOpen(store.get())) return void build();
    shown++;
    section.hidden = true;
    section.replaceChildren();
  }

  const seen = (state: State) => [
    isOpen(state),
    state.slot.id,
    state.settings,
    state.rules,
    state.language,
  ];
  store.subscribe((now, past) => changed(seen, now, past) && show());
  show();
  return {
    /** Rebuilds them: a puzzle or a lesson may have been done. */
    refresh: show,
  };
}
