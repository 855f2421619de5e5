// The fonts of the first screen.

/** Resolved when they have come, or have been waited for long enough: words then stand in other letters for a while. */
export function loadFonts() {
  const wanted = ['500 1em Alegreya', '400 1em "Source Sans 3"', '600 1em "Source Sans 3"'];
  const loaded = Promise.all(wanted.map((font) => document.fonts.load(font))).catch(() => {});
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 1000))]);
}
