// What stands in the place of the moves in a game that was shared, and in one by message. Loaded
// with the first such game.
import '../game/end-panel.css';
import './link-panel.css';
import loadHowTo from '../i18n/howto.words.ts';
import loadOffers from '../i18n/offers.words.ts';
import loadWords from '../i18n/share.words.ts';
import { nameField } from '../game/name-field.ts';
import { readNames, saveNames } from '../storage/names.ts';
import { h } from '../ui/dom.ts';
import { canPassOn, copy, passOn } from '../platform/pass-on.ts';
import { observe } from '../ui/observe.ts';
import { type Store } from '../state.ts';
import { refusal } from '../game/error-text.ts';
import { t } from '../i18n/i18n.ts';
import { sideName } from '../game/words.ts';
import { messageContents, sharedContents, type Button, type Contents } from './link-contents.ts';
import { gameLink } from './make-link.ts';
import { setSent } from '../game/sending.ts';
import type { Session } from '../game/session.ts';
import type { Core, RulesInfo } from '../types.ts';

/** How long a button says that the link was copied, in milliseconds. */
const COPIED = 2000;

function createView(does: { read: (text: string) => void; named: (own: string) => void }) {
  const title = h('h2', { class: 'end-title', id: 'link-title' });
  const about = h('p', { class: 'quiet end-about' });
  const field = h('input', {
    class: 'link-field',
    dir: 'ltr',
    readonly: true,
    hidden: true,
    'aria-label': () => t('share.link'),
  }) as HTMLInputElement;
  field.addEventListener('focus', () => field.select());
  const answer = h('input', {
    class: 'link-field',
    dir: 'auto',
    hidden: true,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    'aria-label': () => t('message.paste'),
    placeholder: () => t('message.paste'),
    onchange: () => does.read(answer.value),
    onpaste(event: ClipboardEvent) {
      event.preventDefault();
      does.read(event.clipboardData?.getData('text/plain') ?? '');
    },
  }) as HTMLInputElement;
  const buttons = h('div', { class: 'end-buttons' });
  const name = nameField(() => t('new.name'), '', does.named);
  name.classList.add('link-name');
  const done = h('p', { class: 'quiet end-note', role: 'status' });
  const panel = h(
    'section',
    { class: 'end', 'aria-labelledby': 'link-title', hidden: true },
    title,
    h('div', { role: 'status' }, about),
    name,
    field,
    buttons,
    answer,
    done,
  );
  return {
    panel,
    field,
    buttons,
    answer,
    /** @param unseen is it for screen readers only? As before if that is not said. */
    say(text: string, unseen = done.classList.contains('unseen')) {
      done.textContent = text;
      done.classList.toggle('unseen', unseen);
    },
    show(shown: Contents | null, press: (name: Button['name']) => void) {
      const focused = panel.contains(document.activeElement)
        ? document.activeElement?.getAttribute('data-link')
        : null;
      panel.hidden = !shown;
      answer.hidden = !shown?.waits;
      name.hidden = !shown?.asks;
      if (!shown) return buttons.replaceChildren();
      title.textContent = shown.title;
      about.textContent = shown.about;
      buttons.replaceChildren(...shown.buttons.map((button) => buttonOf(button, press)));
      // The buttons have been replaced.
      if (focused) (buttons.querySelector(`[data-link=${focused}]`) as HTMLElement | null)?.focus();
    },
  };
}

type View = ReturnType<typeof createView>;

const buttonOf = ({ name, text, primary }: Button, press: (name: Button['name']) => void) =>
  h('button', {
    type: 'button',
    class: primary ? 'small-button primary' : 'small-button',
    'data-link': name,
    text,
    onclick: () => press(name),
  });

interface Table {
  store: Store;
  core: Core;
  session: Session;
}

interface Open {
  analyse: () => void;
  /** Gives it the focus. */
  board: () => void;
  /** Shows how a game is played. */
  how: (game: RulesInfo) => void;
}

/** What the panel remembers. */
interface Memory {
  /** Where a game that was shared ends; an analysis may go on from there. */
  end: string;
  /** The link that is offered, and the one that was copied last. */
  offered: string;
  copied: string;
}

