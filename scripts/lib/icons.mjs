/** Renders the bitmap icons from www/public/icons/icon.svg into the same folder. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, say } from './say.mjs';

const FOLDER = join(ROOT, 'www', 'public', 'icons');
const DRAWING = join(FOLDER, 'icon.svg');
const PAPER = '#F6F1E7';

/**
 * `paper`: fills the whole square, without the drawing's round corners.
 * `margin`: the part of the width left free on each side; a mask may cut off the outer tenth.
 */
const ICONS = [
  { name: 'icon-32.png', size: 32, paper: false, margin: 0 },
  { name: 'icon-192.png', size: 192, paper: false, margin: 0 },
  { name: 'icon-512.png', size: 512, paper: false, margin: 0 },
  { name: 'apple-touch-icon.png', size: 180, paper: true, margin: 0 },
  { name: 'maskable-512.png', size: 512, paper: true, margin: 0.08 },
];

/** Renders the icons that are missing or older than the drawing. */
export async function drawIcons() {
  const newest = Math.max(
    ...[DRAWING, fileURLToPath(import.meta.url)].map((path) => statSync(path).mtimeMs),
  );
  const stale = ICONS.filter(({ name }) => {
    const path = join(FOLDER, name);
    return !existsSync(path) || statSync(path).mtimeMs < newest;
  });
  if (stale.length === 0) return;
  say('drawing the icons');
  // Imported late: on a fresh checkout the set-up installs it first.
  const { default: sharp } = await import('sharp');
  for (const { name, size, paper, margin } of stale) {
    const edge = Math.round(size * margin);
    let image = sharp(DRAWING, { density: 1200 }).resize(size - 2 * edge);
    if (paper)
      image = image
        .flatten({ background: PAPER })
        .extend({ top: edge, bottom: edge, left: edge, right: edge, background: PAPER });
    await image.png({ compressionLevel: 9, palette: true, colours: 64 }).toFile(join(FOLDER, name));
  }
}
