/** The rules as the page calls them. They are read from the disk: what a browser fetches is there already. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCore } from '../../www/app/engine/core.js';
import { initSync } from '../../www/pkg/merels.js';

initSync({ module: readFileSync(join(import.meta.dirname, '../../www/pkg/merels_bg.wasm')) });

export const core = await loadCore();
