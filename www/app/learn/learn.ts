// The lessons, the coordinate trainer and the pages to read. Loaded on demand.
import './learn.css';
import '../../styles/lesson.css';
import loadWords from '../i18n/learn.words.ts';
import loadAnalysis from '../i18n/analysis.words.ts';
import loadPath from '../i18n/path.words.ts';
import loadPractice from '../i18n/practice.words.ts';
import loadReasons from '../i18n/reasons.words.ts';
import loadRules from '../i18n/rules.words.ts';
import loadSpecial from '../i18n/special.words.ts';
import loadWeeks from '../i18n/weeks.words.ts';
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
  type Words,
} from './course.ts';
import { lessonView } from './lesson-view.ts';
import { pathView } from './path-view.ts';
import { readCourse } from './progress.ts';
import { pageView } from './pages.ts';
import type { Book } from './book.ts';
import { practiceView } from './practice-view.ts';
import { questionsOf, stillDue } from './questions.ts';
import { exercisesSolved } from '../storage/exercises.ts';
import { dueTasks, readPractice, type MissedPuzzle } from '../storage/practice.ts';
import { readResults } from '../storage/results.ts';
import { createLessonTable, type LessonTable } from '../game/lesson-board.ts';
import { weeksFigure } from '../game/weeks.ts';
import { worldView } from './world.ts';
import type { Question } from '../game/question.ts';
import { openingsView } from './openings-view.ts';
import { bookOf, type Book as Openings } from '../game/openings.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Solution } from '../engine/lazy-values.ts';
import type { Shell } from '../ui/shell.ts';
import type { Router } from '../platform/router.ts';
import type { Store } from '../state.ts';
import type { Core, ReasonInfo } from '../types.ts';

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

const HOUR = 3_600_000;

/** What there is besides the lessons. */
const MORE = ['openings', 'coords', 'strategy', 'world', 'history'] as const;

interface Learn {
  store: Store;
  core: Core;
  engine: EngineClient;
  solution: Solution;
  router: Router;
  /** Opens a position as a game. */
  play: (line: string) => void;
  /** Opens a position in the analysis. */
  analyse: (line: string) => void;
  /** Begins a beginner's game, against the first level unless another is given. */
  begin: (level?: number) => void;
  levelName: (level: number) => string;
  /** What is kept of the puzzles. */
  puzzles: () => { first: Record<string, 0 | 1>; rating: number };
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  /** A puzzle as a question; null if there is no such puzzle, rejects if it cannot be fetched. */
  puzzle: (missed: MissedPuzzle) => Promise<(() => Question) | null>;
  /** Of a right answer. */
  sound: () => void;
}

interface Texts {
  lang: string;
  words: Record<string, Words>;
  book: Book;
}

/** What a screen shows, see `createScreen`. */
type Contents = ReturnType<Parameters<typeof createScreen>[2]>;

/** The texts in a language. */
async function fetchTexts(lang: string): Promise<Texts> {
  const [words, book] = await Promise.all([
    texts[`../lessons/${lang}.json`]?.(),
    books[`../lessons/${lang}.pages.json`]?.(),
  ]);
  return { lang, words: words as Texts['words'], book: book as Book };
}

/** Plays a game of the world. */
function playWorld({ core, play }: Learn, spec: string) {
  const game = core.start(spec);
  const line = game.line();
  game.free();
  play(line);
}

/** The lesson of a path, with its place and what follows it; null if there is none. */
function lessonAt(learn: Learn, at: string) {
  const { core, router, play, begin } = learn;
  const back = { label: t('learn.back'), link: router.link('learn') };
  const index = Number(at) - 1;
  const [lesson, next] = LESSONS.slice(index, index + 2);
  if (lesson) {
    const run = () => router.go('learn', String(index + 2));
    const goOn = next ? { text: t('learn.next-lesson'), run } : null;
    return { lesson, title: t('learn.lesson', { n: index + 1 }), back, goOn, playOn: play };
  }
  const [first] = FIRST;
  if (first && at === first.id) {
    const goOn = { text: t('learn.play-now'), run: () => begin() };
    return { lesson: first, title: t('learn.title'), back, goOn, playOn: null };
  }
  const ofWorld = WORLD_LESSONS.find(({ id }) => id === at);
  if (!ofWorld) return null;
  const title = core.rules(at).name;
  return {
    lesson: ofWorld,
    title,
    back: { label: t('learn.world'), link: router.link('learn', 'world') },
    goOn: { text: t('learn.world.play', { game: title }), run: () => playWorld(learn, at) },
    playOn: play,
  };
}

