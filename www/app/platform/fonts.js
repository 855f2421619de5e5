// The fonts of the first screen.

/** Resolves when the fonts are loaded, or after a timeout; text then starts out in a fallback font. */
export function loadFonts() {
  const wanted = ['500 1em Alegreya', '400 1em "Source Sans 3"', '600 1em "Source Sans 3"'];
  const loaded = Promise.all(wanted.map((font) => document.fonts.load(font))).catch(() => {});
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 1000))]);
}
