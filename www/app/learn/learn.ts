// The lessons, the coordinate trainer and the pages to read. Loaded on demand.
import './learn.css';
import '../../styles/lesson.css';
import loadWords from '../i18n/learn.words.ts';
import loadRules from '../i18n/rules.words.ts';
import loadSpecial from '../i18n/special.words.ts';
import { h } from '../ui/dom.ts';
import { currentLanguage, t } from '../i18n/i18n.ts';
import { createScreen } from '../ui/screen.ts';
import { coordsView } from './coords.ts';
import {
  FIRST,
  LESSONS,
  WORLD_LESSONS,
  doneCount,
  firstItem,
  lessonList,
  lessonView,
  type Lesson,
  type Words,
} from './course.ts';
import { pageView, type Book } from './pages.ts';
import { createLessonTable } from '../game/lesson-board.ts';
import { worldView } from './world.ts';
import type { Shell } from '../ui/shell.ts';
import type { Router } from '../platform/router.ts';
import type { Store } from '../state.ts';
import type { Core } from '../types.ts';

/** The texts of the lessons, by file. */
const texts: Record<string, (() => Promise<unknown>) | undefined> = import.meta.glob(
  '../lessons/??.json',
  { import: 'default' },
);
/** The pages, by file. */
const books: Record<string, (() => Promise<unknown>) | undefined> = import.meta.glob(
  '../lessons/??.pages.json',
  { import: 'default' },
);

/** What there is besides the lessons. */
const MORE = ['coords', 'strategy', 'world', 'history'] as const;

export async function createLearn({
  store,
  core,
  shell,
  router,
  play,
  analyse,
  begin,
  sound,
  howTo,
}: {
  store: Store;
  core: Core;
  shell: Shell;
  router: Router;
  /** Opens a position as a game. */
  play: (line: string) => void;
  /** Opens a position in the analysis. */
  analyse: (line: string) => void;
  /** Begins a beginner's first game. */
  begin: () => void;
  /** Of a right answer. */
  sound: () => void;
  /** How to play, in pictures. */
  howTo: () => Promise<HTMLElement>;
}) {
  await Promise.all([loadWords(), loadRules(), loadSpecial()]);
  const table = createLessonTable(store, core);
  const pictures = await howTo();
  /** The path of the screen: empty, a lesson's number, a game of the world, or one of `MORE`. */
  let at = '';
  let lang = '';
  let words: Record<string, Words> = {};
  let book: Book = { strategy: [], history: [], sources: [] };

  /** Loads the texts in the current language. */
  async function load() {
    const wanted = currentLanguage();
    if (lang === wanted) return;
    const [wordsFile, bookFile] = [texts, books].map(
      (files, i) => files[`../lessons/${wanted}${i ? '.pages' : ''}.json`],
    );
    [words, book] = (await Promise.all([wordsFile?.(), bookFile?.()])) as [
      Record<string, Words>,
      Book,
    ];
    lang = wanted;
  }

  const item = (name: (typeof MORE)[number]) =>
    h(
      'a',
      { class: 'learn-item', 'data-view': name, ...router.link('learn', name) },
      h('span', { class: 'choice-name', text: t(`learn.${name}`) }),
      h('span', { class: 'choice-about', text: t(`learn.${name}.about`) }),
    );

  const view = (
    lesson: Lesson,
    goOn: { text: string; run: () => void } | null,
    playOn = play as typeof play | null,
  ) =>
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

  /** Plays a game of the world. */
  function playWorld(spec: string) {
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
        return { title: t(`learn.${at}`), back, body: [pageView(core, book, at, lang, analyse)] };
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
    async show([name = '']: string[]) {
      at = name;
      // If the new language cannot be loaded, use the old one.
      await load().catch((error) => console.warn(error));
      screen.show();
    },
  };
}