/** How much there is to practise today. */
function practiceText() {
  const due = dueTasks().length;
  return due ? t('practice.due', { n: due }) : t('practice.about');
}

/** Why there is nothing to practise. */
function nothingDue() {
  const all = readPractice();
  if (!all.length) return 'empty';
  return all.some(({ memory }) => Date.now() - memory.last < HOUR) ? 'done' : 'none';
}

type Due = Awaited<ReturnType<typeof questionsOf>>;

/** What was missed and is due. */
function practice(
  { router, reason, sound }: Learn,
  table: LessonTable,
  { asked, missing }: Due,
  again: () => void,
): Contents {
  // The screen may be shown again in another language.
  const tasks = stillDue(asked);
  const back = { label: t('learn.back'), link: router.link('learn') };
  if (tasks.length)
    return {
      title: t('practice.title'),
      back,
      board: true,
      body: [practiceView({ table, tasks, reason, sound, done: again })],
    };
  return {
    title: t('practice.title'),
    back,
    body: [
      h('p', {
        role: 'status',
        text: t(missing ? 'puzzles.failed' : `practice.${nothingDue()}`),
      }),
      h('p', { class: 'quiet', text: t('practice.about') }),
      weeksFigure(),
    ],
  };
}

/** The games of the world. */
const worldPage = (learn: Learn): Contents => ({
  title: t('learn.world'),
  back: { label: t('learn.back'), link: learn.router.link('learn') },
  body: [
    worldView(
      learn.core,
      (spec) => playWorld(learn, spec),
      (id) => learn.router.link('learn', id),
    ),
  ],
});

/** A book, null where it could not be fetched, and where in it. */
interface Place {
  book: Openings | null;
  node: number;
}

const NO_OPENINGS: Place = { book: null, node: 0 };

async function openingsAt(game: string, node: string): Promise<Place> {
  const [book] = await Promise.all([bookOf(game).catch(() => null), loadIdeas()]);
  return { book, node: Number(node) };
}

/** Without the words the ideas are in English. */
const loadIdeas = () =>
  import('../i18n/ideas.words.ts')
    .then(({ default: load }) => load())
    .catch((error) => console.warn(error));

/** The openings of a game. */
function openingsPage(
  { core, router, reason, sound }: Learn,
  table: LessonTable,
  { book, node }: Place,
): Contents {
  const title = t('learn.openings');
  const learnt = router.link('learn');
  if (!book)
    return {
      title,
      back: { label: t('learn.back'), link: learnt },
      body: [h('p', { role: 'status', text: t('notice.not-loaded') })],
    };
  const { game, nodes } = book;
  const link = (of: string, to: number) => router.link('learn', 'openings', of, String(to));
  const before = nodes.findIndex(({ next }) => Object.values(next).includes(node));
  const go = (to: number) => router.go('learn', 'openings', game, String(to));
  return {
    title,
    back: { label: t('learn.back'), link: before < 0 ? learnt : link(game, before) },
    board: true,
    body: [openingsView({ core, table, book, node, link, go, reason, sound })],
  };
}

/** The exercises, or where they are chosen; they are loaded when they are first wanted. */
function createPractice(learn: Learn, table: LessonTable, again: () => void) {
  const { router } = learn;
  const link = (...path: string[]) => router.link('learn', ...path);
  let made: Awaited<ReturnType<typeof import('./exercises.ts').createExercises>> | null = null;
  let kind = '';
  return {
    async open(chosen: string) {
      kind = chosen;
      const { createExercises } = await import('./exercises.ts');
      made ??= await createExercises({
        ...learn,
        table,
        link: (chosen) => link('exercises', chosen),
        again,
      });
    },
    contents: (): Contents => ({
      title: t('learn.exercises'),
      back: { label: t('learn.back'), link: kind ? link('exercises') : link() },
      board: kind !== '',
      body: made ? [kind ? made.room(kind) : made.lobby()] : [],
    }),
  };
}

