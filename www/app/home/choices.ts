// The games to choose from, by region and name: a picture of each, and what is said of it; a map
// and a search.
import { boardPicture, h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { NAMED } from '../engine/named.ts';
import { GALLERY, REGIONS } from './gallery.ts';
import { createMap } from './map.ts';
import type { BoardInfo, Core, RulesInfo, VariantInfo } from '../types.ts';

type Choice = Pick<VariantInfo, 'spec' | 'name' | 'summary' | 'men'>;

/** How many points a dead man's cross reaches, in a small picture. */
const CROSS = 1.5;

/** A text as it is compared: without case, accents and strokes. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}’'-]/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o');

/** What is searched for, word by word. */
const wordsOf = (text: string) => plain(text).split(/\s+/).filter(Boolean);

/** Does a text have all these words in it? */
function says(text: string, words: string[]) {
  const said = plain(text);
  return words.every((word) => said.includes(word));
}

/** Parts of a line, which breaks between them. */
export const inLine = (parts: string[]) =>
  parts.flatMap((text, i) =>
    i < parts.length - 1
      ? [h('span', { class: 'part', text: `${text} ·` }), ' ']
      : [h('span', { class: 'part', text })],
  );

/** Is this the game whose rules are chosen, or the one that these were made from? */
const isChosen = (spec: string, rules: RulesInfo) =>
  spec === rules.spec || (spec === rules.base && rules.custom);

/** A board with its men, the dead ones crossed out. */
function pictureOf(core: Core, board: BoardInfo, line: string) {
  const game = core.read(line);
  const { men, marked } = game.state();
  game.free();
  const picture = boardPicture(board, men);
  const unit = 24 / (board.side - 1);
  const crosses = marked.flatMap((i) => {
    const { x, y } = board.points[i] ?? { x: 0, y: 0 };
    return [-1, 1].map(
      (by) => `M${x * unit - CROSS} ${24 - y * unit - by * CROSS}l${2 * CROSS} ${2 * by * CROSS}`,
    );
  });
  if (!crosses.length) return picture;
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', crosses.join(''));
  picture.append(path);
  return picture;
}

function choice(core: Core, variant: Choice, chosen: string, choose: (spec: string) => void) {
  const { base, board } = core.rules(variant.spec);
  const shown = GALLERY[base];
  const named = NAMED.find(({ spec, names }) => spec === variant.spec && names[0] !== variant.name);
  const names = (variant.spec === base ? shown : named)?.names ?? [];
  const about = [t('new.men', { n: variant.men })];
  if (shown) about.push(t('new.time', { n: shown.minutes }));
  // Other rules may be worth something else.
  if (shown?.known && variant.spec === base) about.push(t(`new.known.${shown.known}`));
  return h(
    'label',
    { class: 'choice', 'data-also': variant.spec === base ? shown?.also?.join(' ') : null },
    h('input', {
      type: 'radio',
      name: 'variant',
      value: variant.spec,
      checked: variant.spec === chosen,
      onchange: () => choose(variant.spec),
    }),
    shown ? pictureOf(core, board, `${base} ${shown.position}`) : boardPicture(board),
    h(
      'span',
      { class: 'choice-words' },
      h('span', { class: 'choice-name', text: variant.name }),
      h('span', { class: 'choice-about', text: variant.summary }),
      names.length
        ? h('span', { class: 'choice-about choice-names', text: t('gallery.names', { names }) })
        : null,
      h('span', { class: 'choice-about choice-facts' }, ...inLine(about)),
    ),
  );
}

/** Games under other names: a preset and the options that are changed. */
const others = (core: Core): Choice[] =>
  NAMED.filter(({ spec }) => !core.variants().some((v) => v.spec === spec)).map(
    ({ spec, source, names: [name = spec] }) => {
      const { base, men, options } = core.rules(spec);
      const usual = core.variants().find((v) => v.spec === base)?.name ?? base;
      const changed = options.filter((o) => o.changed).map(({ words }) => words);
      const summary = [usual, ...changed].join(': ') + (source ? ` · ${source}` : '');
      return { spec, name, men, summary };
    },
  );

/** All games under their headings. */
function lists(core: Core, chosen: string, choose: (spec: string) => void) {
  const variants = core.variants();
  const list = (games: Choice[]) =>
    h('div', { class: 'choices' }, ...games.map((v) => choice(core, v, chosen, choose)));
  const gamesOf = (region: (typeof REGIONS)[number]) =>
    Object.entries(GALLERY).flatMap(([spec, shown]) =>
      shown.region === region ? variants.filter((v) => v.spec === spec) : [],
    );
  return [
    ...REGIONS.flatMap((region) => [
      h('h3', { 'data-region': region, tabindex: -1, text: t(`region.${region}`) }),
      list(gamesOf(region)),
    ]),
    h('h3', { text: t('new.named') }),
    list([...variants.filter((v) => v.kind === 'named'), ...others(core)]),
  ];
}

/** Shows those of the games that have these words, and tells how many. */
function filter(games: Element, words: string[]) {
  let n = 0;
  for (const heading of games.querySelectorAll('h3')) {
    const items = [...(heading.nextElementSibling?.children ?? [])] as HTMLElement[];
    for (const item of items) {
      const said = item.querySelector('.choice-words')?.textContent ?? '';
      item.hidden = !says(`${said} ${item.dataset.also ?? ''}`, words);
      n += Number(!item.hidden);
    }
    heading.hidden = items.every((item) => item.hidden);
  }
  return n;
}

/** @param chosen the rules that are chosen */
export function createChoices(core: Core, chosen: string, choose: (spec: string) => void) {
  const map = createMap((region) => {
    find('');
    const heading = games.querySelector(`h3[data-region=${region}]`);
    heading?.scrollIntoView({ block: 'start' });
    if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
  });
  const found = h('p', { class: 'quiet gallery-found', role: 'status' });
  const search = h('input', {
    type: 'search',
    class: 'gallery-search',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': t('gallery.find'),
    placeholder: t('gallery.find'),
    oninput: () => find(search.value),
  }) as HTMLInputElement;
  const games = h(
    'fieldset',
    { class: 'variants' },
    h('legend', { text: t('new.game') }),
    h('div', { class: 'gallery-head' }, map.element, search, found),
    ...lists(core, chosen, choose),
  );

  /** Shows the games that have these words in their names, or in what is said of them. */
  function find(text: string) {
    search.value = text;
    const words = wordsOf(text);
    const n = filter(games, words);
    found.textContent = words.length ? t(n ? 'gallery.found' : 'gallery.none', { n }) : '';
  }

  return {
    element: games,
    /** Marks the game that these rules belong to. */
    mark(rules: RulesInfo) {
      for (const radio of games.querySelectorAll('input[name=variant]'))
        if (radio instanceof HTMLInputElement) radio.checked = isChosen(radio.value, rules);
      map.mark(rules.base);
    },
  };
}
