// The position that is being set up in this tab, so that it is there again after a reload, an update or a failure of the page.

const KEY = 'merels.setup';
const VERSION = 1;

/** @typedef {import('./types').SetupDraft} SetupDraft */

/** @param {SetupDraft | null} draft null where none is set up any more */
export function keepSetup(draft) {
  try {
    if (draft) sessionStorage.setItem(KEY, JSON.stringify({ version: VERSION, draft }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Where nothing is stored, a reload forgets it.
  }
}

/** As it was kept; Rust says whether it can be understood. @returns {SetupDraft | null} */
export function keptSetup() {
  try {
    const { version, draft } = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? {};
    return version === VERSION ? (draft ?? null) : null;
  } catch {
    return null;
  }
}
