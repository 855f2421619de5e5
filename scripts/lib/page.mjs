/** The page's half of the build: www bundled into dist/, then the service worker that knows every file there. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LICENCES, writeLicences } from './licences.mjs';
import { writeManifests } from './manifests.mjs';
import { ROOT, Trouble, say, since } from './say.mjs';

export const DIST = join(ROOT, 'dist');
const WORKER = 'sw.js';
/** Words, letters and manifests that only some languages need, what is fetched when it is asked for, or when there is nothing else to do. */
const LATER = /\.(?:opening|net|explorer)$|^(?:nine|six|seven|lasker|twelve)-[\w-]+\.txt$|^(?:study|learn|hints|together|decode|qr|en\.learn)-[\w-]+\.(?:js|css)$|^(?:en|de|fr)(?:\.pages)?-[\w-]+\.js$|^[a-z]{2}-[\w-]+\.json$|-(?:latin-ext|cyrillic)-.*\.woff2$|^manifest\.[a-z]{2}\.webmanifest$/;

/** Builds dist/ from www, whose WebAssembly has been built before. */
export async function buildPage() {
  // Imported late: on a bare checkout the set-up installs it first.
  const { build } = await import('vite');
  say('bundling the page into dist');
  const start = performance.now();
  await build({ root: join(ROOT, 'www'), configFile: join(ROOT, 'vite.config.js'), logLevel: 'warn' });
  writeManifests(DIST);
  const files = offlineFiles();
  await build({
    root: join(ROOT, 'www'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      __OFFLINE_FILES__: JSON.stringify(files),
      __LATER_FILES__: JSON.stringify(laterFiles()),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: DIST,
      emptyOutDir: false,
      lib: { entry: join(ROOT, 'www', WORKER), formats: ['iife'], name: 'offline', fileName: () => WORKER },
    },
  });
  writeLicences(DIST);
  const bytes = files.reduce((sum, { url }) => sum + statSync(join(DIST, url)).size, 0);
  say(`dist is there after ${since(start)}; offline, the page keeps ${files.length} files, ${Math.round(bytes / 1024)} KB`);
}

/**
 * The files of dist that the service worker keeps for playing offline, in workbox's form: the name relative to the page,
 * and a revision where the name alone does not tell the content.
 * @returns {{ url: string, revision: string | null }[]}
 */
export function offlineFiles() {
  if (!existsSync(DIST)) throw new Trouble("There is no dist folder yet: run 'npm run build' first.");
  return readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(DIST, name)).isFile() && isNeededOffline(name))
    .sort()
    .map((url) => ({ url, revision: url.startsWith('assets/') ? null : contentHash(join(DIST, url)) }));
}

/**
 * Catalogues, fonts and manifests, of which a page fetches those of the language that it speaks (English needs none of them); the
 * exact values of first placings; puzzles; what looks into games.
 */
export function laterFiles() {
  const of = (/** @type {string} */ folder) => readdirSync(join(DIST, folder)).filter((name) => LATER.test(name)).sort();
  return [...of('assets').map((name) => `assets/${name}`), ...of('.')];
}

/**
 * The system fetches the large bitmap icons when it installs the page; the page itself never shows them, but the browser asks for
 * the small one whenever the page sounds.
 * @param {string} name
 */
function isNeededOffline(name) {
  const kept = name !== WORKER && name !== LICENCES && !name.endsWith('.map');
  return kept && !LATER.test(basename(name)) && !/^icons\/(?!icon-32).*\.png$/.test(name);
}

/** @param {string} path */
function contentHash(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
}
