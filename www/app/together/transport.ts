// The connection: one ordered, reliable WebRTC data channel without a signalling server. The
// players exchange the session descriptions themselves, as an invitation and an answer.
import { iceServers } from './ice-servers.ts';
import { contactOf, descriptionOf, type Contact } from './invitation.ts';
import { LARGEST } from './messages.ts';

export type Condition = 'open' | 'interrupted' | 'failed' | 'closed';
interface Listener {
  message: (text: unknown) => void;
  condition: (condition: Condition) => void;
}

/**
 * The channel's protocol says that the inviting device knows names and greetings; earlier versions
 * have none, and do not look at it.
 */
const TALKS = 'names';
/** The time limit for gathering ICE candidates, in milliseconds. */
const GATHERING = 4000;
/** The maximum send buffer, in bytes. */
const PENDING = 64 * LARGEST;

/** Does this browser support WebRTC? */
export const canConnect = () => typeof RTCPeerConnection === 'function';

export function createTransport(listener: Listener) {
  const peer = new RTCPeerConnection();
  let channel: RTCDataChannel | null = null;
  let ended = false;
  let invited = false;

  function notify(condition: Condition) {
    if (ended) return;
    if (condition === 'failed' || condition === 'closed') ended = true;
    listener.condition(condition);
  }

  function setChannel(opened: RTCDataChannel) {
    channel = opened;
    opened.onopen = () => notify('open');
    opened.onclose = () => notify('closed');
    opened.onmessage = ({ data }) => !ended && listener.message(data);
  }

  peer.onconnectionstatechange = () => {
    const state = peer.connectionState;
    // Ignore changes before the channel opens: the other player may still be scanning the code.
    if (channel?.readyState !== 'open') return;
    if (state === 'connected') notify('open');
    else if (state === 'disconnected') notify('interrupted');
    else if (state === 'failed') notify('failed');
  };
  // Allow only one channel.
  peer.ondatachannel = ({ channel: opened }) => (channel ? opened.close() : setChannel(opened));

  /** Uses the host's servers, if the browser accepts them. */
  async function useServers() {
    const servers = await iceServers();
    try {
      peer.setConfiguration({ iceServers: servers });
    } catch (error) {
      console.warn(error);
    }
  }

  /** Gathers addresses until that is complete or times out. */
  async function gathered() {
    await peer.setLocalDescription();
    await new Promise((done) => {
      const check = () => peer.iceGatheringState === 'complete' && done(null);
      peer.addEventListener('icegatheringstatechange', check);
      setTimeout(done, GATHERING, null);
      check();
    });
    return contactOf(peer.localDescription?.sdp ?? '');
  }

  return {
    /** Creates an offer. */
    async invite(): Promise<Contact> {
      await useServers();
      setChannel(peer.createDataChannel('merels', { ordered: true, protocol: TALKS }));
      return gathered();
    },
    /** Answers an offer. */
    async answer(contact: Contact): Promise<Contact> {
      invited = true;
      await useServers();
      await peer.setRemoteDescription({ type: 'offer', sdp: descriptionOf(contact) });
      return gathered();
    },
    /** Applies the answer. */
    async accept(contact: Contact) {
      await peer.setRemoteDescription({ type: 'answer', sdp: descriptionOf(contact) });
    },
    /** Does the device that invited this one know names and greetings? */
    talks: () => invited && channel?.protocol === TALKS,
    send(text: string) {
      if (channel?.readyState !== 'open' || channel.bufferedAmount > PENDING) return false;
      channel.send(text);
      return true;
    },
    close() {
      ended = true;
      // The channel sends its buffered messages before closing.
      channel?.close();
      setTimeout(() => peer.close(), 200);
    },
  };
}

export type Transport = ReturnType<typeof createTransport>;
