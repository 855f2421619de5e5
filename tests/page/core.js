/**
 * The rules as the page calls them. They are read from the disk: what a browser fetches is there
 * already.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCore } from '../../www/app/engine/core.ts';
import { initSync as initPacks } from '../../www/pkg-pack/merels.js';
import { initSync } from '../../www/pkg/merels.js';

const module = (/** @type {string} */ folder) =>
  readFileSync(join(import.meta.dirname, '../../www', folder, 'merels_bg.wasm'));
initSync({ module: module('pkg') });
initPacks({ module: module('pkg-pack') });

export const core = await loadCore();
