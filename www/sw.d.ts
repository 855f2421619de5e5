/** Every file that offline play needs; scripts/lib/page.mjs puts the list here. */
declare const __OFFLINE_FILES__: { url: string; revision: string | null; integrity: string }[];
/** What a page fetches only when it needs it, words of other languages or exact values, relative to the page. */
declare const __LATER_FILES__: { url: string; integrity: string }[];
