/** A small static server for dist, for `npm run play` and the browser tests. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { DIST } from './page.mjs';
import { Trouble } from './say.mjs';

const TRIES = 20;
/** Separates the ranges of an answer. */
const BOUNDARY = 'merels-range';
/** The file types that hosts compress, with their content types. */
export const COMPRESSED = new Map([
  ['.html', 'text/html;charset=utf-8'],
  ['.css', 'text/css'],
  ['.js', 'text/javascript'],
  ['.json', 'application/json'],
  ['.svg', 'image/svg+xml'],
  ['.wasm', 'application/wasm'],
  ['.webmanifest', 'application/manifest+json'],
]);

/**
 * @typedef {object} Site
 * @property {string} url the page's address, with a trailing slash
 * @property {Map<string, string | null>} replaced files served with another text, or not found
 *   (null), by path below `url`
 * @property {Answer | null} answer answers instead of the files, if set
 * @property {() => Promise<void>} close
 *
 * @typedef {(name: string, request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void}
 *   Answer
 */

/**
 * Serves dist below a path of localhost; everything else is not found.
 * @param {{ path?: string, port?: number, compress?: boolean }} [options] `port`: the first to try;
 *   0 takes any free one. `compress`: with brotli, to measure loading times.
 * @returns {Promise<Site>}
 */
export async function serve({ path = '/', port = 0, compress = false } = {}) {
  if (!existsSync(join(DIST, 'index.html')))
    throw new Trouble("There is no built page in dist: run 'npm run build' first.");
  // Imported late: on a fresh checkout the set-up installs it first.
  const { default: sirv } = await import('sirv');
  const files = sirv(DIST, {
    etag: true,
    setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
  });
  /** @type {Map<string, string | null>} */
  const replaced = new Map();
  const small = compress ? compressor() : null;
  const server = createServer((request, response) => {
    const notFound = () => {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
    };
    // A folder without its slash: static hosts redirect.
    if (path !== '/' && `${request.url}/` === path)
      return response.writeHead(301, { Location: path }).end();
    if (!request.url?.startsWith(path)) return notFound();
    request.url = `/${request.url.slice(path.length)}`;
    const name = new URL(request.url, 'http://localhost').pathname.slice(1);
    if (site.answer) return site.answer(name, request, response);
    const text = replaced.get(name);
    if (text === null) return notFound();
    if (text === undefined) {
      const bytes = small?.(name || 'index.html');
      const ranges = rangesOf(request.headers.range);
      if (!bytes && ranges.length > 1)
        return void sendRanges(join(DIST, name), ranges, response).catch(notFound);
      if (!bytes) return files(request, response, notFound);
      const type = COMPRESSED.get(extname(name || 'index.html')) ?? '';
      response
        .writeHead(200, {
          'Content-Type': type,
          'Content-Encoding': 'br',
          'Cache-Control': 'no-cache',
        })
        .end(bytes);
      return;
    }
    response
      .writeHead(200, {
        'Content-Type': COMPRESSED.get(extname(name)) ?? 'text/javascript',
        'Cache-Control': 'no-cache',
      })
      .end(text);
  });
  const taken = await listen(server, port);
  /** @type {Site} */
  const site = {
    url: `http://localhost:${taken}${path}`,
    replaced,
    answer: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}

/** @param {string | undefined} header @returns {[first: number, last: number][]} */
const rangesOf = (header) =>
  [...(header ?? '').matchAll(/(\d+)-(\d+)/g)].map(([, first, last]) => [
    Number(first),
    Number(last),
  ]);

/**
 * Sends several ranges of a file, as nginx and Apache do and sirv doesn't.
 * @param {string} file
 * @param {[first: number, last: number][]} ranges
 * @param {import('node:http').ServerResponse} response
 */
async function sendRanges(file, ranges, response) {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (ranges.some(([first, last]) => first > last || last >= size))
      return void response.writeHead(416).end();
    const parts = ranges.map(async ([first, last]) => {
      const { buffer } = await handle.read(
        Buffer.alloc(last - first + 1),
        0,
        last - first + 1,
        first,
      );
      return [
        Buffer.from(`\r\n--${BOUNDARY}\r\nContent-Range: bytes ${first}-${last}/${size}\r\n\r\n`),
        buffer,
      ];
    });
    const body = Buffer.concat([
      ...(await Promise.all(parts)).flat(),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);
    response
      .writeHead(206, {
        'Content-Type': `multipart/byteranges; boundary=${BOUNDARY}`,
        'Content-Length': body.length,
      })
      .end(body);
  } finally {
    await handle.close();
  }
}

/**
 * Compresses the files of dist in advance, all but the many pages to read, and returns them by name.
 */
function compressor() {
  const names = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const made = new Map(
    names
      .filter((name) => COMPRESSED.has(extname(name)) && !name.startsWith('read/'))
      .map((name) => [name, brotliCompressSync(readFileSync(join(DIST, name)))]),
  );
  return (/** @type {string} */ name) => made.get(name);
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
  throw new Trouble(
    `The ports ${port} to ${port + TRIES - 1} are all in use: stop a program that uses one of them.`,
  );
}
