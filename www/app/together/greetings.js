// The few things that two players may say to each other, each in the other's language: a button among the actions, a sheet, and what is heard.
import { h, iconOf } from '../platform/dom.js';
import { check, createDialog } from '../platform/dialog.js';
import { t } from '../i18n/i18n.js';
import { say } from '../state.js';
import { readNames, saveNames } from '../storage/names.js';
import { BETWEEN_GREETINGS } from './match.js';
import { GREETINGS } from './messages.js';

/** @typedef {import('./messages.js').Greeting} Greeting */

/** How long a greeting is shown, in milliseconds. */
const SHOWN = 8000;
const BUBBLE = 'M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12.500h5';

/** @param {import('../state.js').Store} store @param {(what: Greeting) => void} send */
export function createGreetings(store, send) {
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

  /** @param {Greeting} what */
  function greet(what) {
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

  /** Shows a greeting in the status line, which is announced, for a while. @param {Greeting} what @param {string | { key: import('../i18n/i18n.js').Key }} name */
  function tell(what, name) {
    /** @type {import('../i18n/i18n.js').Said} */
    const text = {
      key: 'together.greet.said',
      values: { name, what: { key: `together.greet.${what}` } },
    };
    store.update((s) => say(s, text));
    setTimeout(() => store.update((s) => (s.message?.text === text ? say(s, null) : s)), SHOWN);
  }

  return {
    /** @param {boolean} can may the players greet each other now? */
    show(can) {
      button.hidden = !can;
      if (!can) sheet.close();
    },
    /** @param {Greeting} what @param {string} name of the other player */
    hear(what, name) {
      if (!readNames().muted) tell(what, name || { key: 'player.other' });
    },
  };
}
