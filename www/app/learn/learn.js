// Everything for learning, in one dialog: course, puzzles, trainer and pages. Loaded on demand.
import './learn.css';
import loadWords from '../i18n/learn.words.js';
import { h, icon } from '../platform/dom.js';
import { currentLanguage, t } from '../i18n/i18n.js';
import { createDialog } from '../platform/dialog.js';
import { coordsView } from './coords.js';
import { LESSONS, doneCount, lessonList, lessonView } from './course.js';
import { pageView } from './pages.js';
import { createPuzzles } from '../puzzles/puzzles.js';
import { createLessonTable } from './lesson-board.js';

/** @typedef {{ name: 'home' | 'course' | 'puzzles' | 'coords' | 'strategy' | 'history' } | { name: 'lesson', index: number } | { name: 'puzzle', task: import('../puzzles/puzzles.js').Task }} View */
/** @typedef {import('./course.js').Words} Words */

/** The texts of the lessons, by file. @type {Record<string, (() => Promise<unknown>) | undefined>} */
const texts = import.meta.glob('../lessons/??.json', { import: 'default' });
/** The pages, by file. @type {Record<string, (() => Promise<unknown>) | undefined>} */
const books = import.meta.glob('../lessons/??.pages.json', { import: 'default' });

/** The target of the back button, if not the start page. @type {Record<string, 'course' | 'puzzles' | undefined>} */
const OUT = { lesson: 'course', puzzle: 'puzzles' };

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../types').Core} parts.core
 * @param {(line: string) => void} parts.play opens a position as a game
 */
export async function createLearn({ store, core, play }) {
  await loadWords();
  const table = createLessonTable(store, core);
  const puzzles = createPuzzles({ core, table, open: (task) => go({ name: 'puzzle', task }), showLobby: () => go({ name: 'puzzles' }) });
  /** @type {View} */
  let view = { name: 'home' };
  let lang = '';
  /** @type {Record<string, Words>} */
  let words = {};
  /** @type {import('./pages.js').Book} */
  let book = { strategy: [], history: [], sources: [] };

  /** Loads the texts in the current language. */
  async function load() {
    const wanted = currentLanguage();
    if (lang === wanted) return;
    const [wordsFile, bookFile] = [texts, books].map((files, i) => files[`../lessons/${wanted}${i ? '.pages' : ''}.json`]);
    [words, book] = /** @type {[Record<string, Words>, import('./pages.js').Book]} */ (await Promise.all([wordsFile?.(), bookFile?.()]));
    lang = wanted;
  }

  /** @param {View} to */
  function go(to) {
    view = to;
    sheet.open();
    sheet.dialog.querySelector('h2')?.focus({ preventScroll: true });
  }

  const back = () =>
    view.name === 'home'
      ? null
      : h('button', { type: 'button', class: 'small-button learn-back', onclick: () => go({ name: OUT[view.name] ?? 'home' }) }, icon('undo'), h('span', { text: t('learn.back') }));

  /** @param {'course' | 'puzzles' | 'coords' | 'strategy' | 'history'} name @param {string} [more] */
  const item = (name, more) =>
    h(
      'button',
      { type: 'button', class: 'learn-item', 'data-view': name, onclick: () => go({ name }) },
      h('span', { class: 'choice-name', text: t(`learn.${name}`) }),
      h('span', { class: 'choice-about', text: t(`learn.${name}.about`) }),
      more ? h('span', { class: 'learn-more', text: more }) : null,
    );

  /** @returns {{ title: string, body: (Node | null)[] }} */
  function contents() {
    const progress = t('learn.progress', { n: doneCount(), all: LESSONS.length });
    switch (view.name) {
      case 'course':
        return { title: t('learn.course'), body: [h('p', { class: 'quiet', text: progress }), lessonList(words, lang, (index) => go({ name: 'lesson', index }))] };
      case 'lesson': {
        const open = (/** @type {number} */ index) => go({ name: 'lesson', index });
        const playOn = (/** @type {string} */ line) => {
          sheet.close();
          play(line);
        };
        return { title: t('learn.course'), body: [lessonView({ core, table, words, lang, index: view.index, playOn, open })] };
      }
      case 'puzzles':
        return { title: t('learn.puzzles'), body: puzzles.lobby() };
      case 'puzzle':
        return { title: t('learn.puzzles'), body: [puzzles.view(view.task)] };
      case 'coords':
        return { title: t('learn.coords'), body: [coordsView({ table, spec: store.get().rules.spec, flipped: store.get().flipped })] };
      case 'strategy':
      case 'history':
        return { title: t(`learn.${view.name}`), body: [pageView(core, book, view.name, lang)] };
      default:
        return { title: t('learn.title'), body: [h('div', { class: 'learn-items' }, item('course', progress), item('puzzles'), item('coords'), item('strategy'), item('history'))] };
    }
  }

  const sheet = createDialog('learn', () => {
    const { title, body } = contents();
    const way = back();
    return { title, body: [way, ...body].filter((node) => node !== null) };
  });
  // Leave nothing in the page after closing.
  sheet.dialog.addEventListener('close', () => sheet.dialog.replaceChildren());

  await load();
  return {
    async open() {
      // If the new language cannot be loaded, use the old one.
      await load().catch((error) => console.warn(error));
      view = { name: 'home' };
      sheet.open();
    },
  };
}
