// The wire: one ordered, reliable channel between two browsers, with no server to help them find each other. What one says
// of itself is carried to the other by hand, in an invitation and an answer.
import { contactOf, descriptionOf } from './invitation.js';
import { LARGEST } from './messages.js';

/**
 * @typedef {import('./invitation.js').Contact} Contact
 * @typedef {'open' | 'interrupted' | 'failed' | 'closed'} Condition
 * @typedef {object} Hearing
 * @property {(text: unknown) => void} message
 * @property {(condition: Condition) => void} condition
 */

/** Addresses that have not been found after so long are left out, in milliseconds. */
const GATHERING = 4000;
/** So much may wait to be sent, in bytes. */
const PENDING = 64 * LARGEST;

/** Can this browser do it at all? */
export const canConnect = () => typeof RTCPeerConnection === 'function';

/** @param {Hearing} hearing */
export function createTransport(hearing) {
  // No servers: both are in one network, or reach each other anyway.
  const peer = new RTCPeerConnection({ iceServers: [] });
  /** @type {RTCDataChannel | null} */
  let channel = null;
  let over = false;

  /** @param {Condition} condition */
  function tell(condition) {
    if (over) return;
    if (condition === 'failed' || condition === 'closed') over = true;
    hearing.condition(condition);
  }

  /** @param {RTCDataChannel} opened */
  function use(opened) {
    channel = opened;
    opened.onopen = () => tell('open');
    opened.onclose = () => tell('closed');
    opened.onmessage = ({ data }) => !over && hearing.message(data);
  }

  peer.onconnectionstatechange = () => {
    const state = peer.connectionState;
    // Before it was ever open there is nothing to interrupt: the other side may still be looking at a picture.
    if (channel?.readyState !== 'open') return;
    if (state === 'connected') tell('open');
    else if (state === 'disconnected') tell('interrupted');
    else if (state === 'failed') tell('failed');
  };
  // A guest may only open the one channel.
  peer.ondatachannel = ({ channel: opened }) => (channel ? opened.close() : use(opened));

  /** Settled when all addresses are known, or it has taken too long. */
  async function gathered() {
    await new Promise((done) => {
      const check = () => peer.iceGatheringState === 'complete' && done(null);
      peer.addEventListener('icegatheringstatechange', check);
      setTimeout(done, GATHERING, null);
      check();
    });
    return contactOf(peer.localDescription?.sdp ?? '');
  }

  return {
    /** How the invited device may reach this one. @returns {Promise<Contact>} */
    async invite() {
      use(peer.createDataChannel('merels', { ordered: true }));
      await peer.setLocalDescription();
      return gathered();
    },
    /** Answers an invitation. @param {Contact} contact @returns {Promise<Contact>} */
    async answer(contact) {
      await peer.setRemoteDescription({ type: 'offer', sdp: descriptionOf(contact) });
      await peer.setLocalDescription();
      return gathered();
    },
    /** Takes the answer to the invitation. @param {Contact} contact */
    async accept(contact) {
      await peer.setRemoteDescription({ type: 'answer', sdp: descriptionOf(contact) });
    },
    /** @param {string} text */
    send(text) {
      if (channel?.readyState !== 'open' || channel.bufferedAmount > PENDING) return false;
      channel.send(text);
      return true;
    },
    close() {
      over = true;
      // What was said last still goes out before the channel closes.
      channel?.close();
      setTimeout(() => peer.close(), 200);
    },
  };
}

/** @typedef {ReturnType<typeof createTransport>} Transport */