/** A row that leads to a view. */
const item = (router: Router, view: string, name: string, about: string) =>
  h(
    'a',
    { class: 'learn-item', 'data-view': view, ...router.link('learn', view) },
    h('span', { class: 'choice-name', text: name }),
    h('span', { class: 'choice-about', text: about }),
  );

/** The lessons, and what else there is. */
const contents = (
  { core, router, begin, levelName, puzzles }: Learn,
  { words, lang }: Texts,
  pictures: HTMLElement,
): Contents => ({
  title: t('learn.title'),
  body: [
    h(
      'div',
      { class: 'learn-top' },
      pathView({
        facts: {
          lessons: readCourse(),
          results: readResults(),
          practice: readPractice(),
          exercises: exercisesSolved(),
          puzzles: puzzles(),
          now: Date.now(),
        },
        levelName,
        link: (...to) => router.link(...to),
        begin,
      }),
      h(
        'div',
        { class: 'learn-items' },
        item(router, 'exercises', t('learn.exercises'), t('learn.exercises.about')),
        item(router, 'practice', t('practice.title'), practiceText()),
      ),
      pictures,
    ),
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
    h(
      'div',
      { class: 'learn-items' },
      ...MORE.map((name) => item(router, name, t(`learn.${name}`), t(`learn.${name}.about`))),
    ),
  ],
});

const loadAllWords = () =>
  Promise.all([
    loadWords(),
    loadPath(),
    loadRules(),
    loadSpecial(),
    loadPractice(),
    loadAnalysis(),
    loadReasons(),
    loadWeeks(),
  ]);

export async function createLearn({
  shell,
  howTo,
  ...learn
}: Learn & {
  shell: Shell;
  /** How to play, in pictures. */
  howTo: () => Promise<HTMLElement>;
}) {
  const { store, core, router, analyse, sound } = learn;
  await loadAllWords();
  const table = createLessonTable(store, core);
  const exercises = createPractice(learn, table, () => screen.show());
  const pictures = await howTo();
  /** The path of the screen: empty, a lesson's number, a game of the world, or one of `MORE`. */
  let at = '';
  let shown: Texts = {
    lang: '',
    words: {},
    book: { strategy: [], history: [], know: [], sources: [] },
  };
  let openings = NO_OPENINGS;
  let due: Due = { asked: [], missing: 0 };

  /** Loads the texts in the current language. */
  async function load() {
    const wanted = currentLanguage();
    if (shown.lang !== wanted) shown = await fetchTexts(wanted);
  }

  /** What there is besides the lessons. */
  function page(): Contents {
    const back = { label: t('learn.back'), link: router.link('learn') };
    const { rules, flipped } = store.get();
    switch (at) {
      case 'coords':
        return {
          title: t('learn.coords'),
          back,
          board: true,
          body: [coordsView({ table, spec: rules.spec, flipped })],
        };
      case 'openings':
        return openingsPage(learn, table, openings);
      case 'practice':
        return practice(learn, table, due, () => void show([at]));
      case 'exercises':
        return exercises.contents();
      case 'world':
        return worldPage(learn);
      case 'strategy':
      case 'history':
        return {
          title: t(`learn.${at}`),
          back,
          body: [pageView(core, shown.book, at, shown.lang, analyse)],
        };
      default:
        return contents(learn, shown, pictures);
    }
  }

  const screen = createScreen('learn', shell, () => {
    const found = lessonAt(learn, at);
    if (!found) return page();
    const { title, back, ...rest } = found;
    const { words, lang } = shown;
    const again = () => screen.show();
    const view = lessonView({ core, table, words, lang, again, sound, ...rest });
    return { title, back, board: true, body: [view] };
  });

  async function show([name = '', choice = '', node = '0']: string[]) {
    at = name;
    // If the new language cannot be loaded, use the old one.
    await load().catch((error) => console.warn(error));
    if (name === 'practice')
      due = await questionsOf(dueTasks(), { core, puzzle: learn.puzzle, texts: () => shown });
    if (name === 'openings') openings = await openingsAt(choice || 'nine', node);
    if (name === 'exercises') await exercises.open(choice);
    if (at === name) screen.show();
  }

  await load();
  return { show };
}
