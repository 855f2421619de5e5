// Keeps the decoded values of the first placings on this device: decoding their file takes seconds on a phone.
import { fetchKept, save, unpack } from './solution-cache.js';

const NAME = 'nine.opening';

/** The values as they were kept, if they were. Rust checks whether they are of the file that it has. @returns {Promise<Uint8Array | null>} */
export async function fetchOpening() {
  try {
    const kept = await fetchKept(NAME);
    return kept && new Uint8Array(await new Response(unpack(kept)).arrayBuffer());
  } catch {
    return null;
  }
}

/** Where there is no room they are decoded again the next time. @param {Uint8Array | undefined} values */
export const keepOpening = (values) => values && void save(NAME, new Blob([/** @type {BlobPart} */ (values)]).stream()).catch(() => {});
