/** Every file that offline play needs; scripts/lib/page.mjs puts the list here. */
declare const __OFFLINE_FILES__: { url: string; revision: string | null }[];
