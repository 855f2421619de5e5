// What stands in the place of the moves in a game that was shared, and in one by message. Loaded
// with the first such game.
import '../game/end-panel.css';
import './link-panel.css';
import loadHowTo from '../i18n/howto.words.ts';
import loadOffers from '../i18n/offers.words.ts';
import loadWords from '../i18n/share.words.ts';
import { introduction, rowText } from '../game/introduction.ts';
import { nameField } from '../game/name-field.ts';
import { readNames, saveNames } from '../storage/names.ts';
import { h } from '../ui/dom.ts';
import { canPassOn, copy, passOn } from '../platform/pass-on.ts';
import { watch } from '../ui/watch.ts';
import { isMineLast, isToSend, offersDraw, other, setSent, type Store } from '../state.ts';
import { refusal } from '../game/error-text.ts';
import { t } from '../i18n/i18n.ts';
import { inMoves, outcomeText, resultText, sideName } from '../game/words.ts';
import { gameLink } from './make-link.ts';
import type { Session } from '../game/session.ts';
import type { Core, RulesInfo, State } from '../types.ts';

/** `waits`: for the link of an answer; `asks`: for the name that goes with the link. */
interface Contents {
  title: string;
  about: string;
  buttons: HTMLElement[];
  link?: string;
  waits?: boolean;
  asks?: boolean;
}

/** How long a button says that the link was copied, in milliseconds. */
const COPIED = 2000;

