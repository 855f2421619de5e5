// The exact values of first placings, which a pack does not know: for reasons, see pack-questions.ts.
import { fetchWhole } from '../platform/fetch-whole.ts';
import { yieldToMessages } from './heartbeat.ts';
import { fetchOpening } from './opening-cache.ts';
import type { Pack } from '../../pkg-pack/merels.js';

/** The file that has them. */
export interface Placings {
  name: string;
  address: string;
}

/**
 * Loads them into a pack when they are first needed.
 * @returns whether the pack has them
 */
export function createPlacings(file: Placings | null, pack: Pack): () => Promise<boolean> {
  let loaded: Promise<boolean> | null = null;
  return () =>
    (loaded ??= file
      ? load(file, pack).catch((error) => {
          // Allow a retry.
          loaded = null;
          throw error;
        })
      : Promise.resolve(false));
}

async function load({ name, address }: Placings, pack: Pack) {
  const [response, values] = await Promise.all([fetchWhole(address), fetchOpening(name)]);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  pack.loadOpening(new Uint8Array(await response.arrayBuffer()), values);
  while (pack.openingStep()) await yieldToMessages();
  return true;
}
