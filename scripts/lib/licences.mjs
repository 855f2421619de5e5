/** Writes licences.txt: the licence texts of all third-party code in the built page. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, Trouble, ask } from './say.mjs';

export const LICENCES = 'licences.txt';

/** npm packages whose files end up in the page. */
export const SHIPPED = [/^@fontsource\//, /^gifenc$/, /^qr$/, /^ts-fsrs$/, /^workbox-/];

/**
 * Writes the file. Throws if a licence is missing, because then the page must not be distributed.
 * @param {string} folder
 */
export function writeLicences(folder) {
  const parts = [...npmPackages(), ...crates()].map(({ name, texts }) => {
    if (texts.length === 0)
      throw new Trouble(`${name} has no licence file: find one before distributing the build.`);
    return `${name}\n${'='.repeat(name.length)}\n\n${texts.join('\n\n').trim()}\n`;
  });
  const head = 'Merels is under the MIT licence. It contains the following, each under its own.\n';
  writeFileSync(join(folder, LICENCES), [head, ...parts].join('\n\n'));
}

/** @typedef {{ name: string, texts: string[] }} Part */

/** @returns {Part[]} */
function npmPackages() {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const names = Object.keys(lock.packages).map((path) => path.replace(/^node_modules\//, ''));
  return names
    .filter((name) => SHIPPED.some((pattern) => pattern.test(name)))
    .map((name) => ({ name, texts: licenceTexts(join(ROOT, 'node_modules', name)) }));
}

/** The crates that the WebAssembly is linked from. @returns {Part[]} */
function crates() {
  const tree = ask('cargo', [
    'tree',
    '--package',
    'merels',
    '--features',
    'game,pack',
    '--locked',
    '--target',
    'wasm32-unknown-unknown',
    '--edges',
    'normal,no-proc-macro',
    '--prefix',
    'none',
    '--format',
    '{p}',
  ]);
  const metadata = ask('cargo', [
    'metadata',
    '--features',
    'game,pack',
    '--locked',
    '--format-version',
    '1',
    '--filter-platform',
    'wasm32-unknown-unknown',
  ]);
  if (tree === null || metadata === null) throw new Trouble('cargo could not list the crates.');
  /** @type {{ name: string, version: string, manifest_path: string }[]} */
  const all = JSON.parse(metadata).packages;
  const linked = [
    ...new Set(tree.split('\n').map((line) => line.split(' ').slice(0, 2).join(' ').trim())),
  ].sort();
  return linked
    .filter((name) => name !== '' && !name.startsWith('merels '))
    .map((name) => {
      const crate = all.find((one) => `${one.name} v${one.version}` === name);
      return { name, texts: crate ? licenceTexts(dirname(crate.manifest_path)) : [] };
    });
}

/** @param {string} folder @returns {string[]} */
function licenceTexts(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying)/i.test(file));
  // If there is a choice, MIT, as for the project itself.
  const mit = files.filter((file) => /mit/i.test(file));
  return (mit.length > 0 ? mit : files).map((file) => readFileSync(join(folder, file), 'utf8'));
}
