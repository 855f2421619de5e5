// What the place of the moves offers before the first move: an opponent, today's puzzle, the next
// lesson, the game that was left.
import './offers.css';
import loadWords from '../i18n/offers.words.ts';
import { isTrap } from '../engine/heartbeat.ts';
import { boardPicture, byId, h, rest, type Props } from '../ui/dom.ts';
import { recoveryState } from '../platform/recover.ts';
import { changed } from '../ui/watch.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { friends } from '../game/pair.ts';
import { sideName } from '../game/words.ts';
import { read, storedGames } from '../storage/games.ts';
import { reopen } from '../game/restore.ts';
import { readResults } from '../storage/results.ts';
import { gamesAgainst, inARow, levelBeside } from '../game/streak.ts';
import { introduction, rowText } from '../game/introduction.ts';
import { levelButtons, opponent, scoreOf, standings } from './opponents.ts';
import type { Session } from '../game/session.ts';
import type { Router } from '../platform/router.ts';
import type { Store } from '../state.ts';
import type { Core, Settings, Side, State } from '../types.ts';

export async function createOffers({
  store,
  core,
  session,
  router,
  before,
  puzzle,
  lesson,
  lessonOn,
  showRules,
  howTo,
}: {
  store: Store;
  core: Core;
  session: Session;
  router: Router;
  /** The element before which they stand. */
  before: HTMLElement;
  /** Today's. */
  puzzle: () => Promise<{ line: string; solver: Side; done: boolean } | null>;
  /** The next one. */
  lesson: () => Promise<{
    number: number;
    line: string;
    title: string;
    lang: string;
    begun: boolean;
  } | null>;
  /** The address of the lesson on a game. */
  lessonOn: (spec: string) => string | null;
  /** The rules of the game. */
  showRules: () => void;
  /** How to play, in pictures. */
  howTo: () => Promise<HTMLElement>;
}) {
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

  /** May the game still be another? */
  const isOpen = ({ game, settings, study, editor, look }: State) =>
    !study &&
    !editor &&
    !look.values &&
    game.moves.length === 0 &&
    !game.outcome &&
    (settings.mode === 'computer' || settings.mode === 'people');

  /** A position in small. */
  function picture(line: string, flipped = false) {
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

  /** Whom to play against: a press begins such a game at once. */
  function opponents() {
    const { settings, rules } = store.get();
    const level = settings.levels[settings.human === 'white' ? 'black' : 'white'];
    const levels = standings(core, rules.spec);
    const standing = levels.find((l) => l.level === level);
    const against = settings.mode === 'computer';
    function begin(key: string, change: Partial<Settings>) {
      session.newGame({ ...settings, ...change });
      // It has been replaced.
      queueMicrotask(() =>
        (section.querySelector(`[data-level="${key}"]`) as HTMLElement | null)?.focus(),
      );
    }
    const row = inARow(
      gamesAgainst(
        readResults().filter((r) => r.spec === rules.spec),
        level,
      ),
    );
    const next = against && row ? levelBeside(core, rules.spec, level, row) : null;
    const play = (n: number) =>
      begin(String(n), { mode: 'computer', levels: { white: n, black: n } });
    const { about = '', rating = null } = standing ?? {};
    const score = against && standing ? scoreOf(standing) : null;
    return h(
      'div',
      { class: 'offer-block offer-opponent' },
      h(
        'div',
        { class: 'offer-head' },
        h('h2', { text: t('offers.opponent') }),
        // The level that is pressed says it to a screen reader.
        against && standing
          ? h('span', { class: 'offer-name', 'aria-hidden': 'true', text: standing.name })
          : null,
        score
          ? h('span', { class: 'quiet offer-score', text: score })
          : h('span', {
              class: 'quiet offer-scale',
              text: t('offers.scale', { low: inDigits(1), high: inDigits(10) }),
            }),
        next
          ? h('button', {
              type: 'button',
              class: 'offer-next',
              text: t(row === 1 ? 'offers.up' : 'offers.down', { level: next.name }),
              onclick: () => play(next.level),
            })
          : null,
      ),
      h(
        'div',
        { class: 'levels', role: 'group', 'aria-label': t('offers.opponent') },
        ...levelButtons(levels, against ? level : null, play, session.say),
        opponent(
          'friend',
          t('offers.friend'),
          t('new.mode.people'),
          settings.mode === 'people',
          () => begin('friend', { mode: 'people', pair: friends() }),
        ),
      ),
      against
        ? h('p', {
            class: 'quiet offer-level',
            text:
              rating === null
                ? about
                : `${t('offers.rating', { rating: inDigits(rating) })} ${about}`,
          })
        : null,
    );
  }

  /** The unfinished game that was played last. */
  function left() {
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

  /** For a first visitor. */
  function welcome() {
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
          onclick: () => {
            playing = true;
            void build();
          },
        }),
      ),
    );
  }

  /** Today's puzzle is of Nine Men's Morris, whatever is played. */
  function toSolve(solver: Side) {
    const turn = t('games.turn', { side: sideName(solver) });
    return store.get().rules.spec === 'nine' ? turn : `${core.rules('nine').name} · ${turn}`;
  }

  async function build() {
    const mine = ++shown;
    const [today, next] = await Promise.all([puzzle(), lesson()]);
    if (mine !== shown) return;
    const resumed = left();
    const first = !playing && !resumed && !readResults().length && !today?.done && !next?.begun;
    const { asNine } = introduction(core, store.get().rules);
    if (first && asNine) pictures ??= await howTo().catch((error) => (console.warn(error), null));
    // Yield: a first move may be waiting.
    await rest();
    if (mine !== shown) return;
    const taught =
      first && asNine && pictures ? h('div', { class: 'offer-block offer-how' }, pictures) : null;
    section.replaceChildren(
      ...[
        first ? welcome() : null,
        taught,
        opponents(),
        resumed,
        today
          ? card(
              picture(today.line, today.solver === 'black'),
              new Text(t('offers.puzzle')),
              today.done ? t('offers.puzzle.done') : toSolve(today.solver),
              { 'data-offer': 'puzzle', ...router.link('puzzles', 'today') },
            )
          : null,
        // The first lesson is what the welcome leads to.
        next && !first
          ? card(
              picture(next.line),
              h('span', { lang: next.lang, text: next.title }),
              t('offers.lesson'),
              { 'data-offer': 'lesson', ...router.link('learn', String(next.number)) },
            )
          : null,
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
