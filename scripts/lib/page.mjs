/** The page's half of the build: www bundled into dist/, then the service worker that knows every file there. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LICENCES, writeLicences } from './licences.mjs';
import { writeManifests } from './manifests.mjs';
import { FOLDER, copyPacks } from './packs.mjs';
import { ROOT, Trouble, say, since } from './say.mjs';

export const DIST = join(ROOT, 'dist');
const WORKER = 'sw.js';
/** For other pages: the element, and its types. The page itself needs neither. */
const ELEMENT = 'merels-board.js';
const ELEMENT_TYPES = 'merels-board.d.ts';
/** Words, letters and manifests that only some languages need, what is fetched when it is asked for, or when there is nothing else to do. */
const LATER = /\.(?:opening|net)$|^(?:nine|six|seven|lasker|twelve)-[\w-]+\.txt$|^(?:analysis|learn|hints|together|decode|(?:learn|library)\.words|statistics|collection(?:\.worker)?|export|gif\.worker|glyphs)-[\w-]+\.(?:js|css)$|^(?:de|en|es|fr|hu|it|ja|nl|pl|pt|ru|zh)(?:\.pages)?-[\w-]+\.js$|^[a-z]{2}(?:\.\w+)?-[\w-]+\.json$|-(?:latin-ext|cyrillic)-.*\.woff2$|^manifest\.[a-z]{2}\.webmanifest$/;

/**
 * `i18n/de/learn.json` is `de.learn` among the assets, and the main file `de`: there are no folders there, and the service worker
 * knows a file of another version by its name. The element has the same files.
 * @param {{ originalFileNames: string[] }} asset
 */
export function assetFileNames({ originalFileNames: [file = ''] }) {
  const [, language, part] = /i18n\/(\w+)\/(\w+)\.json$/.exec(file) ?? [];
  return `assets/${language ? `${language}.${part}`.replace('.main', '') : '[name]'}-[hash][extname]`;
}

/** Builds dist/ from www, whose WebAssembly has been built before. */
export async function buildPage() {
  // Imported late: on a bare checkout the set-up installs it first.
  const { build } = await import('vite');
  say('bundling the page into dist');
  const start = performance.now();
  const { NODE_ENV } = process.env;
  await build({ root: join(ROOT, 'www'), configFile: join(ROOT, 'vite.config.js'), logLevel: 'warn' });
  writeManifests(DIST);
  copyPacks(DIST);
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
  await buildElement(build);
  writeLicences(DIST);
  // Vite leaves "production" behind, which whatever this process runs next would take over.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  const bytes = files.reduce((sum, { url }) => sum + statSync(join(DIST, url)).size, 0);
  say(`dist is there after ${since(start)}; offline, the page keeps ${files.length} files, ${Math.round(bytes / 1024)} KB`);
}

/**
 * Builds the element for other pages into dist, apart from the page, so that neither is cut into pieces for the other's sake. The
 * WebAssembly and the catalogues have the same names there, and are the same files.
 * @param {typeof import('vite').build} build
 */
async function buildElement(build) {
  await build({
    root: join(ROOT, 'www'),
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: DIST,
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(ROOT, 'www', 'app', 'embed', 'element.js'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: ELEMENT, assetFileNames, codeSplitting: false },
      },
    },
  });
  copyFileSync(join(ROOT, 'www', 'app', 'embed', ELEMENT_TYPES), join(DIST, ELEMENT_TYPES));
}

/**
 * The files of dist that the service worker keeps for playing offline, in workbox's form: the name relative to the page,
 * a revision where the name alone does not tell the content, and the hash by which it is known to be whole.
 * @returns {{ url: string, revision: string | null, integrity: string }[]}
 */
export function offlineFiles() {
  if (!existsSync(DIST)) throw new Trouble("There is no dist folder yet: run 'npm run build' first.");
  return readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(DIST, name)).isFile() && isNeededOffline(name))
    .sort()
    .map((url) => ({ url, revision: url.startsWith('assets/') ? null : contentHash(url).toString('hex').slice(0, 16), integrity: integrity(url) }));
}

/**
 * Catalogues, fonts and manifests, of which a page fetches those of the language that it speaks (English needs none of them); the
 * exact values of first placings; puzzles; what looks into games.
 * @returns {{ url: string, integrity: string }[]}
 */
export function laterFiles() {
  const of = (/** @type {string} */ folder) => readdirSync(join(DIST, folder)).filter((name) => LATER.test(name)).sort();
  return [...of('assets').map((name) => `assets/${name}`), ...of('.')].map((url) => ({ url, integrity: integrity(url) }));
}

/**
 * The system fetches the large bitmap icons when it installs the page; the page itself never shows them, but the browser asks for
 * the small one whenever the page sounds.
 * @param {string} name
 */
function isNeededOffline(name) {
  const kept = ![WORKER, LICENCES, ELEMENT, ELEMENT_TYPES].includes(name) && !name.endsWith('.map');
  return kept && !name.startsWith(`${FOLDER}/`) && !LATER.test(basename(name)) && !/^icons\/(?!icon-32).*\.png$/.test(name);
}

/** @param {string} url a file of dist */
const contentHash = (url) => createHash('sha256').update(readFileSync(join(DIST, url))).digest();

/** By which a browser knows that it got the file and nothing else. @param {string} url a file of dist */
const integrity = (url) => `sha256-${contentHash(url).toString('base64')}`;
