/**
 * A host under a test's control: it serves one version of the page or another, and does what hosts
 * and networks do to files.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { DIST } from '../../scripts/lib/page.mjs';
import { COMPRESSED } from '../../scripts/lib/serve.mjs';
import { expect, test as base } from './fixtures.js';
import { menu, ready } from './table.js';

/**
 * @typedef {Map<string, Buffer>} Version the files of a page by their paths
 * @typedef {'missing' | 'error' | 'cut' | 'short' | 'hang' | 'portal' | 'poison'} Fault not found;
 *   a server's error; the connection breaks in the middle; half of it as if that were all; no
 *   answer at all; a page of somebody else's in its place, as networks answer where one has to sign
 *   in; the same, to be kept for a year
 */

const PORTAL =
  '<!doctype html><title>Sign in</title><p>Welcome to our network. Please sign in.</p>';
const HALF = 0.5;
/** What a host may say of files that it takes for unchanging. */
export const YEAR = 'public, max-age=31536000, immutable';

/** @returns {Version} the page as it was built */
export function built() {
  const names = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  return new Map(
    names
      .filter((name) => statSync(join(DIST, name)).isFile())
      .map((name) => [name, readFileSync(join(DIST, name))]),
  );
}

/** The script that index.html begins with. @param {Version} version */
export const entry = (version) =>
  /src="\.\/(assets\/index-[\w-]+\.js)"/.exec(String(version.get('index.html')))?.[1] ?? 'none';

/** The file whose name begins so. @param {Version} version @param {string} begin */
export const named = (version, begin) =>
  [...version.keys()].find((name) => name.startsWith(begin)) ?? 'none';

const hash = (/** @type {Buffer} */ bytes) => createHash('sha256').update(bytes).digest();
const revision = (/** @type {Buffer} */ bytes) => hash(bytes).toString('hex').slice(0, 16);
const integrity = (/** @type {Buffer} */ bytes) => `sha256-${hash(bytes).toString('base64')}`;

/**
 * The page as another build would have made it: its scripts, styles and WebAssembly have other
 * names, each part says of which version it is (see `parts`), and the service worker knows all
 * that.
 * @param {Version} first @param {string} number
 * @returns {Version}
 */
export function another(first, number) {
  const names = new Map(
    [...first.keys()]
      .filter((name) => /^assets\/.*-[\w-]{8}\.(?:js|css|wasm|json)$/.test(name))
      .map((name) => [
        name,
        name.replace(/(?<=-)[\w-]{8}(?=\.\w+$)/, (was) =>
          hash(Buffer.from(was + number))
            .toString('hex')
            .slice(0, 8),
        ),
      ]),
  );
  const bases = [...names].map(([was, is]) => [
    was.slice('assets/'.length),
    is.slice('assets/'.length),
  ]);
  /** @param {string} text */
  const renamed = (text) =>
    bases.reduce((all, [was = '', is = '']) => all.replaceAll(was, is), text);
  const main = entry(first);
  /** @type {Version} */
  const second = new Map();
  let worker = String(first.get('sw.js'));
  for (const [name, bytes] of first) {
    if (name === 'sw.js') continue;
    let made = bytes;
    if (/\.(?:js|css|html)$/.test(name)) {
      let text = renamed(String(bytes));
      if (name === 'index.html') text = text.replace('<html ', `<html data-html="${number}" `);
      if (name === main) text += `\ndocument.documentElement.dataset.main = "${number}";`;
      if (name.startsWith('assets/help-'))
        text += `\ndocument.documentElement.dataset.late = "${number}";`;
      made = Buffer.from(text);
    }
    second.set(names.get(name) ?? name, made);
    worker = worker.replaceAll(integrity(bytes), integrity(made));
    if (!name.startsWith('assets/')) worker = worker.replaceAll(revision(bytes), revision(made));
  }
  second.set('sw.js', Buffer.from(`${renamed(worker)}\n// ${number}`));
  return second;
}

/**
 * Of which version the parts of a page are that have been loaded; "1" for those of the build
 * itself.
 * @param {import('@playwright/test').Page} page
 */
export const parts = (page) =>
  page.evaluate(() => {
    const { html = '1', main = '1' } = document.documentElement.dataset;
    return `${html} ${main}`;
  });

/**
 * Changes to the version that waits, which is so called.
 * @param {import('@playwright/test').Page} page
 * @param {string} number
 */
