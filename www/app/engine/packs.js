// The packs that come with this page, by name. The build puts the list here (see scripts/lib/packs.mjs).

/** @type {Record<string, { folder: string, version: string, bytes: number, sizes: { index: number, checksums: number } } | undefined>} */
export const PACKS = typeof __PACKS__ === 'undefined' ? {} : __PACKS__;
