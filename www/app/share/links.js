// Games and positions as links. Rust parses their contents like any pasted text.

/** A link to this page with a game or position in Rust's link format. @param {string} tail */
export function link(tail) {
  const url = new URL(location.href);
  url.search = '';
  url.hash = `m=${tail}`;
  return url.href;
}

/**
 * The position or game in a link or its fragment, for Rust to parse. Null if the text is not a link, such as a record with a link
 * in a comment.
 * @param {string} text @returns {string | null}
 */
export function fromLink(text) {
  const found = /^[^\s{}#]*#(?:m|game|position)=(.*)$/s.exec(text.trim())?.[1];
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
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

/** Downloads a file. @param {string} name @param {string | Blob} content */
export function download(name, content) {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content);
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a picture to the clipboard. @param {Promise<Blob>} picture @returns {Promise<boolean>} */
export async function copyPicture(picture) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return true;
  } catch {
    return false;
  }
}

/** Does the device support sharing this? @param {ShareData} what */
export const canPassOn = (what) => typeof navigator.canShare === 'function' && navigator.canShare(what);

/** Shares through the device's share menu. @param {ShareData} what */
export async function passOn(what) {
  try {
    await navigator.share(what);
  } catch {
    // The share menu was dismissed.
  }
}
