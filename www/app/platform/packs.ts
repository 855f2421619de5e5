// The packs that come with this page, by name. The build puts the list here (see
// scripts/lib/packs.mjs).

export const PACKS: Record<
  string,
  | { folder: string; version: string; bytes: number; sizes: { index: number; checksums: number } }
  | undefined
> = typeof __PACKS__ === 'undefined' ? {} : __PACKS__;
