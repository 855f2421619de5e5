// The few things that two players may say to each other, each in the other's language: a button
// among the actions, a sheet, and what is heard.
import { h, iconOf } from '../ui/dom.ts';
import { check, createDialog } from '../ui/dialog.ts';
import { t, type Key, type Said } from '../i18n/i18n.ts';
import { say, type Store } from '../state.ts';
import { readNames, saveNames } from '../storage/names.ts';
import { BETWEEN_GREETINGS } from './match.ts';
import { GREETINGS, type Greeting } from './messages.ts';

/** How long a greeting is shown, in milliseconds. */
const SHOWN = 8000;
const BUBBLE = 'M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12.500h5';

export function createGreetings(store: Store, send: (what: Greeting) => void) {
  let rests = false;

  const sheet = createDialog('greet', () => ({
    title: t('together.greet'),
    body: [
      h(
        'div',
        { class: 'greetings' },
        ...GREETINGS.map((what) =>
          h('button', {
            type: 'button',
            class: 'button',
            'data-greeting': what,
            text: t(`together.greet.${what}`),
            onclick: () => greet(what),
          }),
        ),
      ),
      check(t('together.greet.mute'), readNames().muted, (muted) => saveNames({ muted })),
    ],
  }));

  const button = h(
    'button',
    {
      type: 'button',
      class: 'action',
      'data-action': 'greet',
      hidden: true,
      onclick: () => !rests && sheet.open(),
    },
    iconOf(BUBBLE),
    h('span', { text: () => t('together.greet') }),
  );
  document.querySelector('#actions [data-action=hint]')?.after(button);

  function greet(what: Greeting) {
    sheet.close();
    send(what);
    tell(what, { key: 'player.you' });
    rests = true;
    button.setAttribute('aria-disabled', 'true');
    setTimeout(() => {
      rests = false;
      button.removeAttribute('aria-disabled');
    }, BETWEEN_GREETINGS);
  }

  /** Shows a greeting in the status line, which is announced, for a while. */
  function tell(what: Greeting, name: string | { key: Key }) {
    const text: Said = {
      key: 'together.greet.said',
      values: { name, what: { key: `together.greet.${what}` } },
    };
    store.update((s) => say(s, text));
    setTimeout(() => store.update((s) => (s.message?.text === text ? say(s, null) : s)), SHOWN);
  }

  return {
    /** @param can may the players greet each other now? */
    show(can: boolean) {
      button.hidden = !can;
      if (!can) sheet.close();
    },
    /** @param name of the other player */
    hear(what: Greeting, name: string) {
      if (!readNames().muted) tell(what, name || { key: 'player.other' });
    },
  };
}
