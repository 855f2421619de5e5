// The list of games stored on this device, to resume, rename or delete. Loaded on demand.
import './games.css';
import loadWords from '../i18n/library.words.ts';
import {
  read,
  removeGame,
  storedGames,
  storedText,
  storeText,
  writeSaved,
  type Saved,
} from '../storage/games.ts';
import { ASIDE, drop, forget, get, keysFrom, latest, put, stuck } from '../storage/local.ts';
import { reopen } from '../game/restore.ts';
import { setSlot, type Store } from '../state.ts';
import { boardPicture, h, iconButton, rest } from '../ui/dom.ts';
import { t, typeset } from '../i18n/i18n.ts';
import { pairText } from '../game/pair.ts';
import { inMoves, outcomeText, sideName } from '../game/words.ts';
import { download } from '../platform/pass-on.ts';
import { createScreen } from '../ui/screen.ts';
import { bar, counted, nothing } from './figures.ts';
import { createFinder, factsOf, type Facts } from './finder.ts';
import { readResults } from '../storage/results.ts';
import { tabs } from './games-tabs.ts';
import type { Session } from '../game/session.ts';
import type { Shell } from '../ui/shell.ts';
import type { Router } from '../platform/router.ts';
import type { Core } from '../types.ts';

/** A game, or another unreadable entry with its name in `aside`. */
interface Entry {
  id: string;
  text: string;
  saved: Saved | null;
  aside?: string;
  facts?: Facts;
}

/** The maximum time spent drawing before yielding, in milliseconds. */
const SLICE = 12;

