/** A small static server for dist, as any host would be: for playing here, and for the browser tests. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DIST } from './page.mjs';
import { Trouble } from './say.mjs';

const TRIES = 20;

/**
 * @typedef {object} Site
 * @property {string} url where the page is, with a slash at the end
 * @property {Map<string, string>} replaced files that are answered with another text, by their path below `url`
 * @property {() => Promise<void>} close
 */

/**
 * Serves dist below a path of this machine; everything else is not found.
 * @param {{ path?: string, port?: number }} [options]
 *   `port`: the first to try; 0 takes any free one.
 * @returns {Promise<Site>}
 */
export async function serve({ path = '/', port = 0 } = {}) {
  if (!existsSync(join(DIST, 'index.html'))) throw new Trouble("There is no built page in dist: run 'npm run build' first.");
  // Imported late: on a bare checkout the set-up installs it first.
  const { default: sirv } = await import('sirv');
  const files = sirv(DIST, { etag: true, setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache') });
  /** @type {Map<string, string>} */
  const replaced = new Map();
  const server = createServer((request, response) => {
    const notFound = () => {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
    };
    if (!request.url?.startsWith(path)) return notFound();
    request.url = `/${request.url.slice(path.length)}`;
    const text = replaced.get(new URL(request.url, 'http://localhost').pathname.slice(1));
    if (text === undefined) return files(request, response, notFound);
    response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }).end(text);
  });
  const taken = await listen(server, port);
  return {
    url: `http://localhost:${taken}${path}`,
    replaced,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @returns {Promise<number>} the port that was free
 */
async function listen(server, port) {
  for (let next = port; next < port + TRIES; next += 1) {
    try {
      await new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(next, 'localhost', () => resolve(server.removeAllListeners('error')));
      });
      return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Trouble(`The ports ${port} to ${port + TRIES - 1} are all taken: end what uses one of them.`);
}
