// What the place of the moves offers before the first move: an opponent, today's puzzle, the next lesson, the game that was left.
import './offers.css';
import loadWords from '../i18n/offers.words.js';
import { isTrap } from '../engine/heartbeat.js';
import { boardPicture, byId, h, rest } from '../platform/dom.js';
import { recoveryState } from '../platform/recover.js';
import { changed } from '../platform/watch.js';
import { inDigits } from '../i18n/digits.js';
import { t } from '../i18n/i18n.js';
import { friends } from '../game/pair.js';
import { sideName } from '../game/words.js';
import { read, storedGames } from '../storage/games.js';
import { reopen } from '../storage/restore.js';
import { readResults } from '../storage/results.js';
import { gamesAgainst, inARow, levelBeside } from '../game/streak.js';
import { introduction, rowText } from './introduction.js';
import { levelButtons, opponent, scoreOf, standings } from './opponents.js';

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../types').Core} parts.core
 * @param {import('../game/session.js').Session} parts.session
 * @param {import('../platform/router.js').Router} parts.router
 * @param {HTMLElement} parts.before the element before which they stand
 * @param {() => Promise<{ line: string, solver: import('../types').Side, done: boolean } | null>} parts.puzzle today's
 * @param {() => Promise<{ number: number, line: string, title: string, lang: string, begun: boolean } | null>} parts.lesson the next one
 * @param {(spec: string) => string | null} parts.lessonOn the address of the lesson on a game
 * @param {() => void} parts.showRules the rules of the game
 * @param {() => Promise<HTMLElement>} parts.howTo how to play, in pictures
 */
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
}) {
  await loadWords();
  if (store.get().coached)
    import('../game/terms.js').then(
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
  /** @type {HTMLElement | null} */
  let pictures = null;
  /** Counts what is shown, so that what comes late is dropped. */
  let shown = 0;

  /** May the game still be another? @param {import('../types').State} state */
  const isOpen = ({ game, settings, study, editor, look }) =>
    !study &&
    !editor &&
    !look.values &&
    game.moves.length === 0 &&
    !game.outcome &&
    (settings.mode === 'computer' || settings.mode === 'people');

  /** A position in small. @param {string} line */
  function picture(line, flipped = false) {
    const game = core.read(line);
    const { men, spec } = game.state();
    game.free();
    return boardPicture(core.rules(spec).board, men, flipped);
  }

  /** @param {Element} board @param {Node} title @param {string} about @param {import('../platform/dom.js').Props} props */
  const card = (board, title, about, props) =>
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
    /** @param {string} key @param {Partial<import('../types').Settings>} change */
    function begin(key, change) {
      session.newGame({ ...settings, ...change });
      // It has been replaced.
      queueMicrotask(() =>
        /** @type {HTMLElement | null} */ (section.querySelector(`[data-level="${key}"]`))?.focus(),
      );
    }
    const row = inARow(
      gamesAgainst(
        readResults().filter((r) => r.spec === rules.spec),
        level,
      ),
    );
    const next = against && row ? levelBeside(core, rules.spec, level, row) : null;
    const play = (/** @type {number} */ n) =>
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

  /** Today's puzzle is of Nine Men's Morris, whatever is played. @param {import('../types').Side} solver */
  function toSolve(solver) {
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

  /** @param {import('../types').State} state */
  const seen = (state) => [
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
