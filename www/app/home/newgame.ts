// The new-game form: an opponent to press, or in its place, behind "Change", the colour, the clock,
// the game and its rules.
import './newgame.css';
import loadWords from '../i18n/offers.words.ts';
import { isSolved, setDraft, type Store } from '../state.ts';
import { readNames, saveNames } from '../storage/names.ts';
import { boardPicture, h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { check, createDialog, paces, radios, selectField } from '../ui/dialog.ts';
import { INCREMENTS, MINUTES } from '../game/clock-choices.ts';
import { createOptions } from '../game/rule-options.ts';
import { possibleLevels } from '../game/restore.ts';
import { GALLERY, NAMED, REGIONS } from './gallery.ts';
import { ladderSteps } from './ladder.ts';
import { createMap } from './map.ts';
import { friends } from '../game/pair.ts';
import { nameField } from '../game/name-field.ts';
import { standings } from './opponents.ts';
import type { BoardInfo, ClockRule, Core, Draft, VariantInfo } from '../types.ts';

/** How many points a dead man's cross reaches, in a small picture. */
const CROSS = 1.5;
/** A text as it is compared: without case and accents. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}’'-]/gu, '');

/** Parts of a line, which breaks between them. */
const inLine = (parts: string[]) =>
  parts.flatMap((text, i) =>
    i < parts.length - 1
      ? [h('span', { class: 'part', text: `${text} ·` }), ' ']
      : [h('span', { class: 'part', text })],
  );

/** @param together plays with another device */
export async function createNewGame(
  store: Store,
  core: Core,
  begin: (draft: Draft) => void,
  together: () => void,
) {
  await loadWords();
  const draft = () => store.get().draft;
  const change = (change: Partial<Draft>) => {
    store.update((s) => setDraft(s, change));
    tell();
  };
  /** Shows what has been chosen above the fold. */
  let tell = () => {};
  /** Are the colour, the clock, the games and the rules shown? */
  let unfolded = false;

  function level(label: string, side: 'white' | 'black' | 'both') {
    const levels = core.levels();
    const { levels: set } = draft();
    const about = h('span', { class: 'quiet field-note' });
    const value = side === 'black' ? set.black : set.white;
    const can = core.solvable(draft().spec);
    const offered = (perfect: boolean) => !perfect || isSolved(can);
    const why = isSolved(can) || can.reason === null ? '' : t(`new.perfect.${can.reason}`);
    const describe = (n: number) =>
      (about.textContent = [levels.find((l) => l.level === n)?.about, why]
        .filter(Boolean)
        .join(' '));
    describe(value);
    return selectField(
      label,
      levels.map((l) => ({
        value: String(l.level),
        words: `${l.level} · ${l.name}`,
        disabled: !offered(l.perfect),
      })),
      String(value),
      (v) => {
        const n = Number(v);
        describe(n);
        const now = draft().levels;
        change({
          levels: {
            white: side === 'black' ? now.white : n,
            black: side === 'white' ? now.black : n,
          },
        });
      },
      about,
    );
  }

  /** Fills in the fields that depend on the mode. */
  function sides(box: HTMLElement) {
    const { mode, colour, turning, pace } = draft();
    const names = readNames();
    if (mode === 'people')
      box.replaceChildren(
        h(
          'fieldset',
          { class: 'names' },
          h('legend', { text: t('new.names') }),
          h(
            'div',
            { class: 'pair' },
            nameField(t('side.white'), names.white, (white) => saveNames({ white })),
            nameField(t('side.black'), names.black, (black) => saveNames({ black })),
          ),
        ),
        clock(),
        ...seats(turning, names.facing),
      );
    else if (mode === 'watch')
      box.replaceChildren(
        h(
          'div',
          { class: 'pair' },
          level(t('new.level.white'), 'white'),
          level(t('new.level.black'), 'black'),
        ),
        paces(pace, (v) => change({ pace: v })),
      );
    else
      box.replaceChildren(
        radios(
          'colour',
          t('new.colour'),
          [
            ['white', t('side.white')],
            ['black', t('side.black')],
            ['toss', t('new.colour.toss')],
          ],
          colour,
          (v) => change({ colour: v as Draft['colour'] }),
        ),
        ...(mode === 'message'
          ? [nameField(t('new.name'), names.own, (own) => saveNames({ own }))]
          : [level(t('new.level'), 'both'), clock()]),
      );
  }

  /**
   * How two at this device sit: the board may turn to the side to move, or what the far player
   * reads to them.
   */
  function seats(turns: boolean, faces: boolean) {
    const uncheck = (box: HTMLElement) => {
      const input = box.querySelector('input');
      if (input) input.checked = false;
    };
    const turning = check(t('new.turning'), turns, (v) => {
      change({ turning: v });
      if (v) saveNames({ facing: false });
      if (v) uncheck(facing);
    });
    const facing = check(t('new.facing'), faces, (v) => {
      saveNames({ facing: v });
      if (v) change({ turning: false });
      if (v) uncheck(turning);
    });
    return [turning, facing];
  }

  function clock() {
    const set = (part: Partial<ClockRule>) =>
      change({ clock: { minutes: 5, increment: 0, rests: true, ...draft().clock, ...part } });
    const box = h('div', { class: 'clock-fields' });
    const offered = (usual: number[], chosen: number | undefined) =>
      [...new Set([...usual, ...(chosen === undefined ? [] : [chosen])])].sort((a, b) => a - b);
    const minutes = selectField(
      t('new.clock'),
      [
        { value: '0', words: t('new.clock.none') },
        ...offered(MINUTES, draft().clock?.minutes).map((n) => ({
          value: String(n),
          words: t('new.clock.minutes', { n }),
        })),
      ],
      String(draft().clock?.minutes ?? 0),
      (v) => {
        if (v === '0') change({ clock: null });
        else set({ minutes: Number(v) });
        more();
      },
    );
    function more() {
      const { clock: rule } = draft();
      if (!rule) return box.replaceChildren(minutes);
      if (box.children.length > 1) return;
      const increment = selectField(
        t('new.clock.increment'),
        offered(INCREMENTS, rule.increment).map((n) => ({
          value: String(n),
          words: t('new.clock.seconds', { n }),
        })),
        String(rule.increment),
        (v) => set({ increment: Number(v) }),
      );
      box.append(
        increment,
        check(t('new.clock.rests'), rule.rests, (v) => set({ rests: v })),
      );
    }
    box.append(minutes);
    more();
    return box;
  }

  function clockWords() {
    const { clock: rule } = draft();
    if (!rule) return t('new.clock.none');
    const minutes = t('new.clock.minutes', { n: rule.minutes });
    return rule.increment
      ? `${minutes} + ${t('new.clock.seconds', { n: rule.increment })}`
      : minutes;
  }

  function choice(
    variant: Pick<VariantInfo, 'spec' | 'name' | 'summary' | 'men'>,
    spec: string,
    choose: (spec: string) => void,
  ) {
    const { base, board } = core.rules(variant.spec);
    const shown = GALLERY[base];
    const names = variant.spec === base ? (shown?.names ?? []) : [];
    const about = [t('new.men', { n: variant.men })];
    if (shown) about.push(t('new.time', { n: shown.minutes }));
    // Other rules may be worth something else.
    if (shown?.known && variant.spec === base) about.push(t(`new.known.${shown.known}`));
    return h(
      'label',
      { class: 'choice' },
      h('input', {
        type: 'radio',
        name: 'variant',
        value: variant.spec,
        checked: variant.spec === spec,
        onchange: () => choose(variant.spec),
      }),
      shown ? pictureOf(board, `${base} ${shown.position}`) : boardPicture(board),
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

  /** A board with its men, the dead ones crossed out. */
  function pictureOf(board: BoardInfo, line: string) {
    const game = core.read(line);
    const { men, marked } = game.state();
    game.free();
    const picture = boardPicture(board, men);
    const unit = 24 / (board.side - 1);
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    const crosses = marked.flatMap((i) => {
      const { x, y } = board.points[i] ?? { x: 0, y: 0 };
      return [-1, 1].map(
        (by) => `M${x * unit - CROSS} ${24 - y * unit - by * CROSS}l${2 * CROSS} ${2 * by * CROSS}`,
      );
    });
    path.setAttribute('d', crosses.join(''));
    if (crosses.length) picture.append(path);
    return picture;
  }

  /** Games under other names: a preset and the options that are changed. */
  const others = () =>
    NAMED.map(({ spec, names: [name = spec] }) => {
      const { base, men, options } = core.rules(spec);
      const usual = core.variants().find((v) => v.spec === base)?.name ?? base;
      return {
        spec,
        name,
        men,
        summary: [
          usual,
          ...options.filter(({ changed }) => changed).map(({ words }) => words),
        ].join(': '),
      };
    });

  const sheet = createDialog('new', () => {
    const variants = core.variants();
    const side = h('div', { class: 'sides' });
    const options = createOptions(core, () => draft().spec, choose);
    const summary = h('summary');
    const details = h('details', { class: 'rules' }, summary, options.element);
    const start = h('button', {
      type: 'button',
      class: 'button primary',
      text: t('action.start'),
      onclick: go,
    });
    sides(side);

    const list = (games: Parameters<typeof choice>[0][]) =>
      h('div', { class: 'choices' }, ...games.map((v) => choice(v, draft().spec, choose)));
    const map = createMap((region) => {
      find('');
      const heading = sheet.dialog.querySelector(`h3[data-region=${region}]`);
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

    /** Shows the games that have these words in their names, or in what is said of them. */
    function find(text: string) {
      search.value = text;
      const words = plain(text).split(/\s+/).filter(Boolean);
      let n = 0;
      for (const heading of games.querySelectorAll('h3')) {
        const items = [...(heading.nextElementSibling?.children ?? [])] as HTMLElement[];
        for (const item of items) {
          const said = plain(item.querySelector('.choice-words')?.textContent ?? '');
          item.hidden = !words.every((word) => said.includes(word));
          n += Number(!item.hidden);
        }
        heading.hidden = items.every((item) => item.hidden);
      }
      found.textContent = words.length ? t(n ? 'gallery.found' : 'gallery.none', { n }) : '';
    }
    const gamesOf = (region: (typeof REGIONS)[number]) =>
      Object.entries(GALLERY).flatMap(([spec, shown]) =>
        shown.region === region ? variants.filter((v) => v.spec === spec) : [],
      );
    const presets = REGIONS.flatMap((region) => [
      h('h3', { 'data-region': region, tabindex: -1, text: t(`region.${region}`) }),
      list(gamesOf(region)),
    ]);
    const named = list([...variants.filter((v) => v.kind === 'named'), ...others()]);
    const games = h(
      'fieldset',
      { class: 'variants' },
      h('legend', { text: t('new.game') }),
      h('div', { class: 'gallery-head' }, map.element, search, found),
      ...presets,
      h('h3', { text: t('new.named') }),
      named,
    );

    function choose(spec: string) {
      change({ spec, levels: possibleLevels(core, spec, draft().levels) });
      sides(side);
      rules();
    }

    /** Shows the options of the chosen rules and marks the variant they belong to. */
    function rules() {
      const info = options.show();
      summary.textContent = t(info.custom ? 'new.rules.changed' : 'new.rules');
      for (const radio of sheet.dialog.querySelectorAll('input[name=variant]'))
        if (radio instanceof HTMLInputElement)
          radio.checked = radio.value === info.spec || (radio.value === info.base && info.custom);
      map.mark(info.base);
    }

    function go() {
      const chosen = draft();
      sheet.close();
      begin({ ...chosen, pair: chosen.mode === 'people' ? friends() : null });
    }

    /** Begins at once. */
    function play(opponent: Partial<Draft>) {
      change(opponent);
      go();
    }

    function elsewhere() {
      sheet.close();
      together();
    }

    const ladder = h('div', { class: 'ladder' });
    const other = (item: string, text: string, press: () => void) =>
      h('button', {
        type: 'button',
        class: 'small-button',
        'data-item': item,
        text,
        onclick: press,
      });
    const friend = other('friend', t('new.mode.people'), () => play({ mode: 'people' }));
    const message = other('message', t('new.mode.message'), () => play({ mode: 'message' }));
    const watching = other('watch', t('new.mode.watch'), () => play({ mode: 'watch' }));
    const chosen = h('p', { id: 'new-chosen' });
    const more = h('button', {
      type: 'button',
      class: 'small-button',
      'data-item': 'change',
      'aria-controls': 'new-rest',
      'aria-describedby': 'new-chosen',
      onclick: () => unfold(!unfolded),
    });
    const head = h('div', { class: 'new-chosen' }, chosen, more);
    const modes = radios(
      'mode',
      t('new.against'),
      [
        ['computer', t('new.mode.computer')],
        ['people', t('new.mode.people')],
        ['message', t('new.mode.message')],
        ['watch', t('new.mode.watch')],
      ],
      draft().mode,
      (v) => {
        change({ mode: v as Draft['mode'] });
        sides(side);
      },
    );
    const rest = h('div', { class: 'new-rest', id: 'new-rest' }, modes, side, games, details);
    const opponents = h(
      'div',
      { class: 'new-opponents' },
      h(
        'section',
        { 'aria-labelledby': 'new-opponents' },
        h(
          'div',
          { class: 'ladder-head' },
          h('h3', { id: 'new-opponents', text: t('new.mode.computer') }),
          h('p', { class: 'quiet', text: t('ladder.about') }),
        ),
        ladder,
      ),
      h(
        'div',
        { class: 'new-others' },
        friend,
        message,
        other('together', t('new.mode.together'), elsewhere),
        watching,
      ),
    );

    function unfold(open: boolean) {
      unfolded = open;
      rest.hidden = !unfolded;
      opponents.hidden = unfolded;
      more.setAttribute('aria-expanded', String(unfolded));
      more.textContent = t(unfolded ? 'new.done' : 'new.change');
      head.parentElement?.scrollTo(0, 0);
    }

    tell = () => {
      const { spec, mode, colour, levels: set } = draft();
      ladder.replaceChildren(
        ...ladderSteps(standings(core, spec), mode === 'computer' ? set.white : null, (n) =>
          play({ mode: 'computer', levels: { white: n, black: n } }),
        ),
      );
      friend.setAttribute('aria-pressed', String(mode === 'people'));
      message.setAttribute('aria-pressed', String(mode === 'message'));
      watching.setAttribute('aria-pressed', String(mode === 'watch'));
      const told =
        mode === 'people' || mode === 'message' || mode === 'watch' ? [t(`new.mode.${mode}`)] : [];
      // Two people or two computers have both colours, and clocks are for who plays at this device.
      const rest =
        mode === 'watch'
          ? []
          : mode === 'people'
            ? [clockWords()]
            : mode === 'message'
              ? [t(`new.line.${colour}`)]
              : [t(`new.line.${colour}`), clockWords()];
      chosen.replaceChildren(...inLine([core.rules(spec).name, ...told, ...rest]));
    };

    tell();
    rules();
    unfold(unfolded);
    return { title: t('new.title'), body: [opponents, head, rest], foot: [start] };
  });

  return {
    /** @param games shows the games to choose from at once */
    open(games = false) {
      unfolded = games;
      sheet.open();
      const body = sheet.dialog.querySelector('.sheet-body');
      if (body) body.scrollTop = 0;
      if (!games)
        return sheet.dialog
          .querySelector('.ladder [aria-pressed=true]')
          ?.scrollIntoView({ block: 'nearest' });
      sheet.dialog.querySelector('.variants')?.scrollIntoView({ block: 'start' });
      const checked = sheet.dialog.querySelector(
        'input[name=variant]:checked',
      ) as HTMLElement | null;
      // The map and the search stay in sight, but for who uses the keyboard.
      checked?.focus({ preventScroll: true });
      if (checked?.matches(':focus-visible')) checked.scrollIntoView({ block: 'nearest' });
    },
  };
}
