// A game in the list of those on this device: to resume, rename or delete.
import '../engine/named.ts';
import { storeText, type Saved } from '../storage/games.ts';
import { reopen } from '../game/restore.ts';
import { setSlot, type Store } from '../state.ts';
import { boardPicture, h, iconButton } from '../ui/dom.ts';
import { t, typeset } from '../i18n/i18n.ts';
import { pairText } from '../game/pair.ts';
import { inMoves, outcomeText, sideName } from '../game/words.ts';
import { download } from '../platform/pass-on.ts';
import { putBack, removeEntry, renameEntry, reread, type Entry } from './games-entries.ts';
import type { Session } from '../game/session.ts';
import type { Router } from '../platform/router.ts';
import type { Core } from '../types.ts';

export interface Games {
  store: Store;
  core: Core;
  session: Session;
  router: Router;
  levelName: (level: number) => string;
  /** Opens a game in the analysis, where it was left. */
  intoAnalysis: (open: () => void) => void;
}

/** One of them, and where it stands. */
interface Item {
  games: Games;
  entry: Entry;
  element: HTMLElement;
  /** Formats dates. */
  when: Intl.DateTimeFormat;
}

/** The name of its rules. */
export function usualName({ core }: Games, { settings }: Saved) {
  try {
    return core.rules(settings.spec).name;
  } catch {
    return typeset(settings.spec);
  }
}

export function players({ levelName }: Games, { settings }: Saved) {
  const { mode, human, levels } = settings;
  const names = pairText(settings);
  if (names) return names;
  if (mode === 'people') return t('games.people');
  if (mode === 'message') return t('games.message', { side: sideName(human) });
  if (mode === 'shared') return t('games.shared');
  if (mode === 'away') return t('games.together', { side: sideName(human) });
  if (mode === 'watch')
    return t('games.watch', { white: levelName(levels.white), black: levelName(levels.black) });
  return t('games.computer', {
    side: sideName(human),
    level: levelName(levels[human === 'white' ? 'black' : 'white']),
  });
}

const nameOf = ({ games, entry: { aside, saved } }: Item) =>
  aside || (saved ? saved.name || usualName(games, saved) : t('games.unreadable.name'));

const focusOn = ({ element }: Item, what: 'rename' | 'delete') =>
  (element.querySelector(`[data-do=${what}]`) as HTMLElement | null)?.focus();

const bin = (item: Item, name: string) =>
  iconButton('bin', t('games.delete', { name }), () => remove(item), {
    'data-do': 'delete',
  });

export function createItem(games: Games, entry: Entry, when: Intl.DateTimeFormat): Item {
  const element = h('li', { class: 'game', 'data-game': entry.id });
  const item = { games, entry, element, when };
  show(item);
  return item;
}

/** The board and the status are drawn later. */
function show(item: Item) {
  const { games, entry, element, when } = item;
  const { saved } = entry;
  if (!saved) return showBroken(item);
  const current = entry.id === games.store.get().slot.id;
  const name = nameOf(item);
  const about = (text: string) => h('span', { class: 'game-about', text });
  element.classList.toggle('current', current);
  element.replaceChildren(
    h(
      'button',
      {
        type: 'button',
        class: 'game-open',
        'aria-current': current ? 'true' : null,
        onclick: () => resume(item),
      },
      h('span', { class: 'game-board' }),
      h(
        'span',
        { class: 'game-words' },
        h('span', { class: 'game-name', text: name }),
        ...(saved.name ? [about(usualName(games, saved))] : []),
        about(players(games, saved)),
        h('span', { class: 'game-about game-state' }),
        about(current ? t('games.current') : saved.played ? when.format(saved.played) : ''),
      ),
    ),
    iconButton('pen', t('games.rename', { name }), () => rename(item), { 'data-do': 'rename' }),
    current ? h('span', { class: 'icon-space' }) : bin(item, name),
  );
}

