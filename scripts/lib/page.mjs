/**
 * Builds the page: bundles www into dist/, then builds the service worker with the list of its
 * files.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GAME_PAGES, drawCard, writeGamePages } from './card.mjs';
import { ELEMENT_PAGE, writeElementPage } from './element-page.mjs';
import { cutFonts } from './fonts.mjs';
import { LICENCES, writeLicences } from './licences.mjs';
import { writeManifests } from './manifests.mjs';
import { FOLDER, copyPacks } from './packs.mjs';
import { READ_PAGES, buildStyle, writeReadPages } from './read.mjs';
import { ROOT, Trouble, say, since } from './say.mjs';
import { fromPage } from './typescript.mjs';

export const DIST = join(ROOT, 'dist');
const WORKER = 'sw.js';
/** The element for other pages and its types, which the page itself does not need. */
const ELEMENT = 'merels-board.js';
const ELEMENT_TYPES = 'merels-board.d.ts';
/** Files that the page never asks for. */
const NOT_KEPT = [
  WORKER,
  LICENCES,
  ELEMENT,
  ELEMENT_TYPES,
  ELEMENT_PAGE,
  'robots.txt',
  'sitemap.xml',
];
/**
 * Files that are loaded on demand or when idle: screens, words, fonts and manifests of single
 * languages, and data.
 */
const LATER =
  /\.opening$|^(?!nine-)[\w-]+\.net$|^(?:nine|six|seven|lasker|eleven|twelve)-[\w-]+\.txt$|^index-[\w-]+\.css$|^(?:support|analysis|learn|hints|together|decode|learn\.words|ideas\.words|exercises|practice\.worker|statistics|collection(?:\.worker)?|export|print|gif\.worker|run-in-worker|glyphs)-[\w-]+\.(?:js|css)$|^[a-z]{2}(?:\.pages)?-[\w-]+\.js$|^[a-z]{2}(?:\.\w+)?-[\w-]+\.json$|-(?:latin-ext|cyrillic)-.*\.woff2$|^manifest\.[a-z]{2}\.webmanifest$/;

/**
 * Names `i18n/de/learn.json` `de.learn`, and the main file `de`: the assets have no folders, and
 * the service worker recognises another version of a file by its name. The element uses the same
 * files. The module that reads packs gets another name than the one of the first load.
 * @param {{ originalFileNames: string[] }} asset
 */
export function assetFileNames({ originalFileNames: [file = ''] }) {
  if (/pkg-pack\//.test(file)) return 'assets/pack_bg-[hash][extname]';
  const [, language, part] = /i18n\/(\w+)\/(\w+)\.json$/.exec(file) ?? [];
  return `assets/${language ? `${language}.${part}`.replace('.main', '') : '[name]'}-[hash][extname]`;
}

/** Builds dist/ from www. Requires www/pkg. */
export async function buildPage() {
  // Imported late: on a fresh checkout the set-up installs it first.
  const { build } = await import('vite');
  await cutFonts();
  await drawCard();
  say('bundling the page into dist');
  const start = performance.now();
  const { NODE_ENV } = process.env;
  await build({
    root: join(ROOT, 'www'),
    configFile: join(ROOT, 'vite.config.js'),
    logLevel: 'warn',
  });
  writeManifests(DIST);
  await writeGamePages(DIST);
  const style = await buildStyle(DIST, build);
  await writeReadPages(DIST, style, process.env.MERELS_URL);
  writeElementPage(DIST, style);
  copyPacks(DIST);
  const files = offlineFiles();
  await build({
    root: join(ROOT, 'www'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      __OFFLINE_FILES__: JSON.stringify(files),
      __LATER_FILES__: JSON.stringify(await laterFiles()),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: DIST,
      emptyOutDir: false,
      lib: {
        entry: join(ROOT, 'www', 'sw.ts'),
        formats: ['iife'],
        name: 'offline',
        fileName: () => WORKER,
      },
    },
  });
  await buildElement(build);
  writeLicences(DIST);
  // Vite sets NODE_ENV to "production", which child processes would inherit.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  const bytes = files.reduce((sum, { url }) => sum + statSync(join(DIST, url)).size, 0);
  say(
    `dist is there after ${since(start)}; offline, the page keeps ${files.length} files, ${Math.round(bytes / 1024)} KB`,
  );
}

/**
 * Builds the element for other pages into dist, in a build of its own, so that neither bundle is
 * split to share chunks with the other.
 * Both use the same WebAssembly and catalogue files.
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
        input: join(ROOT, 'www', 'app', 'embed', 'element.ts'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: ELEMENT, assetFileNames, codeSplitting: false },
      },
    },
  });
  copyFileSync(join(ROOT, 'www', 'app', 'embed', ELEMENT_TYPES), join(DIST, ELEMENT_TYPES));
}

/**
 * The files that the service worker caches for offline play, in workbox's format: the name relative
 * to the page, a revision if the name has no content hash, and the hash of the content.
 * @returns {{ url: string, revision: string | null, integrity: string }[]}
 */
export function offlineFiles() {
  if (!existsSync(DIST))
    throw new Trouble("There is no dist folder yet: run 'npm run build' first.");
  return readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(DIST, name)).isFile() && isNeededOffline(name))
    .sort()
    .map((url) => ({
      url,
      revision: url.startsWith('assets/') ? null : contentHash(url).toString('hex').slice(0, 16),
      integrity: integrity(url),
    }));
}

/**
 * The files that are cached when first used: catalogues, fonts and manifests of the chosen language
 * (English needs none), the exact values of the first placings, puzzles, and the reader of files of
 * games.
 * @returns {Promise<{ url: string, integrity: string }[]>}
 */
export async function laterFiles() {
  const of = (/** @type {string} */ folder) =>
    readdirSync(join(DIST, folder))
      .filter((name) => LATER.test(name))
      .sort();
  const files = [...of('assets').map((name) => `assets/${name}`), ...of('.')];
  const { LARGEST } = await fromPage('platform/fetch-whole.ts');
  const large = files.find((url) => statSync(join(DIST, url)).size > LARGEST);
  if (large)
    throw new Trouble(
      `${large} is larger than the page fetches: see LARGEST in www/app/platform/fetch-whole.ts.`,
    );
  return files.map((url) => ({ url, integrity: integrity(url) }));
}

/**
 * The large bitmap icons are only fetched by the system when it installs the page, the pages of
 * single games and those to read by who follows a link to them. The browser requests the small icon
 * whenever the page plays a sound.
 * @param {string} name
 */
function isNeededOffline(name) {
  const kept = !NOT_KEPT.includes(name) && !name.endsWith('.map');
  return (
    kept &&
    ![FOLDER, GAME_PAGES, READ_PAGES].some((folder) => name.startsWith(`${folder}/`)) &&
    !LATER.test(basename(name)) &&
    !/^icons\/(?!icon-32).*\.png$/.test(name)
  );
}

/** @param {string} url a file of dist */
const contentHash = (url) =>
  createHash('sha256')
    .update(readFileSync(join(DIST, url)))
    .digest();

/** The integrity hash of a file. @param {string} url a file of dist */
const integrity = (url) => `sha256-${contentHash(url).toString('base64')}`;
