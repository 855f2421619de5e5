// Play with another device: connects the invitation, the wire, the match and the page. Fetched when it is first asked for.
import './together.css';
import loadWords from '../i18n/together.words.js';
import { storedText } from '../storage/games.js';
import { refusal } from '../i18n/error-text.js';
import { reopen, newTable } from '../storage/restore.js';
import { isApart, setAway, setPaused, setPicked } from '../state.js';
import { awayOf } from './match-status.js';
import { BadInvitation, castLots, newGameId, read as readText, tag, write as writeText } from './invitation.js';
import { findKept, keep, keptInSlot } from './saved-matches.js';
import { createMatch } from './match.js';
import { beginning, upTo } from './records.js';
import { createSheet } from './connect-dialog.js';
import { createTable } from './sync.js';
import { canConnect, createTransport } from './transport.js';

/**
 * @typedef {import('../types').Side} Side
 * @typedef {import('./invitation.js').Terms} Terms
 * @typedef {import('./invitation.js').Invitation} Invitation
 * @typedef {import('./saved-matches.js').Kept} Kept
 *
 * @typedef {'none' | 'open' | 'interrupted' | 'lost' | 'left'} Link
 * @typedef {object} Step what the sheet shows
 * @property {'home' | 'invite' | 'asked' | 'answer' | 'connecting' | 'failed' | 'playing' | 'elsewhere'} name
 * @property {string} [text] the invitation or answer to be passed on
 * @property {Invitation} [invitation]
 * @property {string} [error] why something did not work, by its key
 */

/** So long after the answer came the connection has to stand, in milliseconds. */
const CONNECTING = 25_000;
/** While a clock runs, the game is kept so often: what was thought is not given back. */
const KEEPING = 5000;
/** So long another tab has to say that it waits for an answer. */
const ASKING = 800;
/** The letters of a game in an invitation. */
const LONG = 600;
const CHANNEL = 'merels.together';