/** Shows an unreadable entry, which can still be downloaded or deleted. */
function showBroken(item: Item) {
  const { element, entry } = item;
  const { aside: name } = entry;
  element.classList.add('broken');
  element.replaceChildren(
    h('p', {
      class: 'game-words',
      text: name ? t('games.aside', { name }) : t('games.unreadable'),
    }),
    h('button', {
      type: 'button',
      class: 'small-button',
      text: t('notice.download'),
      onclick: () => download(name ? `${name}.txt` : t('file.kept'), entry.text),
    }),
    bin(item, name ?? t('games.unreadable.name')),
  );
}

function cannotRead(item: Item, error: unknown) {
  console.warn('A stored game cannot be read:', error);
  showBroken(item);
}

/** Draws a game's board and status. */
export function draw(item: Item) {
  const { games, entry, element } = item;
  const { core } = games;
  if (!entry.saved) return;
  try {
    const { game, settings } = reopen(core, entry.id, entry.text);
    const state = game.state();
    game.free();
    element
      .querySelector('.game-board')
      ?.replaceChildren(boardPicture(core.rules(state.spec).board, state.men));
    const words = element.querySelector('.game-state');
    const moves = t('games.moves', { n: inMoves(state.ply) });
    const stand = state.outcome
      ? outcomeText({ game: state, settings }).replace(/[.。]$/, '')
      : t('games.turn', { side: sideName(state.turn) });
    const status = t('games.state', { moves, state: stand });
    const { hints } = entry.saved;
    if (words) words.textContent = hints ? t('games.hints', { state: status, n: hints }) : status;
  } catch (error) {
    entry.saved = null;
    cannotRead(item, error);
  }
}

function resume(item: Item) {
  const { store, core, session, router, intoAnalysis } = item.games;
  const { entry } = item;
  reread(entry);
  const { slot, game: now } = store.get();
  let table;
  try {
    table = entry.id === slot.id ? null : reopen(core, entry.id, entry.text);
  } catch (error) {
    return cannotRead(item, error);
  }
  const over = (table?.game.state() ?? now).finished;
  const { seen } = table?.slot ?? slot;
  const open = () => table && session.openTable(table);
  // What has ended, or was being analysed, is looked at.
  if (over || seen) return intoAnalysis(open);
  open();
  router.go('play');
}

function rename(item: Item) {
  const { games, entry, element } = item;
  const { saved } = entry;
  if (!saved) return;
  const field = h('input', {
    maxlength: 60,
    'aria-label': t('games.name'),
    autocomplete: 'off',
    placeholder: usualName(games, saved),
  }) as HTMLInputElement;
  field.value = saved.name;
  const end = (keep: boolean) => {
    const name = field.value.trim();
    reread(entry);
    if (keep && name !== saved.name) {
      const { store } = games;
      renameEntry(entry, name, (text) => {
        if (entry.id === store.get().slot.id) store.update((s) => setSlot(s, { name }));
        else storeText(entry.id, text);
      });
    }
    show(item);
    draw(item);
    focusOn(item, 'rename');
  };
  const form = h(
    'form',
    {
      class: 'game-rename',
      onsubmit: (e: Event) => (e.preventDefault(), end(true)),
    },
    field,
    h('button', { class: 'button primary', text: t('games.save') }),
  );
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    end(false);
  });
  element.replaceChildren(form);
  field.select();
  field.focus();
}

/** Deletes an entry at once, replacing it with an undo button. */
function remove(item: Item) {
  const { entry, element } = item;
  reread(entry);
  removeEntry(entry);
  const back = h('button', {
    type: 'button',
    class: 'small-button',
    text: t('games.undo'),
    onclick: () => {
      putBack(entry);
      element.classList.remove('deleted');
      show(item);
      draw(item);
      focusOn(item, 'delete');
    },
  });
  const name = nameOf(item);
  element.classList.add('deleted');
  element.replaceChildren(
    h('p', { class: 'game-words', role: 'status', text: t('games.deleted', { name }) }),
    back,
  );
  back.focus();
}
