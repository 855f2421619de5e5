/** The pages that messengers show of single games. */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { gamePage, writeGamePages } from '../../scripts/lib/card.mjs';
import { fromLink } from '../../www/app/share/links.ts';
import { gamePage as gamePageOf } from '../../www/app/share/make-link.ts';
import { core } from './core.js';

const dist = mkdtempSync(join(tmpdir(), 'merels-card-'));

afterAll(() => rmSync(dist, { recursive: true }));

test('every named game has a page and a picture; the page leads on to the game', async () => {
  await writeGamePages(dist);
  const presets = core.variants().filter(({ kind }) => kind === 'preset');
  expect(readdirSync(join(dist, 'play')).filter((name) => name.endsWith('.html'))).toHaveLength(
    presets.length,
  );
  for (const { spec, name } of presets) {
    const page = readFileSync(join(dist, 'play', `${spec}.html`), 'utf8');
    expect(page).toContain(`<title>${name} · Merels</title>`);
    expect(existsSync(join(dist, 'play', `${spec}.png`)), spec).toBe(true);
    const [, link = '', hash = ''] =
      /http-equiv="refresh" content="0; url=((?:\.\.\/)(#[^"]+))"/.exec(page) ?? [];
    expect(page, spec).toContain(`<a href="${link}">`);
    const game = core.read(fromLink(hash) ?? '');
    expect([game.state().spec, game.state().moves], spec).toEqual([spec, []]);
    game.free();
    expect(page, spec).not.toContain('<script');
  }
  // Drawing them takes long on a busy machine.
}, 120_000);

test('with the page’s address messengers get whole ones; what has a meaning in HTML is escaped', () => {
  const page = gamePage(
    { spec: 'nine', name: 'A & "B"', summary: '<i>' },
    'https://example.org/merels/',
  );
  // Search engines show the page to read.
  expect(page).toContain(
    '<link rel="canonical" href="https://example.org/merels/read/en/nine.html">',
  );
  expect(page).toContain(
    '<meta property="og:image" content="https://example.org/merels/play/nine.png">',
  );
  expect(page).toContain('<meta property="og:title" content="A &amp; &quot;B&quot; · Merels">');
  expect(page).toContain('content="&lt;i>"');
});

test('a game that has not begun is shared by its page', () => {
  vi.stubGlobal('location', new URL('https://example.org/merels/?do=puzzle#/play'));
  expect(gamePageOf(core, 'lasker~')).toBe('https://example.org/merels/play/lasker.html');
  expect(gamePageOf(core, 'lasker~d6')).toBeNull();
  expect(gamePageOf(core, 'nine+fly=none~')).toBeNull();
  vi.unstubAllGlobals();
});