export async function change(page, number) {
  await menu(page, 'Update to the new version');
  // It may take three restarts, each of which is given more time.
  await expect
    .poll(() => parts(page).catch(() => ''), { timeout: 60_000 })
    .toBe(`${number} ${number}`);
  await ready(page);
}

/**
 * Takes the place of a site's files until `leave` is called.
 * @param {import('./fixtures.js').Site} site
 */
export function takeOver(site) {
  const host = {
    version: built(),
    /** What happens to which files. @type {{ files: RegExp, fault: Fault, times: number }[]} */
    faults: [],
    /**
     * What is said of a file, beside or in place of what is usual.
     * @type {(name: string) => Record<string, string>}
     */
    headers: () => ({}),
    /** Where a file is asked for elsewhere. @type {Map<string, string>} */
    moved: new Map(),
    /** Which files come in two halves, the second a little later. @type {RegExp | null} */
    slow: null,
    /**
     * The files in the folder that the host offers for invitations, by their paths.
     * @type {Map<string, Buffer> | null}
     */
    meeting: null,
    /** What was asked for, in order. @type {string[]} */
    asked: [],
    /** @param {RegExp} files @param {Fault} fault @param {number} [times] how often at the most */
    fail(files, fault, times = Infinity) {
      host.faults.push({ files, fault, times });
    },
    restore() {
      host.faults.length = 0;
    },
    leave() {
      site.answer = null;
    },
  };
  site.answer = (path, request, response) => {
    const to = host.moved.get(path);
    if (to !== undefined)
      return response.writeHead(301, { Location: new URL(to, site.url).pathname }).end();
    const name = path || 'index.html';
    host.asked.push(name);
    const found = host.faults.find(({ files, times }) => files.test(name) && times > 0);
    if (found) found.times--;
    const fault = found?.fault;
    if (!fault && host.meeting && meets(host.meeting, name, request, response)) return;
    // What is withheld from tests (see `late` in fixtures.js) is so here, too.
    const bytes = site.replaced.get(name) === null ? undefined : host.version.get(name);
    if (fault === 'hang') return;
    const kept = fault === 'poison' ? YEAR : 'no-store';
    if (fault === 'portal' || fault === 'poison')
      return response
        .writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': kept })
        .end(PORTAL);
    if (fault === 'error')
      return response.writeHead(500, { 'Content-Type': 'text/plain' }).end('Internal error');
    if (fault === 'missing' || !bytes)
      return response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
    const sent = fault ? bytes.subarray(0, bytes.length * HALF) : bytes;
    const headers = {
      'Content-Type': COMPRESSED.get(extname(name)) ?? 'application/octet-stream',
      'Content-Length': String(fault === 'cut' ? bytes.length : sent.length),
      'Cache-Control': 'no-cache',
      ...host.headers(name),
    };
    response.writeHead(
      200,
      Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
    );
    if (fault === 'cut') response.write(sent, () => response.destroy());
    else if (host.slow?.test(name)) {
      response.write(sent.subarray(0, sent.length * HALF));
      setTimeout(() => response.end(sent.subarray(sent.length * HALF)), 500);
    } else response.end(sent);
  };
  return host;
}

/**
 * A folder that takes files, as WebDAV does, and the file that names it.
 * @param {Map<string, Buffer>} files
 * @param {string} name
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function meets(files, name, request, response) {
  const found = name === 'rendezvous.json' ? Buffer.from('{ "folder": "meet/" }') : files.get(name);
  if (request.method === 'PUT' && name.startsWith('meet/')) {
    /** @type {Buffer[]} */
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      // As nginx does.
      response.writeHead(files.has(name) ? 204 : 201).end();
      files.set(name, Buffer.concat(pieces));
    });
  } else if (found)
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(found);
  return request.method === 'PUT' || found !== undefined;
}

/** What browsers say of files that do not come, or are not what they should be. */
const LOST =
  /Failed to (?:load|fetch|find a valid digest)|ERR_|MIME type|failed to fetch Wasm|dynamically imported|preload CSS|Unexpected token|bad-precaching-response|sw\.js|WebAssembly/;

/** @typedef {ReturnType<typeof takeOver>} Host */

/**
 * A test with a host under its control.
 * @type {typeof base & import('@playwright/test').TestType<{ host: Host }, {}>}
 */
export const test = /** @type {any} */ (
  base.extend(
    /** @type {any} */ ({
      host: async (
        /** @type {any} */ { site, watch },
        /** @type {(host: Host) => Promise<void>} */ use,
      ) => {
        watch.allowed.push(LOST);
        const host = takeOver(site);
        await use(host);
        host.leave();
      },
    }),
  )
);
