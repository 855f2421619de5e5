/**
 * Small pictures of screens, kept in the folder pictures, and whether a screen still looks like its
 * own.
 */
import sharp from 'sharp';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.js';

const FOLDER = join(import.meta.dirname, 'pictures');
/**
 * A quarter of the width: large enough to see that something has moved, small enough for a
 * repository.
 */
const SCALE = 4;
/**
 * How far a colour may be from its own, for another rendering of letters and the few colours of the
 * file; and how many may be further.
 */
const COLOUR = 40;
const SHARE = 0.004;

/**
 * Compares what is seen with its picture. `npm run pictures` takes new ones.
 * @param {import('@playwright/test').Page} page @param {string} name
 */
export async function looksAsBefore(page, name) {
  const info = test.info();
  const shot = sharp(await page.screenshot({ scale: 'css', animations: 'disabled' })).removeAlpha();
  const { width = 0 } = await shot.metadata();
  const small = await shot
    .resize({ width: Math.round(width / SCALE) })
    .png()
    .toBuffer();
  const path = join(FOLDER, `${name}-${info.project.name}.png`);
  if (process.env.MERELS_PICTURES === 'new') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(
      path,
      await sharp(small)
        .png({ palette: true, colours: 16, dither: 0, compressionLevel: 9, effort: 10 })
        .toBuffer(),
    );
    return;
  }
  expect(existsSync(path), `${path} is missing: npm run pictures takes it`).toBe(true);
  const [now, before] = await Promise.all([pixels(small), pixels(path)]);
  expect([now.info.width, now.info.height], `the size of ${name}`).toEqual([
    before.info.width,
    before.info.height,
  ]);
  let others = 0;
  for (let i = 0; i < now.data.length; i += 3) {
    if (
      [0, 1, 2].some((c) => Math.abs((now.data[i + c] ?? 0) - (before.data[i + c] ?? 0)) > COLOUR)
    )
      others++;
  }
  const share = others / (now.data.length / 3);
  if (share > SHARE) {
    const seen = info.outputPath(`${name}.png`);
    writeFileSync(seen, small);
    await info.attach(`${name}, now`, { path: seen });
    await info.attach(`${name}, before`, { path });
  }
  expect
    .soft(share, `the share of ${name} that looks different; if it should, npm run pictures`)
    .toBeLessThanOrEqual(SHARE);
}

/** @param {Buffer | string} picture */
const pixels = (picture) =>
  sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
