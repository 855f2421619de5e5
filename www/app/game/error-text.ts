// Translates errors from Rust. In English, Rust's own message is used.
import { has, currentLanguage, t, typeset } from '../i18n/i18n.ts';
import { endText } from './words.ts';
import type { Refusal } from '../../pkg/merels.js';

/** Maps parameters that stand for words to keys, by parameter name. */
const WORDS: Record<string, (id: string) => string> = {
  side: (id) => `side.${id}`,
  other: (id) => `side.${id}`,
  man: (id) => `man.${id}`,
  field: (id) => `error.field.${id}`,
  ring: (id) => `error.ring.${id}`,
};

/**
 * An error as a sentence.
 * @param places include the position in the text?
 */
export function refusal(error: unknown, places = true) {
  if (!(error instanceof Error)) return String(error);
  const { code, params, line, column } = error as Partial<Refusal>;
  // Errors in a set-up position share the editor's sentences.
  const key = [`error.${code}`, `fault.${code}`].find(has);
  if (currentLanguage() === 'en' || !key || !has(key))
    return sentence(
      typeset(places ? error.message : error.message.replace(/^(line \d+, )?character \d+: /i, '')),
    );
  const reason = t(
    key,
    Object.fromEntries(
      Object.entries(params ?? {}).map(([name, value]) => [name, inWords(name, value)]),
    ),
  );
  const at = line ? 'error.at.line' : 'error.at.column';
  return places && column && has(at) ? t(at, { line: line ?? 0, column, reason }) : reason;
}

function inWords(name: string, value: Refusal['params'][string]): string | number {
  if (typeof value === 'object') return endText(value);
  const key = typeof value === 'string' ? WORDS[name]?.(value) : undefined;
  return key && has(key) ? t(key) : value;
}

/** Adds a full stop, and a capital unless it starts with a point such as "a1". */
const sentence = (text: string) =>
  (/^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)).replace(
    /[^.?!。？！]$/,
    '$&.',
  );
