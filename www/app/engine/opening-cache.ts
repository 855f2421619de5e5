// Keeps the decoded values of the first placings on this device: decoding their file takes seconds
// on a phone.
import { fetchKept, save, unpack } from './solution-cache.ts';

/**
 * The values as they were kept, if they were. Rust checks whether they are of the file that it has.
 * @param name the file's
 */
export async function fetchOpening(name: string): Promise<Uint8Array | null> {
  try {
    const kept = await fetchKept(name);
    return kept && new Uint8Array(await new Response(unpack(kept)).arrayBuffer());
  } catch {
    return null;
  }
}

/**
 * Where there is no room they are decoded again the next time.
 * @param name the file's
 */
export const keepOpening = (name: string, values: Uint8Array | undefined) =>
  values && void save(name, new Blob([values as BlobPart]).stream()).catch(() => {});
