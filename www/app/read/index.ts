// Pages that can be read, found and printed without scripts. `npm run build` makes them in Node, of
// what the page says; no browser ever loads this.
import { inWords, variantInWords } from '../engine/in-words.ts';
import { t } from '../i18n/i18n.ts';
import { historyPage, indexPage, knowPage, learnPage, strategyPage } from './books.ts';
import { gamePage } from './game-page.ts';
import { presets, type Source } from './page.ts';
import { printPages } from './print.ts';
import type { Frame, Page } from './types.ts';
import type { Core } from '../types.ts';

export { speak } from './words.ts';
export { layOut, linesPath } from '../board/geometry.ts';
export { LANGUAGES } from '../i18n/names.ts';

/** What these pages call in Rust. */
export const createCore = ({
  Game,
  Puzzles,
  ...rust
}: typeof import('../../pkg/merels.js')): Core => ({
  ...rust,
  variants: () => rust.variants().map(variantInWords),
  rules: (spec) => inWords(rust.rules(spec)),
  start: (spec) => Game.start(spec),
  read: (text, spec) => Game.read(text, spec),
  readBegin: (text, spec, answer) => Game.readBegin(text, spec, answer),
  fromRecord: (text) => Game.fromRecord(text),
  puzzles: (text) => new Puzzles(text),
});

/** The pages in the language that is spoken. */
export const pagesOf = (source: Source): Page[] => [
  indexPage(source),
  learnPage(source),
  strategyPage(source),
  historyPage(source),
  knowPage(source),
  ...printPages(source),
  ...presets(source.core).map((variant) => gamePage(source, variant)),
];

/** What stands around them. */
export const frameOf = (): Frame => ({
  direction: t('language.direction'),
  languages: t('read.language'),
  nav: [
    ['index', t('learn.world')],
    ['learn', t('howto.title')],
    ['strategy', t('learn.strategy')],
    ['history', t('learn.history')],
    ['know', t('read.know')],
    ['print', t('read.print')],
  ],
});
