// A host's policy may forbid the script and the styles that stand in the page: then they come as
// files.
import support from '../../support.js?url';

/** Resolves when the page has them. */
export async function loadForbidden() {
  // The script brings the theme, and the styles if they are missing.
  if (!document.documentElement.dataset.shade)
    await import(/* @vite-ignore */ support).catch(() => {});
  const link = document.getElementById('style');
  if (link instanceof HTMLLinkElement && !link.sheet)
    await new Promise((done) => (link.onload = link.onerror = done));
}
