/**
 * Packs, the solutions of whole games, in data/NAME. The build copies each to an address with its
 * version, so that a page never reads the pack of another version. The files get an extension that
 * every host serves unchanged.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './say.mjs';

const DATA = join(ROOT, 'data');
const NAMES = ['nine'];
/** Their folder in dist, which the service worker does not cache. */
export const FOLDER = 'data';
/** The position of the checksum in an index: see src/tablebase/pack/format.rs. */
const CHECKSUM = 10;

/** What says where the pieces of a pack are and what they must be. */
const FILES = ['index', 'checksums'];

/**
 * @typedef {{ folder: string, version: string, bytes: number, sizes: Record<string, number> }} Pack
 *   `bytes`: of all parts; `sizes`: of the other files
 */

/**
 * The packs that ship with the page, by name; none with --no-solution.
 * @returns {Record<string, Pack>}
 */
export function packs() {
  const there = process.argv.includes('--no-solution')
    ? []
    : NAMES.filter((name) => existsSync(join(DATA, name, 'index')));
  return Object.fromEntries(
    there.map((name) => {
      const version = readFileSync(join(DATA, name, 'index'))
        .readUInt32LE(CHECKSUM)
        .toString(16)
        .padStart(8, '0');
      const sizeOf = (/** @type {string} */ file) => statSync(join(DATA, name, file)).size;
      const bytes = partsOf(name).reduce((sum, part) => sum + sizeOf(part), 0);
      const sizes = Object.fromEntries(FILES.map((file) => [file, sizeOf(file)]));
      return [name, { folder: `${FOLDER}/${name}-${version}/`, version, bytes, sizes }];
    }),
  );
}

const partsOf = (/** @type {string} */ name) =>
  readdirSync(join(DATA, name)).filter((file) => /^\d+$/.test(file));

/** @param {string} dist */
export function copyPacks(dist) {
  for (const [name, { folder }] of Object.entries(packs())) {
    mkdirSync(join(dist, folder), { recursive: true });
    for (const file of [...FILES, ...partsOf(name)])
      copyFileSync(join(DATA, name, file), join(dist, folder, `${file}.bin`));
  }
}

/** Serves them from the development server. @returns {import('vite').Plugin} */
export const packsInDevelopment = () => ({
  name: 'merels-packs',
  async configureServer({ middlewares }) {
    const { default: sirv } = await import('sirv');
    for (const [name, { folder }] of Object.entries(packs())) {
      const files = sirv(join(DATA, name), { dev: true });
      middlewares.use(`/${folder.slice(0, -1)}`, (request, response, next) => {
        request.url = request.url?.replace(/\.bin$/, '');
        files(request, response, next);
      });
    }
  },
});
