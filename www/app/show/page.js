// A game as a web page: a single file that works offline. Texts from the record are escaped.
import { code, hash } from 'virtual:exported';

/**
 * @typedef {object} Saved the data for the page's script
 * @property {import('./types').Show} show
 * @property {import('./types').Ply[]} plies
 * @property {string} look
 * @property {boolean} flipped
 * @property {boolean} coordinates
 * @property {number} ply the initial position
 */

/** Allows nothing but the one script. */
const POLICY = `default-src 'none'; script-src '${hash}'; base-uri 'none'; form-action 'none'`;

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Escapes JSON for use in a script element, where it must not contain an end tag or a comment. @param {unknown} value */
const json = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * @param {Saved} saved
 * @param {string} record shown if scripts are disabled
 * @returns {string} the file's text
 */
export function writePage(saved, record) {
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
