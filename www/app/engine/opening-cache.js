// Keeps the decoded values of the first placings on this device: decoding their file takes seconds on a phone.
import { fetchKept, save, unpack } from './solution-cache.js';

/** The values as they were kept, if they were. Rust checks whether they are of the file that it has. @param {string} name the file's @returns {Promise<Uint8Array | null>} */
export async function fetchOpening(name) {
  try {
    const kept = await fetchKept(name);
    return kept && new Uint8Array(await new Response(unpack(kept)).arrayBuffer());
  } catch {
    return null;
  }
}

/** Where there is no room they are decoded again the next time. @param {string} name the file's @param {Uint8Array | undefined} values */
export const keepOpening = (name, values) =>
  values && void save(name, new Blob([/** @type {BlobPart} */ (values)]).stream()).catch(() => {});
