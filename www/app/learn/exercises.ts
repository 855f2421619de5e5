// Practice: exercises that never end. Loaded on demand.
import './exercises.css';
import loadWords from '../i18n/exercises.words.ts';
import { h, type Props } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { selectField } from '../ui/dialog.ts';
import { KINDS, noteShown, standingOf, type Kind } from '../storage/exercises.ts';
import { NoExercise } from './exercise-draw.ts';
import { createSource, type Source, type SourceGiven } from './exercise-source.ts';
import { exerciseView } from './exercise-view.ts';
import type { LessonTable } from '../game/lesson-board.ts';
import type { Core } from '../types.ts';

interface Given extends SourceGiven {
  table: LessonTable;
  /** Opens a position as a game. */
  play: (line: string) => void;
  /** Of a right answer. */
  sound: () => void;
  /** The attributes of a link to a kind. */
  link: (kind: string) => Props;
  /** Shows the screen again. */
  again: () => void;
}

/** What a game needs, or what of it is known. */
function needsText(core: Core, spec: string) {
  const { extent, pack, opening } = core.solvable(spec);
  if (pack) return t('exercises.needs.pack');
  if (extent === 'all') return t('exercises.needs.solver');
  return t(opening ? 'exercises.needs.part' : 'exercises.needs.endings');
}

/** What is shown while there is no exercise: the board, which waits, and why. */
function waiting(table: LessonTable, said: HTMLElement, button: HTMLElement | null) {
  table.hold(true);
  return h(
    'div',
    { class: 'lesson' },
    h('div', { class: 'lesson-table' }, table.element),
    h('div', { class: 'lesson-words' }, said),
    h('div', { class: 'lesson-foot' }, button),
  );
}

/** The box in which one exercise follows the other. */
function room({ core, table, sound, play }: Given, source: Source, choice: string) {
  const { values, spec } = source.current();
  const said = h('p', { class: 'lesson-said', role: 'status' });
  const box = h('div', { class: 'exercise-room' });
  source.stop();
  table.set(spec, { coordinates: true });

  async function open() {
    said.textContent = t('exercises.drawing');
    box.replaceChildren(waiting(table, said, null));
    const exercise = await source.next(choice, (done) => {
      said.textContent = t('values.solving', { percent: Math.round(100 * done) });
    });
    if (!box.isConnected) return;
    noteShown(exercise.key);
    const view = exerciseView({
      core,
      client: source.client,
      table,
      exercise,
      valuesOf: (line) => values.values(line),
      reason: values.reason,
      sound,
      next: show,
      playOn: play,
    });
    box.replaceChildren(view);
    view.querySelector<HTMLElement>('.lesson-task')?.focus({ preventScroll: true });
    source.drawAhead(choice);
  }

  function fail(error: unknown) {
    if (!box.isConnected) return;
    const isKnown = error instanceof NoExercise;
    if (!isKnown) console.warn('There is no exercise:', error);
    said.textContent = t(
      isKnown && error.reason === 'none' ? 'exercises.none' : 'exercises.no-values',
    );
    const again = { type: 'button', class: 'button', text: t('puzzles.retry'), onclick: show };
    box.replaceChildren(waiting(table, said, h('button', again)));
  }

  const show = () => void open().catch(fail);
  show();
  return box;
}

function card({ link }: Given, kind: Kind) {
  const { rating, tried, solved } = standingOf(kind);
  const values = { rating: inDigits(Math.round(rating)), n: solved, all: tried };
  return h(
    'a',
    { class: 'learn-item', 'data-kind': kind, ...link(kind) },
    h('span', { class: 'choice-name', text: t(`exercises.kind.${kind}`) }),
    h('span', { class: 'choice-about', text: t(`exercises.about.${kind}`) }),
    tried ? h('span', { class: 'quiet', text: t('exercises.standing', values) }) : null,
  );
}

/** Where the kind and the game are chosen. */
function lobby(given: Given, source: Source) {
  const { core, link, again } = given;
  const { spec, kinds } = source.current();
  const list = h('div', { class: 'learn-items' });
  const fewer = h('p', { class: 'quiet' });
  const fill = (all: Kind[]) => {
    list.replaceChildren(...all.map((kind) => card(given, kind)));
    fewer.textContent = all.length < KINDS.length ? t('exercises.fewer') : '';
  };
  source.stop();
  kinds.then(fill).catch((error) => console.warn('The kinds of exercises:', error));
  return h(
    'div',
    { class: 'exercise-lobby' },
    h('p', { text: t('exercises.about') }),
    h(
      'a',
      { class: 'button primary', 'data-kind': 'mixed', ...link('mixed') },
      t('exercises.begin'),
    ),
    selectField(
      t('puzzles.game'),
      source.games.map((game) => ({ value: game.spec, words: game.name })),
      spec,
      (chosen) => {
        source.change(chosen);
        again();
      },
    ),
    h('p', { class: 'quiet', text: needsText(core, spec) }),
    h('h2', { text: t('exercises.kinds') }),
    list,
    fewer,
  );
}

export async function createExercises(given: Given) {
  await loadWords();
  const source = createSource(given);
  return {
    lobby: () => lobby(given, source),
    room: (choice: string) => room(given, source, choice),
  };
}
