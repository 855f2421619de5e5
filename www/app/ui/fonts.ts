// The fonts of the first screen.
import { preferred } from '../i18n/languages.ts';

/**
 * Resolves when the fonts are loaded, or after a timeout; text then starts out in a fallback font.
 */
export function loadFonts() {
  const wanted = ['500 1em "Merels Serif"', '400 1em "Merels Sans"', '600 1em "Merels Sans"'];
  // English needs no accented letters, and neither do the scripts that only system fonts have.
  const letters = /^(?:ar|en|fa|ja|ko|zh)$/.test(preferred()) ? 'a' : 'aé';
  const loaded = Promise.all(wanted.map((font) => document.fonts.load(font, letters))).catch(
    () => {},
  );
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 1000))]);
}
