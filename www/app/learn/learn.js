// The lessons, the coordinate trainer and the pages to read. Loaded on demand.
import './learn.css';
import '../../styles/lesson.css';
import loadWords from '../i18n/learn.words.js';
import loadRules from '../i18n/rules.words.js';
import loadSpecial from '../i18n/special.words.js';
import { h } from '../platform/dom.js';
import { currentLanguage, t } from '../i18n/i18n.js';
import { createScreen } from '../platform/screen.js';
import { coordsView } from './coords.js';
import {
  FIRST,
  LESSONS,
  WORLD_LESSONS,
  doneCount,
  firstItem,
  lessonList,
  lessonView,
} from './course.js';
import { pageView } from './pages.js';
import { createLessonTable } from './lesson-board.js';
import { worldView } from './world.js';

/** @typedef {import('./course.js').Words} Words */

/** The texts of the lessons, by file. @type {Record<string, (() => Promise<unknown>) | undefined>} */
const texts = import.meta.glob('../lessons/??.json', { import: 'default' });
/** The pages, by file. @type {Record<string, (() => Promise<unknown>) | undefined>} */
const books = import.meta.glob('../lessons/??.pages.json', { import: 'default' });

/** What there is besides the lessons. */
const MORE = /** @type {const} */ (['coords', 'strategy', 'world', 'history']);

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../types').Core} parts.core
 * @param {import('../home/shell.js').Shell} parts.shell
 * @param {import('../platform/router.js').Router} parts.router
 * @param {(line: string) => void} parts.play opens a position as a game
 * @param {() => void} parts.begin begins a beginner's first game
 * @param {() => void} parts.sound of a right answer
 * @param {() => Promise<HTMLElement>} parts.howTo how to play, in pictures
 */
export async function createLearn({ store, core, shell, router, play, begin, sound, howTo }) {
  await Promise.all([loadWords(), loadRules(), loadSpecial()]);
  const table = createLessonTable(store, core);
  const pictures = await howTo();
  /** The path of the screen: empty, a lesson's number, a game of the world, or one of `MORE`. */
  let at = '';
  let lang = '';
  /** @type {Record<string, Words>} */
  let words = {};
  /** @type {import('./pages.js').Book} */
  let book = { strategy: [], history: [], sources: [] };

  /** Loads the texts in the current language. */
  async function load() {
    const wanted = currentLanguage();
    if (lang === wanted) return;
    const [wordsFile, bookFile] = [texts, books].map(
      (files, i) => files[`../lessons/${wanted}${i ? '.pages' : ''}.json`],
    );
    [words, book] = /** @type {[Record<string, Words>, import('./pages.js').Book]} */ (
      await Promise.all([wordsFile?.(), bookFile?.()])
    );
    lang = wanted;
  }

  /** @param {(typeof MORE)[number]} name */
  const item = (name) =>
    h(
      'a',
      { class: 'learn-item', 'data-view': name, ...router.link('learn', name) },
      h('span', { class: 'choice-name', text: t(`learn.${name}`) }),
      h('span', { class: 'choice-about', text: t(`learn.${name}.about`) }),
    );

  /** @param {import('./course.js').Lesson} lesson @param {{ text: string, run: () => void } | null} goOn */
  const view = (lesson, goOn, playOn = /** @type {typeof play | null} */ (play)) =>
    lessonView({
      core,
      table,
      words,
      lang,
      lesson,
      playOn,
      again: () => screen.show(),
      goOn,
      sound,
    });

  /** Plays a game of the world. @param {string} spec */
  function playWorld(spec) {
    const game = core.start(spec);
    const line = game.line();
    game.free();
    play(line);
  }

  const screen = createScreen('learn', shell, () => {
    const back = { label: t('learn.back'), link: router.link('learn') };
    const index = Number(at) - 1;
    const [lesson, next] = LESSONS.slice(index, index + 2);
    if (lesson)
      return {
        title: t('learn.lesson', { n: index + 1 }),
        back,
        board: true,
        body: [
          view(
            lesson,
            next
              ? { text: t('learn.next-lesson'), run: () => router.go('learn', String(index + 2)) }
              : null,
          ),
        ],
      };
    const [first] = FIRST;
    if (first && at === first.id)
      return {
        title: t('learn.title'),
        back,
        board: true,
        body: [view(first, { text: t('learn.play-now'), run: begin }, null)],
      };
    const ofWorld = WORLD_LESSONS.find(({ id }) => id === at);
    if (ofWorld)
      return {
        title: core.rules(at).name,
        back: { label: t('learn.world'), link: router.link('learn', 'world') },
        board: true,
        body: [
          view(ofWorld, {
            text: t('learn.world.play', { game: core.rules(at).name }),
            run: () => playWorld(at),
          }),
        ],
      };
    switch (at) {
      case 'coords':
        return {
          title: t('learn.coords'),
          back,
          board: true,
          body: [coordsView({ table, spec: store.get().rules.spec, flipped: store.get().flipped })],
        };
      case 'world':
        return {
          title: t('learn.world'),
          back,
          body: [worldView(core, playWorld, (id) => router.link('learn', id))],
        };
      case 'strategy':
      case 'history':
        return { title: t(`learn.${at}`), back, body: [pageView(core, book, at, lang)] };
      default:
        return {
          title: t('learn.title'),
          body: [
            pictures,
            firstItem(core, words, lang, router.link('learn', 'first')),
            h(
              'div',
              { class: 'learn-head' },
              h('h2', { text: t('learn.lessons') }),
              h('span', {
                class: 'quiet',
                text: t('learn.progress', { n: doneCount(), all: LESSONS.length }),
              }),
            ),
            lessonList(core, words, lang, (i) => router.link('learn', String(i + 1))),
            h('div', { class: 'learn-items' }, ...MORE.map(item)),
          ],
        };
    }
  });

  await load();
  return {
    /** @param {string[]} path */
    async show([name = '']) {
      at = name;
      // If the new language cannot be loaded, use the old one.
      await load().catch((error) => console.warn(error));
      screen.show();
    },
  };
}
