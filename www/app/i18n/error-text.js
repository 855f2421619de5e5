// Why Rust has refused something, in the language that is spoken. English is what Rust itself says.
import { has, spoken, t, typeset } from './i18n.js';
import { endText } from '../game/words.js';

/** @typedef {import('../../pkg/merels.js').Refusal} Refusal */

/** What stands for words, by the name of its place: where those words are. @type {Record<string, (id: string) => string>} */
const WORDS = {
  side: (id) => `side.${id}`,
  other: (id) => `side.${id}`,
  man: (id) => `man.${id}`,
  field: (id) => `error.field.${id}`,
  ring: (id) => `error.ring.${id}`,
};

/** A sentence that says why. @param {unknown} error @param {boolean} [places] with the place in the text; not where nobody has written one */
export function refusal(error, places = true) {
  if (!(error instanceof Error)) return String(error);
  const { code, params, line, column } = /** @type {Partial<Refusal>} */ (error);
  // What a set-up may have wrong has its sentences already.
  const key = [`error.${code}`, `fault.${code}`].find(has);
  if (spoken() === 'en' || !key || !has(key)) return sentence(typeset(places ? error.message : error.message.replace(/^(line \d+, )?character \d+: /i, '')));
  const reason = t(key, Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, inWords(name, value)])));
  const at = line ? 'error.at.line' : 'error.at.column';
  return places && column && has(at) ? t(at, { line: line ?? 0, column, reason }) : reason;
}

/** @param {string} name @param {Refusal['params'][string]} value @returns {string | number} */
function inWords(name, value) {
  if (typeof value === 'object') return endText(value);
  const key = typeof value === 'string' ? WORDS[name]?.(value) : undefined;
  return key && has(key) ? t(key) : value;
}

/** With a capital, which a point has not, and a full stop. @param {string} text */
const sentence = (text) => (/^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)).replace(/[^.?!。？！]$/, '$&.');