const toPassOn = (store: Store, url: string) => ({
  title: t('app.title', { variant: store.get().rules.name }),
  url,
});

/** What is to be shown now. */
function contents({ store, core, session }: Table, memory: Memory): Contents | null {
  const state = store.get();
  const { game, settings, slot, analysis, editor } = state;
  if (analysis || editor) return null;
  if (settings.mode === 'message') {
    const { own } = readNames();
    const link = gameLink(state, session.link(), own);
    const mayPassOn = canPassOn(toPassOn(store, link));
    return messageContents(state, core, { link, own, copied: memory.copied, mayPassOn });
  }
  if (settings.mode !== 'shared') return null;
  const here = `${slot.id} ${game.node}`;
  if (!game.canRedo) memory.end = here;
  // While one steps through it, the moves are shown.
  return here === memory.end ? sharedContents(state) : null;
}

/** What the buttons do. */
function createPresses(
  { store, session }: Table,
  open: Open,
  view: View,
  memory: Memory,
  show: () => void,
): Record<Button['name'], () => void> {
  let saying: ReturnType<typeof setTimeout> | undefined;
  const sent = () => store.update(setSent);
  return {
    play() {
      session.setPlayers({ mode: 'computer', human: store.get().game.turn });
      open.board();
    },
    watch() {
      session.goTo(0);
      const next = view.panel.closest('.page')?.querySelector('[data-action=next]');
      (next as HTMLElement | null | undefined)?.focus();
    },
    analyse: open.analyse,
    how: () => open.how(store.get().rules),
    share: async () => (await passOn(toPassOn(store, memory.offered))) && sent(),
    async copy() {
      const link = memory.offered;
      const fine = await copy(link);
      // The button says it.
      view.say(t(fine ? 'share.copied' : 'share.copy-failed'), fine);
      view.field.hidden = fine;
      if (!fine) return view.field.focus();
      memory.copied = link;
      clearTimeout(saying);
      saying = setTimeout(() => ((memory.copied = ''), show()), COPIED);
      sent();
      show();
    },
  };
}

export async function createLinkPanel({
  moves,
  openText,
  open,
  ...table
}: Table & {
  /** The list of moves, before which the panel stands. */
  moves: HTMLElement;
  /** Opens a text or throws. */
  openText: (text: string) => void;
  open: Open;
}) {
  const { store } = table;
  await Promise.all([loadWords(), loadHowTo(), loadOffers()]);
  const memory: Memory = { end: '', offered: '', copied: '' };
  const view = createView({
    read,
    named(own) {
      saveNames({ own });
      show();
      view.buttons.querySelector('button')?.focus();
    },
  });
  moves.before(view.panel);
  const page = (moves.closest('.page') ?? moves) as HTMLElement;

  // In a game that was shared no man can be moved: a press on the board says why.
  page.querySelector('.board')?.addEventListener('pointerdown', () => {
    const { game, settings } = store.get();
    if (view.panel.hidden || settings.mode !== 'shared' || game.outcome) return;
    view.say(t('shared.look', { play: t('shared.play', { side: sideName(game.turn) }) }), false);
  });

  /** Opens what was pasted as the answer. */
  function read(text: string) {
    view.answer.value = '';
    view.say('', false);
    if (!text.trim()) return;
    try {
      openText(text.trim());
    } catch (reason) {
      view.say(refusal(reason));
    }
  }

  const presses = createPresses(table, open, view, memory, show);

  function show() {
    const shown = contents(table, memory);
    if ((shown?.link ?? '') !== memory.offered) {
      // What was said about another link is over.
      memory.offered = shown?.link ?? '';
      view.field.value = memory.offered;
      view.field.hidden = true;
      view.say('');
    }
    page.classList.toggle('linked', shown !== null);
    view.show(shown, (name) => presses[name]());
  }

  observe(
    store,
    ({ game, analysis, editor, settings, slot, rules, language }) => [
      game,
      analysis === null,
      editor === null,
      settings,
      slot,
      rules,
      language,
    ],
    show,
  );
}
