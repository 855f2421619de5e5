// What the pages to read have in common.
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import type { Book } from '../learn/book.ts';
import type { Words } from '../learn/course.ts';
import type { Core } from '../types.ts';

/** What the pages are made from. */
export interface Source {
  core: Core;
  lang: string;
  book: Book;
  /** The texts of the lessons. */
  lessons: Record<string, Words>;
  /** Files of puzzles by game. */
  puzzles: Record<string, string>;
}

/** Where a game begins in the page. */
export const gameHash = (spec: string) => `m=${spec}~`;

export const playWay = () => ({ hash: '', text: t('door.play') });

export const figure = (picture: Element | null, caption = '') =>
  picture
    ? h(
        'figure',
        { class: 'read-figure' },
        picture,
        caption ? h('figcaption', { text: caption }) : null,
      )
    : null;

/** The title of a page on all games, with the name by which they are looked for. */
export const titled = (core: Core, heading: string) => `${heading} · ${core.rules('nine').name}`;

export const presets = (core: Core) => core.variants().filter(({ kind }) => kind === 'preset');
