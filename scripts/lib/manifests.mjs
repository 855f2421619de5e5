/**
 * Writes a web app manifest for each language, with its name and shortcuts. The English one is in
 * www.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './say.mjs';

const WORDS = join(ROOT, 'www', 'app', 'i18n');
const ENGLISH = join(ROOT, 'www', 'public', 'manifest.webmanifest');

/**
 * Writes `manifest.de.webmanifest` and so on. They have the same `id`, because they describe the
 * same app.
 * @param {string} dist
 */
export function writeManifests(dist) {
  for (const lang of readdirSync(WORDS).filter(
    (name) => /^[a-z]{2}$/.test(name) && name !== 'en',
  )) {
    const words = Object.assign(
      {},
      ...['main', 'offers'].map((part) =>
        JSON.parse(readFileSync(join(WORDS, lang, `${part}.json`), 'utf8')),
      ),
    );
    const manifest = JSON.parse(readFileSync(ENGLISH, 'utf8'));
    const [fresh, puzzle, going] = manifest.shortcuts;
    Object.assign(manifest, {
      name: words['manifest.name'],
      description: words['manifest.description'],
      lang,
      dir: words['language.direction'],
    });
    Object.assign(fresh, { name: words['action.new'] });
    Object.assign(puzzle, { name: words['offers.puzzle'] });
    Object.assign(going, {
      name: words['manifest.continue'],
      short_name: words['manifest.continue.short'],
    });
    writeFileSync(join(dist, `manifest.${lang}.webmanifest`), `${JSON.stringify(manifest)}\n`);
  }
}
