/** Every file that offline play needs; scripts/lib/page.mjs puts the list here. */
declare const __OFFLINE_FILES__: { url: string; revision: string | null }[];
/** Catalogues and fonts that only some languages need, relative to the page. */
declare const __LANGUAGE_FILES__: string[];
