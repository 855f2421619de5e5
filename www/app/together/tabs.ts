// The other tabs of this browser: an answer may be opened in one that does not wait for it.
import { accept } from './invite.ts';
import { read } from './invitation.ts';
import type { Together } from './context.ts';

/** How long to wait for a tab that claims an answer, in milliseconds. */
const TIMEOUT = 800;
const CHANNEL = 'merels.together';

export const openTabs = () =>
  typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : null;

/** Takes an answer opened in another tab. */
function takeFrom(t: Together, data: unknown) {
  const { type, text } = Object(data) as Record<string, unknown>;
  if (type !== 'answer' || typeof text !== 'string') return;
  try {
    const found = read(text);
    if (found.kind === 'answer' && accept(t, found)) t.tabs?.postMessage({ type: 'taken' });
  } catch {
    // Not a valid answer.
  }
}

export function listenToTabs(t: Together) {
  if (t.tabs) t.tabs.onmessage = ({ data }) => takeFrom(t, data);
}

/** Passes an answer to the tab that is waiting for it; resolves to whether there is one. */
export const askTabs = (t: Together, text: string) =>
  new Promise<boolean>((done) => {
    const { tabs } = t;
    if (!tabs) return done(false);
    tabs.onmessage = ({ data }) => (data?.type === 'taken' ? done(true) : takeFrom(t, data));
    tabs.postMessage({ type: 'answer', text });
    setTimeout(done, TIMEOUT, false);
  });