/** @param {{ store: import('../state.js').Store, core: import('../types').Core, session: import('../game/session.js').Session }} parts */
export async function createTogether({ store, core, session }) {
  await loadWords();
  /** @type {import('./transport.js').Transport | null} */
  let transport = null;
  /** @type {import('./match.js').Match | null} */
  let match = null;
  /** The game that is played, as it is kept. @type {Kept | null} */
  let kept = null;
  /** @type {Link} */
  let link = 'none';
  /** What was invited to, or is to be played once the wire is there. @type {{ terms: Terms, me: Side | null, lot: number, to: string, slot: string } | null} */
  let pending = null;
  /** @type {Step} */
  let step = { name: 'home' };
  let timer = 0;
  let patience = 0;
  const table = createTable(store, session, core);
  const now = () => performance.now();
  const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : null;

  /** @param {Step} next */
  function go(next) {
    step = next;
    sheet.show();
  }

  /* The wire. */

  function connect() {
    takeLeave();
    hangUp();
    if (link === 'open') link = 'none';
    const wire = createTransport({
      message: (text) => wire === transport && match && run(match.receive(text, now())),
      condition: (condition) => wire === transport && changed(condition),
    });
    transport = wire;
    return wire;
  }

  /** Says goodbye to the other device. */
  function takeLeave() {
    if (!match || (link !== 'open' && link !== 'interrupted')) return;
    for (const effect of match.leave(now())) if (effect.type === 'send') transport?.send(effect.text);
    hangUp();
    lose('left');
  }

  function hangUp() {
    clearTimeout(patience);
    transport?.close();
    transport = null;
  }

  /** @param {import('./transport.js').Condition} condition */
  function changed(condition) {
    clearTimeout(patience);
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
      if (pending) go({ name: 'failed' });
      else if (match && link !== 'left') lose('lost');
    }
  }

  /** @param {boolean} resting */
  function rest(resting) {
    if (!match) return;
    store.update((s) => setPaused(s, resting));
    run(match.rest(resting, now()));
    show();
  }

  /** The connection is gone; the game is not. @param {'lost' | 'left'} how */
  function lose(how) {
    link = how;
    if (match) match.rest(true, now());
    // What was said before is of no account now.
    store.update((s) => (s.slot.id === kept?.slot ? setPicked(setPaused(s, true), null) : s));
    show();
  }

  /* The game. */

  /** The wire is there: the two devices greet each other. */
  function begin() {
    if (!pending?.me) return;
    const { terms, me, slot } = pending;
    const known = terms.resumes ? findKept(terms.id, terms.round, me) : null;
    const start = known?.begin ?? terms.game;
    match?.free();
    try {
      match = createMatch({ core, id: terms.id, round: terms.round, me, begin: start, clock: known ? known.clock : terms.clock, record: known });
    } catch (error) {
      match = null;
      hangUp();
      return go({ name: 'failed', error: refusal(error) });
    }
    kept = { id: terms.id, round: terms.round, slot: known?.slot ?? slot, me, begin: start, clock: known ? known.clock : terms.clock, turns: [], left: null, ended: null };
    pending = null;
    openMatch();
    sheet.close();
    run(match.greet());
  }

  /** Puts the game on the table, as it is known here. */
  function openMatch() {
    if (!match || !kept) return;
    const { slot, clock, me } = kept;
    if (store.get().slot.id !== slot) {
      const settings = { ...store.get().settings, mode: /** @type {const} */ ('away'), human: me, clock: clock && { ...clock, rests: false } };
      const game = core.read(match.link());
      const put = newTable(game, { ...settings, spec: game.state().spec }, false);
      session.openTable(reopened(slot) ?? { ...put, slot: { ...put.slot, id: slot } });
    }
    store.update((s) => setPaused(s, false));
    table.forget();
    show();
  }

  /** The game as the page has kept it, with its name. @param {string} slot */
  function reopened(slot) {
    const text = storedText(slot);
    try {
      return text === null ? null : reopen(core, slot, text);
    } catch {
      return null;
    }
  }

  /** Does what the match wants done. @param {import('./types').Effect[]} effects */
  function run(effects) {
    for (const effect of effects) {
      if (effect.type === 'send') transport?.send(effect.text);
      else if (effect.type === 'round') nextRound();
    }
    if (effects.length) show();
    for (const effect of effects) if (effect.type === 'say' && match) table.say(effect, match.view(now()).me);
    for (const effect of effects) {
      if (effect.type !== 'close') continue;
      hangUp();
      lose('left');
      if (effect.why !== 'bye') session.say({ key: `together.closed.${effect.why}` });
    }
  }

  /** A rematch begins: a game of its own, with the colours exchanged. */
  function nextRound() {
    if (!match || !kept) return;
    const { round, me } = match.view(now());
    kept = { ...kept, round, me, slot: newGameId() };
    openMatch();
  }

  /** Shows how it stands, keeps it, and looks again when a clock may have run down. */
  function show() {
    clearTimeout(timer);
    if (!match || !kept || store.get().slot.id !== kept.slot) return;
    const time = now();
    const view = match.view(time);
    table.follow(view, time, match.link);
    keepGame();
    store.update((s) => setAway(s, awayOf(view, link, { choose, answer, resume })));
    lookAgain();
  }

  function keepGame() {
    if (match && kept) keep({ ...kept, ...match.record(now()) });
  }

  /** While a clock runs. */
  function lookAgain() {
    const next = match && link === 'open' ? match.nextTick(now()) : Infinity;
    if (next < Infinity) timer = window.setTimeout(tick, Math.min(next + 5, KEEPING));
  }

  function tick() {
    const effects = match?.tick(now()) ?? [];
    if (effects.length) return run(effects);
    keepGame();
    lookAgain();
  }

  // Only while it is played here: another tab may have gone on with it since.
  const leaving = () => link === 'open' && keepGame();
  addEventListener('pagehide', leaving);
  document.addEventListener('visibilitychange', leaving);

  /** @param {'common' | 'theirs'} wish */
  const choose = (wish) => match && run(match.choose(wish, now()));
  /** @param {import('./messages.js').Question} what @param {boolean} agreed */
  const answer = (what, agreed) => match && run(match.answer(what, agreed, now()));

  /** Opening another game leaves this one. */
  store.subscribe((state) => {
    if (!match || !kept || state.slot.id === kept.slot) return;
    takeLeave();
    match.free();
    match = null;
    kept = null;
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
      // Where the connection is gone, the other device hears of it when the two meet again.
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

  /** @param {Terms} terms @param {Side | null} me known already where a game goes on */
  async function invite(terms, me) {
    const wire = connect();
    pending = null;
    try {
      const contact = await wire.invite();
      if (wire !== transport) return;
      const lot = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
      pending = { terms, me, lot, to: tag(contact), slot: newGameId() };
      go({ name: 'invite', text: writeText({ kind: 'invitation', contact, terms, lot }) });
    } catch (error) {
      console.warn(error);
      if (wire === transport) failHere();
    }
  }

  /** The wire of the moment cannot be prepared; an older one that fails late is of no account. */
  function failHere() {
    hangUp();
    go({ name: 'failed', error: 'together.failed.here' });
  }

  /** @param {{ colour: Side | 'lot', so: 'rules' | 'game', clock: Terms['clock'] }} wish */
  function inviteTo({ colour, so, clock }) {
    const { game } = store.get();
    const line = upTo(session.link(), game.played.length);
    // A long game would make a picture that no camera reads: then the position alone goes along.
    const begun = so === 'rules' ? core.start(game.spec).link() : line.length > LONG ? session.positionLink() : line;
    void invite({ id: newGameId(), round: 0, colour, clock, game: begun, resumes: false }, null);
  }

  /** Invites to go on with the game on the table. */
  function resume() {
    const known = keptInSlot(store.get().slot.id);
    if (!known) return open();
    // The turns since, both have kept, or they are told when the two meet.
    void invite({ id: known.id, round: known.round, colour: known.me, clock: known.clock, game: beginning(known.begin, known.round), resumes: true }, known.me);
  }

  /** A guest takes the invitation up. @param {Invitation} invitation */
  async function join({ contact, terms, lot }) {
    const own = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    const inviter = terms.colour === 'lot' ? castLots(lot, own) : terms.colour;
    const wire = connect();
    pending = null;
    try {
      // Whether that is a game Rust says, before anything is answered.
      core.read(terms.game).free();
      const mine = await wire.answer(contact);
      if (wire !== transport) return;
      pending = { terms, me: inviter === 'white' ? 'black' : 'white', lot: own, to: '', slot: newGameId() };
      go({ name: 'answer', text: writeText({ kind: 'answer', contact: mine, id: terms.id, to: tag(contact), lot: own }) });
    } catch (error) {
      console.warn(error);
      if (wire === transport) failHere();
    }
  }

  /** The answer to this device's invitation. @param {import('./invitation.js').Answer} reply @returns {Promise<boolean>} was it one to what is open here? */
  async function accept(reply) {
    if (!pending || !transport || step.name !== 'invite' || reply.id !== pending.terms.id || reply.to !== pending.to) return false;
    const { terms, lot, me } = pending;
    pending.me = me ?? (terms.colour === 'lot' ? castLots(lot, reply.lot) : terms.colour);
    const wire = transport;
    go({ name: 'connecting' });
    patience = window.setTimeout(() => {
      if (wire !== transport || link === 'open') return;
      hangUp();
      go({ name: 'failed' });
    }, CONNECTING);
    try {
      await wire.accept(reply.contact);
    } catch (error) {
      console.warn(error);
      if (wire === transport) failHere();
    }
    return true;
  }

  /** Takes a link or a text from the other device. @param {string} text @param {boolean} opened did it come as a link that was opened? @returns {Promise<string | null>} why it is not accepted, by its key */
  async function take(text, opened) {
    try {
      const found = readText(text);
      if (found.kind === 'invitation') go({ name: 'asked', invitation: found });
      else if (!(await accept(found))) {
        if (!opened) return 'together.bad.answer';
        go((await askTabs(text)) ? { name: 'elsewhere' } : { name: 'elsewhere', text, error: 'together.elsewhere.none' });
      }
      return null;
    } catch (error) {
      if (error instanceof BadInvitation) return `together.bad.${error.code}`;
      throw error;
    }
  }

  /** Is there a tab that waits for this answer? It gets it then. @param {string} text */
  function askTabs(text) {
    return new Promise((done) => {
      if (!tabs) return done(false);
      tabs.onmessage = ({ data }) => (data?.type === 'taken' ? done(true) : hear(data));
      tabs.postMessage({ type: 'answer', text });
      setTimeout(done, ASKING, false);
    });
  }

  /** Another tab was opened with an answer. @param {unknown} data */
  async function hear(data) {
    const { type, text } = /** @type {Record<string, unknown>} */ (Object(data));
    if (type !== 'answer' || typeof text !== 'string') return;
    try {
      const found = readText(text);
      if (found.kind === 'answer' && (await accept(found))) tabs?.postMessage({ type: 'taken' });
    } catch {
      // Not from a page like this one.
    }
  }
  if (tabs) tabs.onmessage = ({ data }) => void hear(data);

  /** The game on the table was played with another device: it can go on. */
  function takeUp() {
    const { slot } = store.get();
    if (match && kept?.slot === slot.id) return;
    const known = keptInSlot(slot.id);
    link = 'none';
    store.update((s) => setPaused(setAway(s, known ? { text: { key: 'together.status.none' }, offers: [{ label: { key: 'together.again' }, run: resume }], may: false } : null), true));
  }

  function open() {
    if (match && link === 'open') go({ name: 'playing' });
    else if (['invite', 'answer', 'connecting'].includes(step.name) && transport) go(step);
    else go({ name: 'home' });
  }

  const sheet = createSheet({
    store,
    core,
    step: () => step,
    can: canConnect(),
    mayResume: () => (isApart(store.get()) && keptInSlot(store.get().slot.id) !== null ? resume : null),
    inviteTo,
    join: (invitation) => void join(invitation),
    take,
    home() {
      hangUp();
      pending = null;
      go({ name: 'home' });
    },
    leave() {
      sheet.close();
      takeLeave();
    },
  });

  return {
    open,
    takeUp,
    /** A link with an invitation or an answer was opened. @param {string} text */
    async read(text) {
      const error = await take(text, true);
      if (error) go({ name: 'home', error });
    },
    /** The same again, where the other player wants that as well. */
    rematch() {
      if (match && link === 'open') run(match.offer('rematch', now()));
      else open();
    },
  };
}
