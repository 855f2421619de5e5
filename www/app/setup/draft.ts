// Stores the position being set up. It is restored in its own tab after a reload, update or
// failure, and in any tab once its own has been closed or killed.
import { attempt } from '../storage/local.ts';
import { storedValue, isObject, refuse } from '../storage/storage.ts';
import type { SetupDraft } from '../types.ts';

const KEY = 'merels.setup';
const VERSION = 1;

/** Rust checks the contents. */
const isDraft = (value: unknown): value is SetupDraft => isObject(value);

/** The latest draft of any tab. */
const last = storedValue(KEY, ({ draft }) => (isDraft(draft) ? { draft } : refuse()));

/** What this tab has written there, and the lock it holds meanwhile. */
let own: { draft: SetupDraft; release: () => void } | null = null;

/**
 * Takes a lock, which is released when the page ends, however it ends.
 * @returns releases it
 */
function lock(): () => void {
  let release = () => {};
  const until = new Promise((resolve) => (release = () => resolve(null)));
  navigator.locks?.request(KEY, { mode: 'shared' }, () => until).catch(() => {});
  return release;
}

/** @param draft null when the editor closes */
export function saveSetup(draft: SetupDraft | null) {
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

/** This tab's draft. */
function ofThisTab(): SetupDraft | null {
  const { version, draft } =
    attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? ''), null) ?? {};
  return version === VERSION ? (draft ?? null) : null;
}

/** The draft of this tab, or the latest one of a tab that no longer exists. */
export async function loadSetup(): Promise<SetupDraft | null> {
  const here = ofThisTab();
  const elsewhere = here ? null : last.read();
  if (!elsewhere) return here;
  // Without locks, the draft may belong to a tab that is still open.
  const { held } = (await navigator.locks?.query().catch(() => null)) ?? {};
  return held && !held.some(({ name }) => name === KEY) ? elsewhere.draft : null;
}