export async function createLinkPanel({
  store,
  core,
  session,
  moves,
  openText,
  open,
}: {
  store: Store;
  core: Core;
  session: Session;
  /** The list of moves, before which the panel stands. */
  moves: HTMLElement;
  /** Opens a text or throws. */
  openText: (text: string) => void;
  /** `board` gives it the focus, `how` shows how a game is played. */
  open: { analyse: () => void; board: () => void; how: (game: RulesInfo) => void };
}) {
  await Promise.all([loadWords(), loadHowTo(), loadOffers()]);
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
    onchange: () => read(answer.value),
    onpaste: paste,
  }) as HTMLInputElement;
  const buttons = h('div', { class: 'end-buttons' });
  const name = nameField(
    () => t('new.name'),
    '',
    (own) => {
      saveNames({ own });
      show();
      buttons.querySelector('button')?.focus();
    },
  );
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
  moves.before(panel);
  const page = (moves.closest('.page') ?? moves) as HTMLElement;

  // In a game that was shared no man can be moved: a press on the board says why.
  page.querySelector('.board')?.addEventListener('pointerdown', () => {
    if (
      panel.hidden ||
      store.get().settings.mode !== 'shared' ||
      !buttons.querySelector('[data-link=play]')
    )
      return;
    done.classList.remove('unseen');
    done.textContent = t('shared.look', {
      play: t('shared.play', { side: sideName(store.get().game.turn) }),
    });
  });

  function paste(event: ClipboardEvent) {
    event.preventDefault();
    read(event.clipboardData?.getData('text/plain') ?? '');
  }

  /** Opens what was pasted as the answer. */
  function read(text: string) {
    answer.value = '';
    done.classList.remove('unseen');
    done.textContent = '';
    if (!text.trim()) return;
    try {
      openText(text.trim());
    } catch (reason) {
      done.textContent = refusal(reason);
    }
  }

  const button = (name: string, text: string, run: () => void, primary = false) =>
    h('button', {
      type: 'button',
      class: primary ? 'small-button primary' : 'small-button',
      'data-link': name,
      text,
      onclick: () => run(),
    });

  /** Where a game that was shared ends; an analysis may go on from there. */
  let end = '';

  /** A game that was shared: nothing is played in it until somebody chooses to. */
  function shared({ game, rules, slot }: State): Contents | null {
    const here = `${slot.id} ${game.node}`;
    if (!game.canRedo) end = here;
    // While one steps through it, the moves are shown.
    if (here !== end) return null;
    const { turn, outcome, played } = game;
    const play = () => {
      session.setPlayers({ mode: 'computer', human: turn });
      open.board();
    };
    const look = () => {
      session.goTo(0);
      (page.querySelector('[data-action=next]') as HTMLElement | null)?.focus();
    };
    const turns = played.length ? [t('games.moves', { n: inMoves(played.length) })] : [];
    return {
      title: t(played.length ? 'shared.game' : 'shared.position'),
      about: [
        rules.name,
        outcome ? resultText(outcome) : t('games.turn', { side: sideName(turn) }),
        ...turns,
      ].join(' · '),
      buttons: [
        outcome ? null : button('play', t('shared.play', { side: sideName(turn) }), play, true),
        played.length ? button('watch', t('shared.watch'), look, outcome !== null) : null,
        button('analyse', t('door.analyse'), open.analyse),
      ].filter((el) => el !== null),
    };
  }

  /** A game by message: what is to be sent, or how it goes on. */
  function message(state: State): Contents | null {
    const { game, settings, slot } = state;
    if (isMineLast(state) && (!game.outcome || isToSend(state))) {
      const link = gameLink(state, session.link(), readNames().own);
      const send = isToSend(state);
      return {
        title: t(send ? 'message.send' : 'message.waiting'),
        about: game.outcome
          ? outcomeText(state)
          : [offersDraw(state) ? t('message.draw.with') : '', send ? t('message.answer') : '']
              .filter(Boolean)
              .join(' '),
        buttons: ways(link, send),
        link,
        waits: !send,
        // The first link says who sends it.
        asks: send && slot.sent < 0 && !readNames().own,
      };
    }
    if (game.outcome || game.canRedo || slot.sent >= 0) return null;
    if (game.moves.length) return invited(state);
    return { title: t(`new.line.${settings.human}`), about: t('message.first'), buttons: [] };
  }

  /**
   * A game that somebody has sent, before one's first turn in it: what it is, and how it is played.
   */
  function invited({ settings, rules }: State): Contents {
    const name = settings.pair?.names[other(settings.human)];
    return {
      title: name
        ? t('message.invited', { name, variant: rules.name })
        : t('message.invited.friend', { variant: rules.name }),
      about: [
        t(`new.line.${settings.human}`),
        rowText(introduction(core, rules).row).replace(/[.。]$/, ''),
      ]
        .filter(Boolean)
        .join(' · '),
      buttons: [button('how', t('howto.title'), () => open.how(rules), true)],
    };
  }

  /** Ways to send a link. */
  function ways(link: string, primary = false) {
    const what = { title: t('app.title', { variant: store.get().rules.name }), url: link };
    const can = canPassOn(what);
    const sent = () => store.update(setSent);
    return [
      can
        ? button('share', t('share.pass-on'), async () => (await passOn(what)) && sent(), primary)
        : null,
      button(
        'copy',
        t(copiedLink === link ? 'share.copied' : 'message.copy'),
        async () => {
          const fine = await copy(link);
          done.textContent = t(fine ? 'share.copied' : 'share.copy-failed');
          // The button says it.
          done.classList.toggle('unseen', fine);
          field.hidden = fine;
          if (!fine) return field.focus();
          copiedLink = link;
          clearTimeout(saying);
          saying = setTimeout(() => ((copiedLink = ''), show()), COPIED);
          sent();
          show();
        },
        primary && !can,
      ),
    ].filter((el) => el !== null);
  }

  /** The link that is offered, and the one that was copied last. */
  let offered = '';
  let copiedLink = '';
  let saying: ReturnType<typeof setTimeout> | undefined;

  function show() {
    const state = store.get();
    const { mode } = state.settings;
    const shown =
      state.study || state.editor
        ? null
        : mode === 'shared'
          ? shared(state)
          : mode === 'message'
            ? message(state)
            : null;
    const focused = panel.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-link')
      : null;
    panel.hidden = !shown;
    answer.hidden = !shown?.waits;
    name.hidden = !shown?.asks;
    page.classList.toggle('linked', shown !== null);
    if ((shown?.link ?? '') !== offered) {
      // What was said about another link is over.
      offered = shown?.link ?? '';
      field.value = offered;
      field.hidden = true;
      done.textContent = '';
    }
    if (!shown) return buttons.replaceChildren();
    title.textContent = shown.title;
    about.textContent = shown.about;
    buttons.replaceChildren(...shown.buttons);
    // The buttons have been replaced.
    if (focused) (buttons.querySelector(`[data-link=${focused}]`) as HTMLElement | null)?.focus();
  }

  watch(
    store,
    ({ game, study, editor, settings, slot, rules, language }) => [
      game,
      study === null,
      editor === null,
      settings,
      slot,
      rules,
      language,
    ],
    show,
  );
}
