// Playing with another device: ties together the invitation, connection, match and page. Loaded on
// demand.
import './together.css';
import loadHowTo from '../i18n/howto.words.ts';
import loadOffers from '../i18n/offers.words.ts';
import loadWords from '../i18n/together.words.ts';
import { storedText } from '../storage/games.ts';
import { NOBODY, nextPair, swappedText } from '../game/pair.ts';
import { refusal } from '../game/error-text.ts';
import { reopen, newTable } from '../game/restore.ts';
import { readNames } from '../storage/names.ts';
import {
  isApart,
  other,
  say,
  setAway,
  setPaused,
  setPicked,
  setSettings,
  type Store,
} from '../state.ts';
import { awayOf } from './match-status.ts';
import {
  BadInvitation,
  castLots,
  newGameId,
  read as readText,
  tag,
  write as writeText,
  type Answer,
  type Invitation,
  type Terms,
} from './invitation.ts';
import { findKept, keep, keptInSlot, readKept, type Kept } from './saved-matches.ts';
import { createGreetings } from './greetings.ts';
import { createMatch, type Match } from './match.ts';
import { beginning, upTo } from './records.ts';
import {
  answerAgain,
  awaitAnswer,
  inviteAgain,
  keyIn,
  leave as leaveText,
  newKey,
  openPlace,
  pause,
  repeat,
  type Place,
} from './rendezvous.ts';
import { createSheet, senderOf } from './connect-dialog.ts';
import { createTable } from './sync.ts';
import { canConnect, createTransport, type Condition, type Transport } from './transport.ts';
import type { Session } from '../game/session.ts';
import type { Core, Pair, RulesInfo, Side } from '../types.ts';
import type { Question } from './messages.ts';
import type { Effect, View } from './types.ts';

export type Link = 'none' | 'open' | 'interrupted' | 'lost' | 'left';
/** Where the two devices find each other. */
interface Meeting {
  place: Place;
  key: string;
  inviter: boolean;
}

/** Of the dialog. */
export interface Step {
  name: 'home' | 'invite' | 'asked' | 'answer' | 'connecting' | 'failed' | 'playing' | 'elsewhere';
  /** The invitation or answer to pass on. */
  text?: string;
  invitation?: Invitation;
  /** Who sent it. */
  by?: string;
  meeting?: Meeting | null;
  /** The word key of an error. */
  error?: string;
}

/** The connection timeout after the answer, in milliseconds. */
const CONNECT_TIMEOUT = 25_000;
/**
 * How long the invited player waits before being told what else to do, in milliseconds: longer than
 * between two looks at the host's folder.
 */
const ANSWER_TIMEOUT = 30_000;
/**
 * How often the game is saved while a clock runs, in milliseconds, so that a reload gains no
 * thinking time.
 */
const SAVE_INTERVAL = 5000;
/** How long to wait for a tab that claims an answer, in milliseconds. */
const TAB_TIMEOUT = 800;
/** The maximum length of a game in an invitation. */
const MAX_LENGTH = 600;
const CHANNEL = 'merels.together';

