// A game as a web page: a single file that works offline. Texts from the record are escaped.
import { code, hash } from 'virtual:exported';
import type { Ply, Show } from './types.ts';

/** The data for the page's script. */
export interface Saved {
  show: Show;
  plies: Ply[];
  look: string;
  flipped: boolean;
  coordinates: boolean;
  /** The initial position. */
  ply: number;
}

/** Allows nothing but the one script. */
const POLICY = `default-src 'none'; script-src '${hash}'; base-uri 'none'; form-action 'none'`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Escapes JSON for use in a script element, where it must not contain an end tag or a comment. */
const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * @param record shown if scripts are disabled
 * @returns the file's text
 */
export function writePage(saved: Saved, record: string): string {
  const { lang, dir, title, facts } = saved.show;
  return `<!doctype html>
<html lang="${escaped(lang)}" dir="${escaped(dir)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
</head>
<body>
<main>
<h1 dir="auto">${escaped(title)}</h1>
<p class="facts" dir="auto">${escaped(facts.join(' · '))}</p>
<noscript><pre>${escaped(record)}</pre></noscript>
</main>
<script type="application/json" id="game">${json(saved)}</script>
<script>${code}</script>
</body>
</html>
`;
}
