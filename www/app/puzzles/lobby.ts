// Where puzzles are chosen: today's, the themes of a game, the rating, and the record as a file.
import { h, type Props } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { sideName } from '../game/words.ts';
import { DAILY, type Puzzle, type createLists } from './lists.ts';
import { gradeOn, idOn, week } from './daily.ts';
import { createKeeping } from './keeping.ts';
import { readTally, today, type Tally } from './puzzle-record.ts';
import { standing } from './standing.ts';
import { picture, themes } from './themes.ts';
import type { Choice } from './choice.ts';
import type { Core } from '../types.ts';

const DAY = 86_400_000;

interface Lobby {
  core: Core;
  list: ReturnType<typeof createLists>;
  /** Changed by what is pressed. */
  choice: Choice;
  /** Goes to the address of a puzzle. */
  open: (...path: string[]) => void;
  /** A link to it. */
  link: (...path: string[]) => Props;
  /** Passes on how the puzzle of a day went. */
  share: (puzzle: Puzzle, day: number, button: HTMLElement) => void;
  /** Shows this screen again. */
  show: () => void;
}

function lastDays(tally: Tally, day: number) {
  const { lang } = document.documentElement;
  const letter = new Intl.DateTimeFormat(lang, { weekday: 'narrow', timeZone: 'UTC' });
  const full = new Intl.DateTimeFormat(lang, { weekday: 'long', timeZone: 'UTC' });
  return h(
    'ol',
    { class: 'puzzle-week', 'aria-label': t('puzzles.week') },
    ...week(tally, day).map(({ day: on, state }) => {
      const words = t(`puzzles.week.${state}`, { day: full.format(on * DAY) });
      return h(
        'li',
        { 'data-state': state, 'aria-current': on === day ? 'date' : null, title: words },
        h('span', { 'aria-hidden': 'true', text: letter.format(on * DAY) }),
        h('span', { class: 'puzzle-dot' }),
        h('span', { class: 'unseen', text: words }),
      );
    }),
  );
}

function daily({ core, list, link, share }: Lobby, tally: Tally) {
  const day = today();
  const done = tally.last === day;
  const board = h('a', {
    class: 'puzzle-board',
    tabindex: -1,
    'aria-hidden': 'true',
    ...link('today'),
  });
  const turn = h('p', { class: 'puzzle-turn' });
  const pass = h('button', {
    type: 'button',
    class: 'small-button',
    hidden: true,
    text: t('share.pass-on'),
  });
  list(DAILY)
    .then(({ puzzles }) => {
      const puzzle = puzzles.find(({ id }) => id === idOn(day, gradeOn(day, tally)));
      if (!puzzle) return;
      board.replaceChildren(picture(core, puzzle));
      turn.textContent = t('games.turn', { side: sideName(puzzle.solver) });
      pass.hidden = !done;
      pass.addEventListener('click', () => share(puzzle, day, pass));
    })
    // Opening it says why.
    .catch((error) => console.warn('There is no puzzle of the day:', error));
  return h(
    'section',
    { class: 'puzzle-today' },
    h('h2', { text: t('puzzles.day') }),
    board,
    h(
      'div',
      { class: 'puzzle-about' },
      turn,
      h('p', { class: 'quiet', text: t(done ? 'puzzles.day.done' : 'puzzles.day.about') }),
      h(
        'div',
        { class: 'lesson-buttons' },
        h(
          'a',
          { class: done ? 'button' : 'button primary', 'data-view': 'daily', ...link('today') },
          t(done ? 'puzzles.day.again' : 'puzzles.day.solve'),
        ),
        pass,
      ),
    ),
    lastDays(tally, day),
  );
}

export function createLobby(lobby: Lobby) {
  const keeping = createKeeping(lobby.show);
  return () => {
    const tally = readTally();
    return [
      h(
        'div',
        { class: 'puzzle-lobby' },
        daily(lobby, tally),
        h('div', { class: 'puzzle-choice' }, themes(lobby), standing(tally), keeping(tally)),
      ),
    ];
  };
}
