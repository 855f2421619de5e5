// The position that is being set up: in its tab it is there again after a reload, an update or a failure of the page, and in any
// tab when its own has been closed or killed.
import { attempt } from '../storage/local.js';
import { storedValue, isObject, refuse } from '../storage/storage.js';

const KEY = 'merels.setup';
const VERSION = 1;

/** @typedef {import('../types').SetupDraft} SetupDraft */

/** Rust says whether it can be understood. @param {unknown} value @returns {value is SetupDraft} */
const isDraft = (value) => isObject(value);

/** What was set up last in any tab. */
const last = storedValue(KEY, ({ draft }) => (isDraft(draft) ? { draft } : refuse()), { newest: VERSION });

/** What this tab has written there, and the lock that it holds as long as it goes on. @type {{ draft: SetupDraft, release: () => void } | null} */
let own = null;

/** Holds a lock, which nothing that ends the page leaves held. @returns {() => void} lets it go */
function lock() {
  let release = () => {};
  const until = new Promise((resolve) => (release = () => resolve(null)));
  navigator.locks?.request(KEY, { mode: 'shared' }, () => until).catch(() => {});
  return release;
}

/** @param {SetupDraft | null} draft null where none is set up any more */
export function saveSetup(draft) {
  // Where nothing is stored, a reload forgets it.
  attempt(() => (draft ? sessionStorage.setItem(KEY, JSON.stringify({ version: VERSION, draft })) : sessionStorage.removeItem(KEY)), undefined);
  if (draft) {
    own = { draft, release: own?.release ?? lock() };
    last.write({ draft });
  } else {
    // Another tab may have set up something since.
    if (JSON.stringify(last.read()?.draft) === JSON.stringify(own?.draft)) last.erase();
    own?.release();
    own = null;
  }
}

/** What this tab was setting up. @returns {SetupDraft | null} */
function ofThisTab() {
  const { version, draft } = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? ''), null) ?? {};
  return version === VERSION ? (draft ?? null) : null;
}

/** What was being set up in this tab, or last in one that is no longer there. @returns {Promise<SetupDraft | null>} */
export async function loadSetup() {
  const here = ofThisTab();
  const elsewhere = here ? null : last.read();
  if (!elsewhere) return here;
  // Where no browser tells which tabs there are, it may be one of them that sets it up.
  const { held } = (await navigator.locks?.query().catch(() => null)) ?? {};
  return held && !held.some(({ name }) => name === KEY) ? elsewhere.draft : null;
}
