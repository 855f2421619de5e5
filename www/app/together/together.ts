// Playing with another device: ties together the invitation, connection, match and page. Loaded on
// demand.
import './together.css';
import loadHowTo from '../i18n/howto.words.ts';
import loadOffers from '../i18n/offers.words.ts';
import loadWords from '../i18n/together.words.ts';
import { isTogether, type Store } from '../state.ts';
import * as table from './at-table.ts';
import * as connection from './connection.ts';
import { createSheet } from './connect-dialog.ts';
import { now, type Together } from './context.ts';
import { createGreetings } from './greetings.ts';
import { awaitReply, connectTo, inviteTo, join, resume, take } from './invite.ts';
import { meetAgain } from './meet-again.ts';
import { keptInSlot } from './saved-matches.ts';
import { createTable } from './sync.ts';
import { askTabs, listenToTabs, openTabs } from './tabs.ts';
import { canConnect } from './transport.ts';
import type { Session } from '../game/session.ts';
import type { Core, RulesInfo } from '../types.ts';
import type { Effect } from './connection.ts';

interface Page {
  store: Store;
  core: Core;
  session: Session;
  /** Shows how a game is played. */
  showHow: (game: RulesInfo) => void;
}

/** Does what is to be done for the connection. */
function perform(t: Together, effect: Effect): unknown {
  switch (effect.type) {
    case 'show-step':
      return t.sheet.show();
    case 'hang-up':
      clearTimeout(t.connectTimer);
      t.transport?.close();
      t.transport = null;
      return;
    case 'stop-waiting':
      return t.waiting?.abort();
    case 'await-reply':
      return void awaitReply(t);
    case 'meet-again':
      return void meetAgain(t);
    case 'accept':
      return connectTo(t, effect.contact);
    case 'begin':
      return table.begin(t);
    case 'rest':
      return table.rest(t, effect.rests);
    case 'disconnected':
      return table.pauseMatch(t);
    case 'say-bye':
      return table.sayBye(t);
    case 'say-why':
      return t.session.say({ key: `together.closed.${effect.why}` });
    case 'forget':
      return table.forget(t);
    case 'show-link':
      return table.showLink(t);
  }
}

function createParts({ store, core, session, showHow }: Page): Together {
  const t: Together = {
    store,
    core,
    session,
    table: createTable(store, session, core),
    greetings: createGreetings(
      store,
      (what) => t.match && t.connection.link === 'open' && table.run(t, t.match.say(what, now())),
    ),
    sheet: createSheet(
      {
        store,
        core,
        step: () => t.connection.step,
        can: canConnect(),
        mayResume: () =>
          isTogether(store.get()) && keptInSlot(store.get().slot.id) !== null
            ? () => resume(t)
            : null,
        inviteTo: (wish) => inviteTo(t, wish),
        showHow,
        join: (invitation) => void join(t, invitation, t.connection.step.meeting ?? null),
        twoLinks: () =>
          t.does(connection.go(t.connection, { ...t.connection.step, meeting: null })),
        take: (text) => take(t, text, null),
        home: () => t.does(connection.home(t.connection)),
        leave() {
          t.does(connection.stopWaiting(t.connection));
          t.sheet.close();
          t.does(connection.leave(t.connection));
        },
      },
      () => t.does(connection.closed(t.connection, isTogether(store.get()))),
    ),
    tabs: openTabs(),
    connection: connection.NO_CONNECTION,
    transport: null,
    match: null,
    waiting: null,
    timer: 0,
    connectTimer: 0,
    does({ state, effects }) {
      t.connection = state;
      for (const effect of effects) perform(t, effect);
    },
    hear: (text) => table.hear(t, text),
  };
  return t;
}

export async function createTogether(page: Page) {
  await Promise.all([loadWords(), loadHowTo(), loadOffers()]);
  const { store } = page;
  const t = createParts(page);
  table.connectTable(t);
  listenToTabs(t);
  addEventListener('pagehide', ({ persisted }) => {
    table.saveOnLeave(t);
    // So that the other device learns of it at once.
    if (!persisted) t.does(connection.hangUp(t.connection));
  });
  document.addEventListener('visibilitychange', () => table.saveOnLeave(t));
  store.subscribe((state) =>
    t.does(connection.onTable(t.connection, state.slot.id, isTogether(state))),
  );

  const open = () => t.does(connection.open(t.connection));
  return {
    open,
    /** Offers to resume the current game with the other device. */
    takeUp: () => t.does(connection.takeUp(t.connection, store.get().slot.id)),
    /** Handles an opened link with an invitation or answer. */
    async read(text: string) {
      const error = await take(t, text, (answer) => askTabs(t, answer));
      if (error) t.does(connection.go(t.connection, { name: 'home', error }));
    },
    /** Offers or accepts a rematch. */
    rematch() {
      if (t.match && t.connection.link === 'open') table.run(t, t.match.offer('rematch', now()));
      else open();
    },
  };
}
