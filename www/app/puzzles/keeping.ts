// The record of puzzles as a file, and its deletion.
import { JSON_FILES, fileButton } from '../ui/file-button.ts';
import { h } from '../ui/dom.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { eraseExercises, exercisesSolved, importExercises } from '../storage/exercises.ts';
import { readPractice } from '../storage/practice.ts';
import { addWeeks, eraseWeeks, readWeeks } from '../storage/weeks.ts';
import { download } from '../platform/pass-on.ts';
import {
  eraseTally,
  exportTally,
  importTally,
  isBegun,
  restoreTally,
  type Tally,
} from './puzzle-record.ts';

/** The maximum size of a record file in bytes. */
const LARGEST = 1_000_000;

async function take(file: File): Promise<Key> {
  try {
    if (file.size > LARGEST) throw new Error('too large');
    importTally(await file.text());
    return 'puzzles.imported';
  } catch (error) {
    console.warn('The record of puzzles is refused:', error);
    return 'puzzles.bad';
  }
}

const eraseAll = () => ({
  tally: eraseTally(),
  exercises: eraseExercises(),
  weeks: eraseWeeks(),
});

/** @param show shows the screen again */
export function createKeeping(show: () => void) {
  /** The status message to show next, and the record that can be restored. */
  let message: Key | null = null;
  let erased: ReturnType<typeof eraseAll> | null = null;
  /** Is it to be shown unfolded? */
  let unfolded = false;

  function again(said: Key | null) {
    message = said;
    unfolded = true;
    show();
  }

  function erase() {
    erased = eraseAll();
    again('puzzles.erased');
  }

  function back() {
    restoreTally(erased?.tally ?? null);
    importExercises(erased?.exercises);
    addWeeks(erased?.weeks);
    erased = null;
    again(null);
  }

  async function chosen(event: Event) {
    const [file] = (event.target as HTMLInputElement).files ?? [];
    if (file) again(await take(file));
  }

  const button = (key: Key, run: () => void) =>
    h('button', { type: 'button', class: 'small-button', text: t(key), onclick: run });
  const save = () => download(t('file.puzzles'), exportTally());
  const opener = () => fileButton(t('puzzles.import'), JSON_FILES, chosen);

  return (tally: Tally) => {
    const begun =
      isBegun(tally) ||
      exercisesSolved() > 0 ||
      Object.keys(readWeeks()).length > 0 ||
      readPractice().length > 0;
    const details = h(
      'details',
      { class: 'puzzle-keeping', open: unfolded },
      h('summary', { text: t('puzzles.record') }),
      h('p', { role: 'status', text: message ? t(message) : '' }),
      h(
        'div',
        { class: 'lesson-buttons' },
        message && erased !== null ? button('games.undo', back) : null,
        begun ? button('puzzles.export', save) : null,
        begun ? button('puzzles.erase', erase) : null,
        opener(),
      ),
    );
    message = null;
    unfolded = false;
    return details;
  };
}
