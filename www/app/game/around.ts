// Finds a record in a text that says more: a mail with a greeting before it and a name after it, or
// with signs as HTML writes them. As `around.rs` has it, which would be a large part of the first
// load; a test holds both to the same texts.
import { readable } from './likely.ts';
import type { Core } from '../types.ts';

type Reader = Pick<Core, 'readBegin'>;

/** A record without what is around it. */
export interface Found {
  text: string;
  /** Were words left out? */
  leftOut: boolean;
  /** Can all of it be read? */
  isWhole: boolean;
}

/** Words with fewer turns than this are no record that goes wrong: “1. a4 sheet”. */
const FEWEST = 2;
/** How many colons of a line are looked at. */
const MOST_COLONS = 8;

const SIGNS: Record<string, string> = {
  '&gt;': '>',
  '&lt;': '<',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};
const unescape = (text: string) =>
  text.replace(/&(?:gt|lt|amp|quot|#39|nbsp);/g, (sign) => SIGNS[sign] ?? sign);

const TAG = /^[\s>,`]*\[[ \t]*\w+[ \t]*["“”„‟«»″]/;
/** The number of the first move, and a move. */
const FIRST =
  /^[\s>,`]*1(?:[.)…]+|\s)[\s,`]*(?:(?:place|to|move|from)\s+)*(?!(?:1-0|0-1|1\/2)\S*)[^\s,`()[\]{};$!?]*\d/i;

const isHead = (line: string) => TAG.test(line) || FIRST.test(line);

/** Is a line of words: at least as many of them as of turns and their numbers? */
function areWords(line: string) {
  let words = 0;
  let moves = 0;
  for (const word of line.split(/\s+/)) {
    if (/[a-z]\d/i.test(word) || /^\d{1,3}[.),]*$/.test(word)) moves++;
    else if (/[a-z\u0080-\uffff]/i.test(word) && new TextEncoder().encode(word).length > 1) words++;
  }
  return words >= moves && !TAG.test(line);
}

/** The lines of a text, with their ends. */
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** Does nothing stand in a line but what quotes, fences and separates? */
const isGap = (line: string) => /^[\s>~_,`-]*$/.test(line);

/** Where a record begins after words: at the begin of a line, or after a colon. */
function begins(text: string) {
  let at = 0;
  for (const line of linesOf(text)) {
    const colons = [...line.matchAll(/: /g)].slice(0, MOST_COLONS).map(({ index }) => index + 2);
    const head = [0, ...colons].find((from) => isHead(line.slice(from)));
    if (!areWords(line.slice(0, head))) return null;
    if (head !== undefined) return at + head || null;
    at += line.length;
  }
  return null;
}

/**
 * A record without the words after it, if it went wrong at them: after its result, or after an empty
 * line.
 */
function withoutEnd(core: Reader, record: string, answer?: string) {
  const { turns, error } = readable(core, record, answer);
  if (!error?.line || !error.column) return record;
  const lines = linesOf(record);
  const before = lines.slice(0, error.line - 1);
  const line = lines[error.line - 1] ?? '';
  let at = before.join('').length;
  if (error.code === 'after-result') at += [...line].slice(0, error.column - 1).join('').length;
  else if (!isGap(before.at(-1) ?? '.') && !isGap(line)) return record;
  if (!record.slice(at).split('\n').every(areWords)) return record;
  const cut = record.slice(0, at);
  const again = readable(core, cut, answer);
  return again.error === null && again.turns === turns ? cut : record;
}

/** The record in a text that cannot be read as a whole; null if nothing is to be left out of it. */
export function recordIn(core: Reader, text: string, answer?: string): Found | null {
  const plain = unescape(text);
  const whole = readable(core, plain, answer);
  if (whole.error === null)
    return plain === text ? null : { text: plain, leftOut: false, isWhole: true };
  const at = whole.turns ? 0 : begins(plain);
  if (at === null) return null;
  const record = withoutEnd(core, plain.slice(at), answer);
  const leftOut = record.length < plain.length;
  if (!leftOut && plain === text) return null;
  const { turns, error } = readable(core, record, answer);
  if (at && turns < FEWEST && !TAG.test(record)) return null;
  return { text: record, leftOut, isWhole: error === null };
}
