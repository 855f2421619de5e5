// Stores the position being set up. It is restored in its own tab after a reload, update or failure, and in any tab once its own
// has been closed or killed.
import { attempt } from '../storage/local.js';
import { storedValue, isObject, refuse } from '../storage/storage.js';

const KEY = 'merels.setup';
const VERSION = 1;

/** @typedef {import('../types').SetupDraft} SetupDraft */

/** Rust checks the contents. @param {unknown} value @returns {value is SetupDraft} */
const isDraft = (value) => isObject(value);

/** The latest draft of any tab. */
const last = storedValue(KEY, ({ draft }) => (isDraft(draft) ? { draft } : refuse()), {
  newest: VERSION,
});

/** What this tab has written there, and the lock it holds meanwhile. @type {{ draft: SetupDraft, release: () => void } | null} */
let own = null;

/** Takes a lock, which is released when the page ends, however it ends. @returns {() => void} releases it */
function lock() {
  let release = () => {};
  const until = new Promise((resolve) => (release = () => resolve(null)));
  navigator.locks?.request(KEY, { mode: 'shared' }, () => until).catch(() => {});
  return release;
}

/** @param {SetupDraft | null} draft null when the editor closes */
export function saveSetup(draft) {
  // If storage fails, the draft is lost on reload.
  attempt(
    () =>
      draft
        ? sessionStorage.setItem(KEY, JSON.stringify({ version: VERSION, draft }))
        : sessionStorage.removeItem(KEY),
    undefined,
  );
  if (draft) {
    own = { draft, release: own?.release ?? lock() };
    last.write({ draft });
  } else {
    // Another tab may have written since.
    if (JSON.stringify(last.read()?.draft) === JSON.stringify(own?.draft)) last.erase();
    own?.release();
    own = null;
  }
}

/** This tab's draft. @returns {SetupDraft | null} */
function ofThisTab() {
  const { version, draft } =
    attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? ''), null) ?? {};
  return version === VERSION ? (draft ?? null) : null;
}

/** The draft of this tab, or the latest one of a tab that no longer exists. @returns {Promise<SetupDraft | null>} */
export async function loadSetup() {
  const here = ofThisTab();
  const elsewhere = here ? null : last.read();
  if (!elsewhere) return here;
  // Without locks, the draft may belong to a tab that is still open.
  const { held } = (await navigator.locks?.query().catch(() => null)) ?? {};
  return held && !held.some(({ name }) => name === KEY) ? elsewhere.draft : null;
}
