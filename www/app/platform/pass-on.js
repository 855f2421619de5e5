// Hands texts, files and pictures to the device: the clipboard, downloads, the share menu.

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
  const url = URL.createObjectURL(
    typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content,
  );
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
export const canPassOn = (what) =>
  typeof navigator.canShare === 'function' && navigator.canShare(what);

/** Shares through the device's share menu. @param {ShareData} what @returns {Promise<boolean>} false if the menu was dismissed */
export async function passOn(what) {
  try {
    await navigator.share(what);
    return true;
  } catch {
    return false;
  }
}
