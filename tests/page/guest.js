/**
 * The other device, for tests of the whole page: the page's connections lead to it. It plays by the
 * same match, or says what a test says.
 */
import { core } from './core.js';
import { descriptionOf, read, tag, write } from '../../www/app/together/invitation.ts';
import { createMatch } from '../../www/app/together/match.ts';

/** @typedef {import('../../www/app/together/invitation.ts').Terms} Terms */

/** @param {'actpass' | 'active'} setup */
const contact = (setup) => ({
  ufrag: 'abcd',
  pwd: 'x'.repeat(22),
  fingerprint: crypto.getRandomValues(new Uint8Array(32)),
  setup,
  addresses: [{ address: '192.0.2.7', port: 5000 }],
});

/** A connection of the page, as the browser would offer it. */
class Peer extends EventTarget {
  /** The page's connections, the latest last. @type {Peer[]} */
  static all = [];
  /** Fails the next description that comes from outside. @type {((peer: Peer) => Promise<void>) | null} */
  static fault = null;
  connectionState = 'new';
  iceGatheringState = 'complete';
  localDescription = { sdp: '' };
  answers = false;
  isAnswered = false;
  /** @type {any} */
  channel = null;
  /** @type {(() => void) | null} */
  onconnectionstatechange = null;
  /** @type {((event: { channel: any }) => void) | null} */
  ondatachannel = null;
  closed = false;

  constructor() {
    super();
    Peer.all.push(this);
  }
  setConfiguration() {}
  /** @param {string} _ @param {{ protocol: string }} how */
  createDataChannel(_, { protocol }) {
    return (this.channel = new Channel(protocol));
  }
  async setLocalDescription() {
    this.localDescription.sdp = descriptionOf(contact(this.answers ? 'active' : 'actpass'));
  }
  /** @param {{ type: string }} description */
  async setRemoteDescription({ type }) {
    this.answers = type === 'offer';
    this.isAnswered = type === 'answer';
    const { fault } = Peer;
    Peer.fault = null;
    await fault?.(this);
  }
  close() {
    this.closed = true;
  }
  /** @param {string} state */
  become(state) {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

class Channel {
  readyState = 'connecting';
  bufferedAmount = 0;
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {(() => void) | null} */
  onclose = null;
  /** @type {((event: { data: unknown }) => void) | null} */
  onmessage = null;
  /** What the page says. @type {(text: string) => void} */
  send = () => {};
  /** @param {string} protocol */
  constructor(protocol) {
    this.protocol = protocol;
  }
  close() {
    this.readyState = 'closed';
  }
}

Object.assign(globalThis, { RTCPeerConnection: Peer });
export { Peer };

/** @param {string} link */
export const readLink = (link) => read(new URL(link).hash);

/**
 * Connects to the page.
 * @param {Terms} terms
 * @param {'white' | 'black'} me
 * @param {{ record?: any, begin?: string, protocol?: string }} [more]
 */
export function connect(terms, me, { record = null, begin = terms.game, protocol = '' } = {}) {
  const peer = /** @type {Peer} */ (Peer.all.at(-1));
  const match = createMatch({
    core,
    id: terms.id,
    round: terms.round,
    me,
    begin,
    clock: terms.clock,
    record,
  });
  if (!peer.channel) {
    peer.channel = new Channel(protocol);
    peer.ondatachannel?.({ channel: peer.channel });
  }
  const { channel } = peer;
  const guest = {
    match,
    peer,
    /** What both say stays on its way while this is not null. @type {(() => void)[] | null} */
    held: null,
    /** What the page has said. @type {any[]} */
    heard: [],
    /** A text that no honest page sends, or a message as it would come next. @param {object | string} what */
    inject(what) {
      const { name } = match.view(0);
      guest.send(
        typeof what === 'string'
          ? what
          : JSON.stringify({ v: 1, game: name, n: ++guest.sent, ...what }),
      );
    },
    sent: 0,
    /** @param {string} data */
    send(data) {
      const go = () => channel.onmessage?.({ data });
      if (guest.held) guest.held.push(go);
      else queueMicrotask(go);
    },
    /** @param {readonly import('../../www/app/together/types.ts').Effect[]} effects */
    take(effects) {
      for (const effect of effects)
        if (effect.type === 'send') {
          guest.sent++;
          guest.send(effect.text);
        }
    },
    /** @param {...string} turns */
    play(...turns) {
      for (const turn of turns) guest.take(match.play(turn, guest.now()));
    },
    now: () => performance.now(),
    view: () => match.view(guest.now()),
    letGo() {
      const held = guest.held ?? [];
      guest.held = null;
      for (const go of held) queueMicrotask(go);
    },
  };
  channel.send = (/** @type {string} */ text) => {
    guest.heard.push(JSON.parse(text));
    const go = () => guest.take(match.receive(text, guest.now()));
    if (guest.held) guest.held.push(go);
    else queueMicrotask(go);
  };
  peer.connectionState = 'connected';
  channel.readyState = 'open';
  channel.onopen?.();
  guest.take(match.greet());
  return guest;
}

/** An answer to an invitation, as the other device would write it. @param {string} link */
export function answerTo(link) {
  const invitation = readLink(link);
  if (invitation.kind !== 'invitation') throw new Error('no invitation');
  const { id } = invitation.terms;
  return {
    terms: invitation.terms,
    text: write({
      kind: 'answer',
      contact: contact('active'),
      id,
      to: tag(invitation.contact),
      lot: 0,
    }),
  };
}

/** An invitation by the other device. @param {Partial<Terms>} [terms] */
export function invitation(terms = {}) {
  /** @type {Terms} */
  const all = {
    id: '00112233445566ff',
    round: 0,
    colour: 'white',
    clock: null,
    game: 'nine~',
    resumes: false,
    ...terms,
  };
  return {
    terms: all,
    text: write({ kind: 'invitation', contact: contact('actpass'), lot: 0, terms: all }),
  };
}
