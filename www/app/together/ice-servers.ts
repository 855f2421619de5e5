// STUN and TURN servers that a host may name in a file beside the page (docs/together.md). Without
// it there are none.
import { fetchWhole } from '../platform/fetch-whole.ts';
import { isObject } from '../storage/storage.ts';

const FILE = 'ice-servers.json';
/** How long to wait for the file, in milliseconds. */
const TIMEOUT = 3000;
/** More would only slow the connection down. */
const MOST = 8;

const isText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

function server(value: unknown): RTCIceServer {
  if (!isObject(value)) throw new Error('a server is not an object');
  const { username, credential } = value;
  const urls = typeof value.urls === 'string' ? [value.urls] : value.urls;
  if (
    !Array.isArray(urls) ||
    !urls.length ||
    !urls.every((url) => /^(stun|turn)s?:[^\s/]+$/.test(String(url)))
  )
    throw new Error('the addresses of a server are not those of STUN or TURN');
  if (!isText(username) || !isText(credential)) throw new Error('a name or password is not a text');
  return { urls, username, credential };
}

export function readServers(value: unknown): RTCIceServer[] {
  if (!Array.isArray(value) || value.length > MOST)
    throw new Error(`not a list of at most ${MOST} servers`);
  return value.map(server);
}

/**
 * The host's servers. Without them, and with a file that cannot be read, devices connect directly.
 */
export async function iceServers(): Promise<RTCIceServer[]> {
  try {
    const response = await fetchWhole(new URL(FILE, document.baseURI), {
      cache: 'no-cache',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return response.ok ? readServers(await response.json()) : [];
  } catch (error) {
    console.warn(`${FILE}:`, error);
    return [];
  }
}
