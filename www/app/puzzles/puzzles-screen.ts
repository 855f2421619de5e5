// The screen of the puzzles. Loaded on demand.
import '../../styles/lesson.css';
import loadWords from '../i18n/learn.words.ts';
import loadReasons from '../i18n/reasons.words.ts';
import loadRush from '../i18n/rush.words.ts';
import loadWeeks from '../i18n/weeks.words.ts';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { createScreen } from '../ui/screen.ts';
import { createPuzzles } from './puzzles.ts';
import type { Task } from './puzzle-view.ts';
import type { RushTask } from './rush-view.ts';
import type { Shell } from '../ui/shell.ts';
import type { LessonTable } from '../game/lesson-board.ts';
import type { Router } from '../platform/router.ts';
import type { Core, ReasonInfo } from '../types.ts';

export async function createPuzzlesScreen({
  core,
  shell,
  router,
  table,
  reason,
  sound,
}: {
  core: Core;
  shell: Shell;
  router: Router;
  table: LessonTable;
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  /** Of a right answer. */
  sound: () => void;
}) {
  await Promise.all([loadWords(), loadReasons(), loadRush(), loadWeeks()]);
  let task: Task | RushTask | null = null;
  let failed = false;
  /** Counts requests, so that a list that comes late is dropped. */
  let asked = 0;
  const puzzles = createPuzzles({
    core,
    table,
    reason,
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
    async show(path: string[]) {
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
