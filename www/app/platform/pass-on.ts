// Hands texts, files and pictures to the device: the clipboard, downloads, the share menu.

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Downloads a file. */
export function download(name: string, content: string | Blob) {
  const url = URL.createObjectURL(
    typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content,
  );
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a picture to the clipboard. */
export async function copyPicture(picture: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return true;
  } catch {
    return false;
  }
}

/** Does the device support sharing this? */
export const canPassOn = (what: ShareData) =>
  typeof navigator.canShare === 'function' && navigator.canShare(what);

/**
 * Shares through the device's share menu.
 * @returns false if the menu was dismissed
 */
export async function passOn(what: ShareData): Promise<boolean> {
  try {
    await navigator.share(what);
    return true;
  } catch {
    return false;
  }
}