/** @param parts `showHow` shows how a game is played */
export async function createTogether({
  store,
  core,
  session,
  showHow,
}: {
  store: Store;
  core: Core;
  session: Session;
  showHow: (game: RulesInfo) => void;
}) {
  await Promise.all([loadWords(), loadHowTo(), loadOffers()]);
  let transport: Transport | null = null;
  let match: Match | null = null;
  /** The stored entry of the current match. */
  let kept: Kept | null = null;
  let link: Link = 'none';
  /** The game to start once connected. */
  let pending: {
    terms: Terms;
    me: Side | null;
    lot: number;
    to: string;
    slot: string;
    meeting: Meeting | null;
  } | null = null;
  let step: Step = { name: 'home' };
  let timer = 0;
  let connectTimer = 0;
  /** Waiting at the host's folder; `slot`: to reconnect this game. */
  let waiting: { control: AbortController; slot: string | null } | null = null;
  const table = createTable(store, session, core);
  const greetings = createGreetings(
    store,
    (what) => match && link === 'open' && run(match.say(what, now())),
  );
  const now = () => performance.now();
  const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : null;

  function go(next: Step) {
    step = next;
    sheet.show();
  }

  /* Connection. */

  function connect() {
    stopWaiting();
    leave();
    return dial();
  }

  function dial() {
    hangUp();
    if (link === 'open') link = 'none';
    const connection = createTransport({
      message: (text) => connection === transport && match && run(match.receive(text, now())),
      condition: (condition) => connection === transport && onCondition(condition),
    });
    transport = connection;
    return connection;
  }

  function stopWaiting() {
    waiting?.control.abort();
    waiting = null;
  }

  function startWaiting(slot: string | null) {
    stopWaiting();
    waiting = { control: new AbortController(), slot };
    return waiting.control.signal;
  }

  /** Says goodbye to the other device and disconnects. */
  function leave() {
    if (!match || (link !== 'open' && link !== 'interrupted')) return;
    for (const effect of match.leave(now()))
      if (effect.type === 'send') transport?.send(effect.text);
    hangUp();
    disconnected('left');
  }

  function hangUp() {
    clearTimeout(connectTimer);
    transport?.close();
    transport = null;
  }

  function onCondition(condition: Condition) {
    clearTimeout(connectTimer);
    if (condition === 'open' && link !== 'open') {
      const begun = link === 'interrupted';
      link = 'open';
      if (begun) rest(false);
      else begin();
    } else if (condition === 'interrupted') {
      link = 'interrupted';
      rest(true);
    } else if (condition === 'failed' || condition === 'closed') {
      hangUp();
      // What reconnects by itself tries again.
      if (waiting?.slot) return;
      if (pending) go({ name: 'failed' });
      else if (match && link !== 'left') {
        disconnected('lost');
        void meetAgain();
      }
    }
  }

  function rest(resting: boolean) {
    if (!match) return;
    // What was said before hides it.
    store.update((s) => setPaused(resting ? say(s, null) : s, resting));
    run(match.rest(resting, now()));
    show();
  }

  /** Pauses the game after the connection is lost. */
  function disconnected(how: 'lost' | 'left') {
    link = how;
    if (match) match.rest(true, now());
    // What was said before no longer applies, and a chosen man is put down.
    store.update((s) =>
      s.slot.id === kept?.slot ? say(setPicked(setPaused(s, true), null), null) : s,
    );
    show();
  }

  /* Game. */

  /** Starts the match once connected. */
  function begin() {
    if (!pending?.me) return;
    const { terms, me, slot, meeting } = pending;
    stopWaiting();
    // Nothing stays there longer than needed.
    if (meeting?.inviter) void leaveText(meeting.place, '').catch(console.warn);
    const known = terms.resumes ? findKept(terms.id, terms.round, me) : null;
    const start = known?.begin ?? terms.game;
    match?.free();
    try {
      match = createMatch({
        core,
        id: terms.id,
        round: terms.round,
        me,
        begin: start,
        clock: known ? known.clock : terms.clock,
        record: known,
        own: readNames().own,
        talks: transport?.talks(),
      });
    } catch (error) {
      match = null;
      hangUp();
      return go({ name: 'failed', error: refusal(error) });
    }
    kept = {
      id: terms.id,
      round: terms.round,
      slot: known?.slot ?? slot,
      me,
      begin: start,
      clock: known ? known.clock : terms.clock,
      turns: [],
      left: null,
      ended: null,
      meet: meeting ? { key: meeting.key, inviter: meeting.inviter } : (known?.meet ?? null),
    };
    pending = null;
    openMatch();
    sheet.close();
    run(match.greet());
  }

  /** Opens the match's game on the board. */
  function openMatch(pair: Pair = NOBODY) {
    if (!match || !kept) return;
    const { slot, clock, me } = kept;
    if (store.get().slot.id !== slot) {
      const settings = {
        ...store.get().settings,
        mode: 'away' as const,
        human: me,
        clock: clock && { ...clock, rests: false },
        pair,
      };
      const game = core.read(match.link());
      const put = newTable(game, { ...settings, spec: game.state().spec }, false);
      session.openTable(reopened(slot) ?? { ...put, slot: { ...put.slot, id: slot } });
    }
    store.update((s) => setPaused(s, false));
    table.forget();
    show();
  }

  /** The stored game, which has its name. */
  function reopened(slot: string) {
    const text = storedText(slot);
    try {
      return text === null ? null : reopen(core, slot, text);
    } catch {
      return null;
    }
  }

  /** Carries out the effects of the match. */
  function run(effects: Effect[]) {
    for (const effect of effects) {
      if (effect.type === 'send') transport?.send(effect.text);
      else if (effect.type === 'round') nextRound();
    }
    if (effects.length) show();
    for (const effect of effects) {
      if (effect.type === 'say' && match) table.say(effect, match.view(now()).me);
      if (effect.type === 'greeting' && match)
        greetings.hear(effect.what, match.view(now()).theirName);
    }
    for (const effect of effects) {
      if (effect.type !== 'close') continue;
      hangUp();
      disconnected('left');
      if (effect.why !== 'bye') session.say({ key: `together.closed.${effect.why}` });
      else if (isApart(store.get())) void meetAgain();
    }
  }

  /** Starts a rematch: a new game with colours swapped. */
  function nextRound() {
    if (!match || !kept) return;
    const { round, me } = match.view(now());
    kept = { ...kept, round, me, slot: newGameId() };
    openMatch(nextPair(store.get()));
    session.say(swappedText(store.get()));
  }

  /** Notes who the two are. */
  function nameThem({ me, theirName }: View) {
    const { own } = readNames();
    const names =
      me === 'white' ? { white: own, black: theirName } : { white: theirName, black: own };
    store.update((s) => {
      const {
        score,
        names: { [other(me)]: theirs },
      } = s.settings.pair ?? NOBODY;
      return theirName && theirs !== theirName
        ? setSettings(s, { ...s.settings, pair: { names, score } })
        : s;
    });
  }

  /** Shows and saves the state, and schedules the next clock check. */
  function show() {
    clearTimeout(timer);
    if (!match || !kept || store.get().slot.id !== kept.slot) return;
    const time = now();
    const view = match.view(time);
    table.follow(view, time, match.link);
    nameThem(view);
    greetings.show(view.talks && link === 'open');
    saveGame();
    store.update((s) =>
      setAway(s, awayOf(view, link, { choose, answer, resume }, Boolean(waiting?.slot))),
    );
    scheduleTick();
  }

  function saveGame() {
    if (match && kept) keep({ ...kept, ...match.record(now()) });
  }

  /** Schedules the next clock check while a clock runs. */
  function scheduleTick() {
    const next = match && link === 'open' ? match.nextTick(now()) : Infinity;
    if (next < Infinity) timer = window.setTimeout(tick, Math.min(next + 5, SAVE_INTERVAL));
  }

  function tick() {
    const effects = match?.tick(now()) ?? [];
    if (effects.length) return run(effects);
    saveGame();
    scheduleTick();
  }

  // Only while connected: another tab may have resumed the game since.
  const saveOnLeave = () => link === 'open' && saveGame();
  addEventListener('pagehide', ({ persisted }) => {
    saveOnLeave();
    // So that the other device learns of it at once.
    if (!persisted) hangUp();
  });
  document.addEventListener('visibilitychange', saveOnLeave);

  const choose = (wish: 'common' | 'theirs') => match && run(match.choose(wish, now()));
  const answer = (what: Question, agreed: boolean) =>
    match && run(match.answer(what, agreed, now()));

  // Opening another game leaves this one.
  store.subscribe((state) => {
    if (waiting?.slot && waiting.slot !== state.slot.id) {
      stopWaiting();
      hangUp();
    }
    if (!match || !kept || state.slot.id === kept.slot) return;
    leave();
    match.free();
    match = null;
    kept = null;
    greetings.show(false);
    clearTimeout(timer);
    if (isApart(state)) takeUp();
  });

  session.connect({
    play(move) {
      if (!match || link !== 'open') return;
      run(match.play(move, now()));
    },
    undo: () => match && link === 'open' && run(match.askBack()),
    resign() {
      // Without a connection, the other device learns of it in the next handshake.
      if (match) return run(match.resign(now()));
      const own = keptInSlot(store.get().slot.id);
      if (!own) return;
      session.edit((game) => game.resign(own.me));
      keep({ ...own, ended: { how: 'resignation', loser: own.me } });
      store.update((s) => setAway(s, null));
    },
    offerDraw: () => match && link === 'open' && run(match.offer('draw', now())),
    flag: () => match && run(match.tick(now())),
  });

  /* Invitations. */

  /**
   * Prepares an invitation.
   * @param me known when resuming a game
   */
  async function prepare(
    connection: Transport,
    terms: Terms,
    me: Side | null,
    meeting: Meeting | null,
  ) {
    const contact = await connection.invite();
    if (connection !== transport) throw new Error('superseded');
    const lot = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    pending = { terms, me, lot, to: tag(contact), slot: newGameId(), meeting };
    return {
      text: writeText({ kind: 'invitation', contact, terms, lot }),
      id: terms.id,
      to: pending.to,
    };
  }

  /** @param me known when resuming a game */
  async function invite(terms: Terms, me: Side | null) {
    const connection = connect();
    pending = null;
    const key = newKey();
    const next: Step = { name: 'invite' };
    try {
      const [{ text }, place] = await Promise.all([
        prepare(connection, terms, me, null),
        openPlace(key).catch(console.warn),
      ]);
      next.text = text;
      if (place) {
        await leaveText(place, text).then(
          () => (next.meeting = { place, key, inviter: true }),
          (error) => {
            console.warn(error);
            next.error = 'together.meet.failed';
          },
        );
      }
      if (connection !== transport || !pending) return;
      Object.assign(pending, { meeting: next.meeting ?? null });
      go(next);
      void awaitReply();
    } catch (error) {
      if (connection !== transport) return;
      console.warn(error);
      failHere();
    }
  }

  /** Waits for an answer in the host's folder, if the invitation is there. */
  async function awaitReply() {
    if (!pending?.meeting || step.name !== 'invite') return;
    const signal = startWaiting(null);
    try {
      await accept(
        await awaitAnswer(pending.meeting.place, { id: pending.terms.id, to: pending.to }, signal),
      );
    } catch (error) {
      if (signal.aborted) return;
      console.warn(error);
      stopWaiting();
      go({ ...step, meeting: null, error: 'together.meet.failed' });
    }
  }

  /** Waits in the host's folder for the other device to come back, as long as the game is open. */
  async function meetAgain() {
    const known = keptInSlot(store.get().slot.id);
    if (!known?.meet) return;
    const { key, inviter } = known.meet;
    const signal = startWaiting(known.slot);
    step = { name: 'home' };
    pending = null;
    showLink();
    try {
      const place = await repeat(async () => (await openPlace(key)) ?? 'none', signal);
      if (place === 'none') throw new Error('the host has no folder any more');
      const meeting = { place, key, inviter };
      if (inviter)
        await inviteAgain(
          place,
          () => prepare(dial(), resumed(known), known.me, meeting),
          async ({ contact }) => {
            await transport?.accept(contact);
            await pause(CONNECT_TIMEOUT, signal);
          },
          signal,
        );
      else
        await answerAgain(
          place,
          known.id,
          (invitation) => answerTo(dial(), invitation, meeting),
          signal,
        );
    } catch (error) {
      if (signal.aborted) return;
      console.warn(error);
      stopWaiting();
      hangUp();
      showLink();
    }
  }

  /** Shows that this device cannot set up a connection. */
  function failHere() {
    hangUp();
    go({ name: 'failed', error: 'together.failed.here' });
  }

  function inviteTo({
    colour,
    so,
    clock,
  }: {
    colour: Side | 'lot';
    so: 'rules' | 'game';
    clock: Terms['clock'];
  }) {
    const { game } = store.get();
    const line = upTo(session.link(), game.played.length);
    // A QR code of a long game would be unreadable, so send only the position.
    const begun =
      so === 'rules'
        ? core.start(game.spec).link()
        : line.length > MAX_LENGTH
          ? session.positionLink()
          : line;
    void invite({ id: newGameId(), round: 0, colour, clock, game: begun, resumes: false }, null);
  }

  /** Invites to resume the current game. */
  function resume() {
    const known = keptInSlot(store.get().slot.id);
    if (!known) return open();
    void invite(resumed(known), known.me);
  }

  /**
   * The turns are not included: both devices have stored them, or exchange them in the handshake.
   */
  const resumed = ({ id, round, me, clock, begin: start }: Kept): Terms => ({
    id,
    round,
    colour: me,
    clock,
    game: beginning(start, round),
    resumes: true,
  });

  /** @returns the answer */
  async function answerTo(
    connection: Transport,
    { contact, terms, lot }: Invitation,
    meeting: Meeting | null,
  ): Promise<string> {
    const own = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    const inviter = terms.colour === 'lot' ? castLots(lot, own) : terms.colour;
    // Let Rust validate the game before answering.
    core.read(terms.game).free();
    const mine = await connection.answer(contact);
    if (connection !== transport) throw new Error('superseded');
    pending = { terms, me: other(inviter), lot: own, to: '', slot: newGameId(), meeting };
    return writeText({ kind: 'answer', contact: mine, id: terms.id, to: tag(contact), lot: own });
  }

  /** Accepts an invitation as the guest. */
  async function join(invitation: Invitation, meeting: Meeting | null) {
    const connection = connect();
    pending = null;
    try {
      const text = await answerTo(connection, invitation, meeting);
      if (!meeting) return go({ name: 'answer', text });
      const put = await meeting.place.put('answer', text).then(() => true, console.warn);
      if (connection !== transport || !pending) return;
      if (!put) return go({ name: 'answer', text, error: 'together.meet.failed' });
      go({ name: 'connecting' });
      connectTimer = window.setTimeout(
        () =>
          connection === transport &&
          link !== 'open' &&
          go({ name: 'answer', text, error: 'together.meet.slow' }),
        ANSWER_TIMEOUT,
      );
    } catch (error) {
      if (connection !== transport) return;
      console.warn(error);
      failHere();
    }
  }

  /**
   * Opens the one link of a host that has a folder.
   * @returns the word key of an error
   */
  async function visit(key: string, by: string): Promise<string | null> {
    const known = readKept().find(({ meet }) => meet?.key === key);
    const there = known && reopened(known.slot);
    if (there) {
      // It reconnects by itself.
      sheet.close();
      if (store.get().slot.id !== known.slot) session.openTable(there);
      return null;
    }
    try {
      const place = await openPlace(key);
      const invitation = readText((await place?.get('invitation')) ?? '');
      if (!place || invitation.kind !== 'invitation') throw new BadInvitation('none');
      go({ name: 'asked', invitation, by, meeting: { place, key, inviter: false } });
      return null;
    } catch (error) {
      console.warn(error);
      return 'together.meet.gone';
    }
  }

  /**
   * Applies an answer to this device's invitation.
   * @returns did it match the open invitation?
   */
  async function accept(reply: Answer): Promise<boolean> {
    if (
      !pending ||
      !transport ||
      step.name !== 'invite' ||
      reply.id !== pending.terms.id ||
      reply.to !== pending.to
    )
      return false;
    const { terms, lot, me } = pending;
    stopWaiting();
    pending.me = me ?? (terms.colour === 'lot' ? castLots(lot, reply.lot) : terms.colour);
    const connection = transport;
    go({ name: 'connecting' });
    connectTimer = window.setTimeout(() => {
      if (connection !== transport || link === 'open') return;
      hangUp();
      go({ name: 'failed' });
    }, CONNECT_TIMEOUT);
    try {
      await connection.accept(reply.contact);
    } catch (error) {
      console.warn(error);
      if (connection === transport) failHere();
    }
    return true;
  }

  /**
   * Handles a link or text from the other device.
   * @param opened was it opened as a link?
   * @returns the word key of an error
   */
  async function take(text: string, opened: boolean): Promise<string | null> {
    try {
      const key = keyIn(text);
      if (key) return await visit(key, senderOf(text));
      const found = readText(text);
      if (found.kind === 'invitation') go({ name: 'asked', invitation: found, by: senderOf(text) });
      else if (!(await accept(found))) {
        if (!opened) return 'together.bad.answer';
        go(
          (await askTabs(text))
            ? { name: 'elsewhere' }
            : { name: 'elsewhere', text, error: 'together.elsewhere.none' },
        );
      }
      return null;
    } catch (error) {
      if (error instanceof BadInvitation) return `together.bad.${error.code}`;
      throw error;
    }
  }

  /** Passes an answer to the tab that is waiting for it; resolves to whether there is one. */
  function askTabs(text: string) {
    return new Promise((done) => {
      if (!tabs) return done(false);
      tabs.onmessage = ({ data }) => (data?.type === 'taken' ? done(true) : onTabMessage(data));
      tabs.postMessage({ type: 'answer', text });
      setTimeout(done, TAB_TIMEOUT, false);
    });
  }

  /** Handles an answer opened in another tab. */
  async function onTabMessage(data: unknown) {
    const { type, text } = Object(data) as Record<string, unknown>;
    if (type !== 'answer' || typeof text !== 'string') return;
    try {
      const found = readText(text);
      if (found.kind === 'answer' && (await accept(found))) tabs?.postMessage({ type: 'taken' });
    } catch {
      // Not a valid answer.
    }
  }
  if (tabs) tabs.onmessage = ({ data }) => void onTabMessage(data);

  /** Offers to resume the current game with the other device. */
  function takeUp() {
    const { slot } = store.get();
    if (match && kept?.slot === slot.id) return;
    link = 'none';
    showLink();
    void meetAgain();
  }

  /** Shows that there is no connection. */
  function showLink() {
    if (match) return show();
    const known = keptInSlot(store.get().slot.id);
    const key = waiting?.slot ? 'together.status.interrupted' : 'together.status.none';
    store.update((s) =>
      setPaused(
        setAway(
          s,
          known
            ? {
                text: { key },
                offers: [{ label: { key: 'together.again' }, run: resume }],
                may: false,
              }
            : null,
        ),
        true,
      ),
    );
  }

  function open() {
    if (match && link === 'open') go({ name: 'playing' });
    else if (['invite', 'answer', 'connecting'].includes(step.name) && transport) {
      go(step);
      void awaitReply();
    } else go({ name: 'home' });
  }

  const sheet = createSheet({
    store,
    core,
    step: () => step,
    can: canConnect(),
    mayResume: () =>
      isApart(store.get()) && keptInSlot(store.get().slot.id) !== null ? resume : null,
    inviteTo,
    showHow,
    join: (invitation) => void join(invitation, step.meeting ?? null),
    twoLinks: () => go({ ...step, meeting: null }),
    closed() {
      // It asks no longer than somebody looks at it.
      if (step.name === 'invite') stopWaiting();
      // A game that was reconnecting goes on with it.
      if (
        (step.meeting?.inviter || step.name === 'home') &&
        !waiting &&
        (link === 'lost' || link === 'none') &&
        isApart(store.get())
      )
        void meetAgain();
    },
    take,
    home() {
      if (!waiting?.slot) stopWaiting();
      hangUp();
      pending = null;
      go({ name: 'home' });
    },
    leave() {
      stopWaiting();
      sheet.close();
      leave();
    },
  });

  return {
    open,
    takeUp,
    /** Handles an opened link with an invitation or answer. */
    async read(text: string) {
      const error = await take(text, true);
      if (error) go({ name: 'home', error });
    },
    /** Offers or accepts a rematch. */
    rematch() {
      if (match && link === 'open') run(match.offer('rematch', now()));
      else open();
    },
  };
}
