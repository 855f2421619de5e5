// Fetches files of the page that have to be those of the build.
import { fetchWhole } from './fetch-whole.ts';

/**
 * The same as `fetchWhole`, but rejects what does not match its hash. `fetch` would have to read
 * everything, without end, before it could compare; it does so only where the page cannot, on hosts
 * without HTTPS.
 */
export async function fetchVerified(
  url: string,
  { integrity, ...options }: RequestInit & { integrity: string },
) {
  const { subtle } = globalThis.crypto;
  if (!subtle) return fetchWhole(url, { ...options, integrity });
  const response = await fetchWhole(url, options);
  const [kind = '', wanted] = integrity.split('-');
  const hash = new Uint8Array(
    await subtle.digest(kind.replace('sha', 'SHA-'), await response.clone().arrayBuffer()),
  );
  if (!response.ok || btoa(String.fromCharCode(...hash)) !== wanted)
    throw new Error(`${url} does not match its hash (integrity)`);
  return response;
}
