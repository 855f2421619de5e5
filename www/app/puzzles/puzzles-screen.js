// The screen of the puzzles. Loaded on demand.
import '../../styles/lesson.css';
import loadWords from '../i18n/learn.words.js';
import { h } from '../platform/dom.js';
import { t } from '../i18n/i18n.js';
import { createScreen } from '../platform/screen.js';
import { createPuzzles } from './puzzles.js';

/**
 * @param {object} parts
 * @param {import('../types').Core} parts.core
 * @param {import('../home/shell.js').Shell} parts.shell
 * @param {import('../platform/router.js').Router} parts.router
 * @param {import('../learn/lesson-board.js').LessonTable} parts.table
 * @param {() => void} parts.sound of a right answer
 */
export async function createPuzzlesScreen({ core, shell, router, table, sound }) {
  await loadWords();
  /** @type {import('./puzzles.js').Task | null} */
  let task = null;
  let failed = false;
  /** Counts requests, so that a list that comes late is dropped. */
  let asked = 0;
  const puzzles = createPuzzles({
    core,
    table,
    sound,
    open: (...path) => router.go('puzzles', ...path),
    link: (...path) => router.link('puzzles', ...path),
    showLobby: () => screen.show(),
  });

  const screen = createScreen('puzzles', shell, () => {
    if (!task)
      return {
        title: t('learn.puzzles'),
        body: failed ? [h('p', { role: 'alert', text: t('puzzles.failed') })] : puzzles.lobby(),
      };
    return {
      title: t('learn.puzzles'),
      back: { label: t('learn.back'), link: router.link('puzzles') },
      board: true,
      body: [puzzles.view(task)],
    };
  });

  return {
    /** @param {string[]} path */
    async show(path) {
      const mine = ++asked;
      failed = false;
      task = null;
      if (path.length) {
        try {
          const found = await puzzles.find(path);
          if (mine !== asked || router.screen() !== 'puzzles') return;
          // An address of no puzzle is that of all.
          if (!found) return router.replace('puzzles');
          task = found;
        } catch (error) {
          console.warn(error);
          if (mine !== asked) return;
          failed = true;
        }
      }
      screen.show();
    },
  };
}
