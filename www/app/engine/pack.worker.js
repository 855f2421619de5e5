// The worker of a pack: looks up values in it, and stores it on this device.
import init, { loadWeights } from '../../pkg-pack/merels.js';
import { fetchWhole } from '../platform/fetch-whole.js';
import { announce, beatDuring, isTrap } from './heartbeat.js';
import { createPackCache } from './pack-cache.js';
import { createPackReader } from './pack-reader.js';

/**
 * @typedef {object} Source
 * @property {string} name
 * @property {string} address of its folder, with a trailing slash
 * @property {string} version
 * @property {{ index: number, checksums: number }} sizes
 *
 * @typedef {{ type: 'open', source: Source, keep: boolean } | { type: 'ask', id: number, line: string } | { type: 'drop', id: number }
 *   | { type: 'keep' } | { type: 'pause' } | { type: 'remove' } | { type: 'retry' }} ToPack
 * @typedef {{ type: 'listening' } | { type: 'state', state: import('../types').Packed }
 *   | { type: 'value', id: number, value: import('../types').ExactValue }
 *   | { type: 'values', id: number, values: import('../types').PositionValues | null }} FromPack
 */

/** @param {FromPack} message */
const post = (message) => self.postMessage(message);

/** @type {ReturnType<typeof createPackReader> | null} */
let reader = null;

/** @param {ToPack} message @returns {Promise<unknown> | void} */
function handle(message) {
  if (message.type === 'open') {
    const { name, address, version, sizes } = message.source;
    reader = createPackReader({
      address,
      version,
      sizes,
      cache: createPackCache(name, version),
      tell: {
        state: (state) => post({ type: 'state', state }),
        value: (id, value) => post({ type: 'value', id, value }),
        values: (id, values) => post({ type: 'values', id, values }),
      },
    });
    return Promise.all([message.keep ? reader.keep() : null, reader.open()]);
  }
  if (message.type === 'ask') return reader?.ask(message.id, message.line);
  if (message.type === 'drop') return reader?.drop(message.id);
  return reader?.[message.type]();
}

self.onmessage = (/** @type {MessageEvent<ToPack>} */ { data }) => {
  const work = handle(data);
  if (work)
    beatDuring(work).catch((error) => {
      // The page replaces this worker.
      if (isTrap(error))
        setTimeout(() => {
          throw error;
        });
      else console.warn('The pack’s worker:', error);
    });
};

/** With the weights of Nine Men's Morris, which the engine fetches too, the search in a pack takes fewer steps. */
async function fetchWeights() {
  const response = await fetchWhole(new URL('../../../data/nine.net', import.meta.url));
  if (response.ok) loadWeights(new Uint8Array(await response.arrayBuffer()));
}

void announce();
await beatDuring(init());
fetchWeights().catch((error) => console.warn('The pack is searched without weights:', error));
post({ type: 'listening' });
