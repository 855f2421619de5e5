// Pages on all games: which there are, how to play, strategy, history, how we know.
import { boardFigure } from '../game/figure.ts';
import { GALLERY, REGIONS } from '../home/gallery.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { sectionPicture, type Section } from '../learn/book.ts';
import { scenes, type Scene } from '../learn/scenes.ts';
import course from '../lessons/course.json' with { type: 'json' };
import { boardPicture, h } from '../ui/dom.ts';
import { factsOf, sourcesView } from './game-page.ts';
import { figure, playWay, presets, titled, type Source } from './page.ts';
import type { Page } from './types.ts';
import type { Core } from '../types.ts';

/** What the words of the lobby explain. */
const TERMS = ['terms.mill', 'terms.hand', 'terms.fly'] as const;

/** All games, by where they are at home. */
export function indexPage({ core }: Source): Page {
  const variants = presets(core);
  const item = (spec: string) => {
    const variant = variants.find((v) => v.spec === spec);
    if (!variant) return null;
    return h(
      'li',
      {},
      boardPicture(core.rules(spec).board),
      h(
        'div',
        {},
        h('a', { href: `${spec}.html`, text: variant.name }),
        h('p', { text: variant.summary }),
        h('p', { class: 'quiet', text: factsOf(variant) }),
      ),
    );
  };
  return {
    name: 'index',
    title: titled(core, t('learn.world')),
    description: t('learn.world.about'),
    way: playWay(),
    body: [
      h('h1', { text: t('learn.world') }),
      h('p', { class: 'read-lead', text: t('learn.world.about') }),
      ...REGIONS.map((region) =>
        h(
          'section',
          {},
          h('h2', { text: t(`region.${region}`) }),
          h(
            'ul',
            { class: 'read-games' },
            ...Object.entries(GALLERY)
              .filter(([, shown]) => shown.region === region)
              .map(([spec]) => item(spec)),
          ),
        ),
      ),
    ],
  };
}

/** A scene as a board: what comes before its last change, and the change as a mark. */
function scenePicture(core: Core, { frames }: Scene) {
  const rules = core.rules('nine');
  const { men, mills, next } = frames.at(-2) ?? { men: [], mills: [], next: [] };
  const standing = (point: string) => men[rules.board.points.findIndex((p) => p.name === point)];
  const spots = next.filter(({ from, to }) => from === to).map(({ to }) => to);
  return boardFigure(rules, men, {
    mills,
    ways: next.flatMap(({ from, to }): [string, string][] => (from === to ? [] : [[from, to]])),
    goals: spots.filter((point) => !standing(point)),
    rings: spots.filter(standing),
  });
}

export const learnPage = ({ core, lang, lessons }: Source): Page => ({
  name: 'learn',
  title: titled(core, t('howto.title')),
  description: t('howto.mill'),
  way: { hash: '/learn', text: t('learn.lessons') },
  body: [
    h('h1', { text: t('howto.title') }),
    h(
      'div',
      { class: 'read-scenes' },
      ...scenes(core).map((scene) => figure(scenePicture(core, scene), t(scene.key))),
    ),
    ...TERMS.map((key) =>
      h('section', {}, h('h2', { text: t(key) }), h('p', { text: t(`${key}.about`) })),
    ),
    h(
      'section',
      {},
      h('h2', { text: t('learn.lessons') }),
      h(
        'ol',
        { class: 'read-lessons', lang },
        ...course.map(({ id }, i) =>
          h(
            'li',
            {},
            h('a', {
              href: `../../#/learn/${i + 1}`,
              text: `${inDigits(i + 1)}. ${lessons[id]?.title ?? ''}`,
            }),
            h('p', { text: lessons[id]?.about ?? '' }),
          ),
        ),
      ),
    ),
  ],
});

/** What a book is about, and its chapters. */
const contentsOf = (about: string, sections: Section[]) =>
  `${about} ${sections.map(({ title }) => title).join(' · ')}`;

const sectionsView = (core: Core, sections: Section[]) =>
  sections.map((section) =>
    h(
      'section',
      { class: 'read-section' },
      h('h2', { text: section.title }),
      figure(sectionPicture(core, section), section.caption),
      ...section.text.map((text) => h('p', { text })),
    ),
  );

export const strategyPage = ({ core, book }: Source): Page => ({
  name: 'strategy',
  title: titled(core, t('learn.strategy')),
  description: contentsOf(t('learn.strategy.about'), book.strategy),
  way: { hash: '/puzzles', text: t('door.puzzles') },
  body: [h('h1', { text: t('learn.strategy') }), ...sectionsView(core, book.strategy)],
});

export const historyPage = ({ core, book }: Source): Page => ({
  name: 'history',
  title: titled(core, t('learn.history')),
  description: contentsOf(t('learn.history.about'), book.history),
  way: playWay(),
  body: [
    h('h1', { text: t('learn.history') }),
    ...sectionsView(core, book.history),
    sourcesView(book.sources),
  ],
});

export const knowPage = ({ core, book }: Source): Page => ({
  name: 'know',
  title: titled(core, t('read.know')),
  description: contentsOf(t('read.know.about'), book.know),
  way: { hash: '/analyse', text: t('door.analyse') },
  body: [h('h1', { text: t('read.know') }), ...sectionsView(core, book.know)],
});
