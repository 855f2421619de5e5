// Games and positions as links. What a link holds is read by Rust like any pasted text.

/** A link to this page with a game or a position, as Rust writes them for links. @param {string} tail */
export function link(tail) {
  const url = new URL(location.href);
  url.search = '';
  url.hash = `m=${tail}`;
  return url.href;
}

/**
 * The position or game in a link, or in the part of it after the `#`, for Rust to read. Null if it is not a link: a record may have
 * one in a comment.
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

/** Hands something to the person as a file. @param {string} name @param {string | Blob} content */
export function download(name, content) {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content);
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Puts a picture on the clipboard. @param {Promise<Blob>} picture @returns {Promise<boolean>} */
export async function copyPicture(picture) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return true;
  } catch {
    return false;
  }
}

/** Can this device hand that on to other programs? @param {ShareData} what */
export const canPassOn = (what) => typeof navigator.canShare === 'function' && navigator.canShare(what);

/** Hands something on by the device's own menu. @param {ShareData} what */
export async function passOn(what) {
  try {
    await navigator.share(what);
  } catch {
    // The menu was closed again; nothing is lost.
  }
}
