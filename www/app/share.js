// Games and positions as links. What a link holds is read by Rust like any pasted text.

/** @param {string} record */
export const gameLink = (record) => link('game', record);
/** @param {string} line */
export const positionLink = (line) => link('position', line);

/** @param {string} kind @param {string} text */
function link(kind, text) {
  const url = new URL(location.href);
  url.search = '';
  url.hash = `${kind}=${encodeURIComponent(text)}`;
  return url.href;
}

/**
 * The position or game in a link, or in the part of it after the `#`. Null where there is none;
 * throws where it is damaged.
 * @param {string} text @returns {string | null}
 */
export function fromLink(text) {
  const found = /#(?:game|position)=(.*)$/s.exec(text.trim());
  if (!found) return null;
  return decodeURIComponent(found[1] ?? '');
}

/** @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Hands a text to the person as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