export async function createGames({
  store,
  core,
  session,
  shell,
  router,
  newGame,
  levelName,
  intoStudy,
}: {
  store: Store;
  core: Core;
  session: Session;
  shell: Shell;
  router: Router;
  newGame: () => void;
  levelName: (level: number) => string;
  /** Opens a game in the analysis, where it was left. */
  intoStudy: (open: () => void) => void;
}) {
  await loadWords();
  /**
   * Formats dates in the page's language, in the player's regional form if the browser lists one.
   */
  let when = new Intl.DateTimeFormat();
  /** Counts openings, so that drawing an old list can be cancelled. */
  let opened = 0;

  const usualName = (saved: Saved) => {
    try {
      return core.rules(saved.settings.spec).name;
    } catch {
      return typeset(saved.settings.spec);
    }
  };

  function players({ settings }: Saved) {
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

  const bin = (item: HTMLElement, entry: Entry, name: string) =>
    iconButton('bin', t('games.delete', { name }), () => remove(item, entry), {
      'data-do': 'delete',
    });

  function row(entry: Entry) {
    const item = h('li', { class: 'game', 'data-game': entry.id });
    show(item, entry);
    return item;
  }

  function show(item: HTMLElement, entry: Entry) {
    const { saved } = entry;
    if (!saved) return showBroken(item, entry);
    const current = entry.id === store.get().slot.id;
    const name = saved.name || usualName(saved);
    item.classList.toggle('current', current);
    item.replaceChildren(
      h(
        'button',
        {
          type: 'button',
          class: 'game-open',
          'aria-current': current ? 'true' : null,
          onclick: () => resume(item, entry),
        },
        h('span', { class: 'game-board' }),
        h(
          'span',
          { class: 'game-words' },
          h('span', { class: 'game-name', text: name }),
          saved.name ? h('span', { class: 'game-about', text: usualName(saved) }) : null,
          h('span', { class: 'game-about', text: players(saved) }),
          h('span', { class: 'game-about game-state' }),
          h('span', {
            class: 'game-about',
            text: current ? t('games.current') : saved.played ? when.format(saved.played) : '',
          }),
        ),
      ),
      iconButton('pen', t('games.rename', { name }), () => rename(item, entry), {
        'data-do': 'rename',
      }),
      current ? h('span', { class: 'icon-space' }) : bin(item, entry, name),
    );
  }

  /** Shows an unreadable entry, which can still be downloaded or deleted. */
  function showBroken(item: HTMLElement, entry: Entry) {
    const { aside: name } = entry;
    item.classList.add('broken');
    item.replaceChildren(
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
      bin(item, entry, name ?? t('games.unreadable.name')),
    );
  }

  /** Draws a game's board and status. */
  function draw(item: HTMLElement, entry: Entry) {
    try {
      const { game, settings } = reopen(core, entry.id, entry.text);
      const state = game.state();
      game.free();
      const place = item.querySelector('.game-board');
      place?.replaceChildren(boardPicture(core.rules(state.spec).board, state.men));
      const words = item.querySelector('.game-state');
      const moves = t('games.moves', { n: inMoves(state.ply) });
      const stand = state.outcome
        ? outcomeText({ game: state, settings }).replace(/[.。]$/, '')
        : t('games.turn', { side: sideName(state.turn) });
      const status = t('games.state', { moves, state: stand });
      const hints = entry.saved?.hints ?? 0;
      if (words) words.textContent = hints ? t('games.hints', { state: status, n: hints }) : status;
    } catch (error) {
      console.warn('A stored game cannot be read:', error);
      entry.saved = null;
      showBroken(item, entry);
    }
  }

  /** Rereads an entry: another tab may have played on since the list was opened. */
  function reread(entry: Entry) {
    if (entry.aside) return;
    entry.text = storedText(entry.id) ?? entry.text;
    entry.saved = read(entry.text);
  }

  function resume(item: HTMLElement, entry: Entry) {
    reread(entry);
    const { slot, game: now } = store.get();
    const isHere = entry.id === slot.id;
    let table;
    try {
      table = isHere ? null : reopen(core, entry.id, entry.text);
    } catch (error) {
      console.warn('A stored game cannot be read:', error);
      return showBroken(item, entry);
    }
    const over = (table?.game.state() ?? now).finished;
    const { seen } = table?.slot ?? slot;
    const open = () => table && session.openTable(table);
    // What has ended, or was being analysed, is looked at.
    if (over || seen) return intoStudy(open);
    open();
    router.go('play');
  }

  function rename(item: HTMLElement, entry: Entry) {
    const { saved } = entry;
    if (!saved) return;
    const field = h('input', {
      maxlength: 60,
      'aria-label': t('games.name'),
      autocomplete: 'off',
      placeholder: usualName(saved),
    }) as HTMLInputElement;
    field.value = saved.name;
    const end = (keep: boolean) => {
      const name = field.value.trim();
      reread(entry);
      if (keep && entry.saved && name !== saved.name) {
        entry.saved = { ...entry.saved, name };
        entry.text = writeSaved(entry.saved);
        entry.facts = undefined;
        if (entry.id === store.get().slot.id) store.update((s) => setSlot(s, { name }));
        else storeText(entry.id, entry.text);
      }
      show(item, entry);
      if (entry.saved) draw(item, entry);
      (item.querySelector('[data-do=rename]') as HTMLElement | null)?.focus();
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
    item.replaceChildren(form);
    field.select();
    field.focus();
  }

  /** Deletes an entry at once, replacing it with an undo button. */
  function remove(item: HTMLElement, entry: Entry) {
    reread(entry);
    if (entry.aside) {
      drop(entry.id);
      // A stuck entry may have a pending write under the same key: keep that.
      if (!stuck.delete(entry.id)) forget(entry.id);
    } else removeGame(entry.id);
    const name = entry.aside
      ? entry.aside
      : entry.saved
        ? entry.saved.name || usualName(entry.saved)
        : t('games.unreadable.name');
    const back = h('button', {
      type: 'button',
      class: 'small-button',
      text: t('games.undo'),
      onclick: () => {
        // Do not overwrite what has been written under this key since.
        if (entry.aside) {
          if (get(entry.id) === null) put(entry.id, entry.text);
        } else if (storedText(entry.id) === null) storeText(entry.id, entry.text);
        reread(entry);
        item.classList.remove('deleted');
        show(item, entry);
        if (entry.saved) draw(item, entry);
        (item.querySelector('[data-do=delete]') as HTMLElement | null)?.focus();
      },
    });
    item.classList.add('deleted');
    item.replaceChildren(
      h('p', { class: 'game-words', role: 'status', text: t('games.deleted', { name }) }),
      back,
    );
    back.focus();
  }

  /** Draws the boards in small batches. */
  async function drawAll(rows: [HTMLElement, Entry][]) {
    const mine = opened;
    let started = performance.now();
    for (const [item, entry] of rows) {
      if (entry.saved) draw(item, entry);
      if (performance.now() - started < SLICE) continue;
      await rest();
      if (mine !== opened) return;
      started = performance.now();
    }
  }

  /** What a game is found by. */
  function facts(entry: Entry) {
    const { saved } = entry;
    if (saved)
      entry.facts ??= factsOf(saved, usualName(saved), [
        players(saved),
        ...(saved.played ? [when.format(saved.played), new Date(saved.played).toISOString()] : []),
      ]);
    return saved && entry.facts ? entry.facts : null;
  }

  /** The list as it was last drawn. */
  let shown: [HTMLElement, Entry][] = [];
  /** The records of the games that are shown. */
  let records: string[] = [];
  const save = h('button', {
    type: 'button',
    class: 'small-button',
    onclick: () => download(t('file.games'), records.join('\n')),
  });
  const finder = createFinder(levelName, (items) => {
    records = shown.flatMap(([item, { saved }]) =>
      saved && items.has(item) ? [saved.record] : [],
    );
    save.textContent = t('collection.save', { n: records.length });
    save.hidden = !records.length;
  });

  /** What has been won so far, as the way to the statistics. */
  function results() {
    const n = counted(readResults().filter(({ mode }) => mode === 'computer'));
    const all = n.won + n.drawn + n.lost;
    return all
      ? h(
          'a',
          { class: 'games-results', ...router.link('games', 'statistics') },
          h('span', { text: t('statistics.counts', n) }),
          bar(n, all, false),
        )
      : null;
  }

  const screen = createScreen('games', shell, () => {
    opened++;
    const { lang } = document.documentElement;
    const locale = navigator.languages.find((l) => l.split('-')[0] === lang.split('-')[0]) ?? lang;
    when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    const { slot } = store.get();
    const entries: Entry[] = storedGames().map(({ id, text }) => ({ id, text, saved: read(text) }));
    // The name is the key without its prefix and timestamp.
    for (const key of keysFrom(ASIDE))
      entries.push({
        id: key,
        text: latest(key) ?? '',
        saved: null,
        aside: key.slice(ASIDE.length, key.lastIndexOf('.')),
      });
    for (const key of stuck)
      entries.push({ id: key, text: get(key) ?? '', saved: null, aside: key });
    // The latest first; unreadable ones last.
    const last = (e: Entry) => (e.id === slot.id ? Infinity : (e.saved?.played ?? -1));
    entries.sort((a, b) => last(b) - last(a));
    const rows = entries.map((entry) => [row(entry), entry] as [HTMLElement, Entry]);
    shown = rows;
    void drawAll(rows);
    return {
      title: t('games.title'),
      tabs: tabs(router),
      body: [
        results(),
        ...finder.body(rows.map(([item, entry]) => ({ item, facts: () => facts(entry) }))),
        ...(rows.length
          ? [
              h('ul', { class: 'games' }, ...rows.map(([item]) => item)),
              h('p', { class: 'quiet', text: t('games.about') }),
            ]
          : [nothing('games', t('games.none'), t('games.about'))]),
      ],
      foot: [
        h('button', {
          type: 'button',
          class: 'button primary',
          text: t('action.new'),
          onclick: newGame,
        }),
        save,
      ],
    };
  });

  return { show: screen.show };
}
