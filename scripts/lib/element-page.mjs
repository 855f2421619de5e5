/**
 * Writes the page on `<merels-board>`: its description in docs/, with the examples at work below
 * their source.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escaped } from './markup.mjs';
import { READ_PAGES } from './read.mjs';
import { ROOT } from './say.mjs';

export const ELEMENT_PAGE = 'merels-board.html';
/** The styles of its examples. */
const EXAMPLES = 'examples.css';
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** Code, links and stars within a line. @param {string} text */
const inline = (text) =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`')
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : escaped(part).replace(/\[([^\]]+)\]\((https:[^)]+)\)/g, '<a href="$2">$1</a>'),
    )
    .join('');

/** The cells of a row. @param {string} row */
const cells = (row) =>
  row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim().replaceAll('\\|', '|')));

/** @param {string[]} rows */
function table([head = '', , ...rows]) {
  const row = (/** @type {string} */ text, /** @type {string} */ tag) =>
    `<tr>${cells(text)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`;
  return `<div class="read-table"><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((text) => row(text, 'td')).join('\n')}</tbody></table></div>`;
}

/** Code, and the elements in it at work. @param {string} text */
function code(text) {
  const elements = text.match(/<merels-board[ >][^]*?<\/merels-board>/g) ?? [];
  return `<pre><code>${escaped(text)}</code></pre>\n${elements.join('\n')}`;
}

/**
 * As much of Markdown as the description uses: headings, paragraphs, tables, and code that is
 * indented.
 * @param {string} text
 */
export function markdown(text) {
  /** @type {string[]} */
  const blocks = [];
  for (const block of text.replace(/^\n+|\n+$/g, '').split(/\n\n+/)) {
    const indented = (/** @type {string | undefined} */ one) => one?.startsWith('    ');
    if (indented(block) && indented(blocks.at(-1))) blocks.push(`${blocks.pop()}\n\n${block}`);
    else blocks.push(block);
  }
  return blocks
    .map((block) => {
      const [, marks, heading] = /^(#+) (.*)$/.exec(block) ?? [];
      if (marks) return `<h${marks.length}>${inline(heading ?? '')}</h${marks.length}>`;
      if (block.startsWith('|')) return table(block.split('\n'));
      if (block.startsWith('    ')) return code(block.replace(/^ {4}/gm, ''));
      return `<p>${inline(block.replaceAll('\n', ' '))}</p>`;
    })
    .join('\n');
}

/**
 * @param {string} dist
 * @param {string} style the file of the style in its folder
 */
export function writeElementPage(dist, style) {
  const text = readFileSync(join(ROOT, 'docs', 'merels-board.md'), 'utf8');
  // A page with this policy has no style in it.
  const styles = [...text.matchAll(/<style>([^]*?)<\/style>/g)].map(([, css = '']) => css);
  writeFileSync(join(dist, READ_PAGES, EXAMPLES), styles.join(''));
  writeFileSync(
    join(dist, ELEMENT_PAGE),
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>&lt;merels-board&gt; · Merels</title>
<meta name="description" content="A custom element that shows a position, or plays through a game of the mill family, on any page.">
<link rel="icon" href="./icons/icon-32.png" sizes="32x32" type="image/png">
<link rel="stylesheet" href="./${READ_PAGES}/${style}">
<link rel="stylesheet" href="./${READ_PAGES}/${EXAMPLES}">
<script type="module" src="./merels-board.js"></script>
</head>
<body>
<header class="read-bar"><a class="name" href="./">Merels</a></header>
<main class="docs">
${markdown(text)}
</main>
</body>
</html>
`,
  );
}
