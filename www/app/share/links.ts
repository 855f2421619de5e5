// Links that are opened. Rust parses their contents like any pasted text.
import type { Side } from '../types.ts';

/** A game by message, as its link has it. */
export interface Sent {
  /** The game in Rust's link format. */
  tail: string;
  /** The game's, the same on both devices. */
  id: string;
  /** The side that has resigned. */
  resigned: Side | null;
  draw: 'offered' | 'agreed' | null;
  /** The name of who sent it; empty if they gave none. */
  from: string;
}

/** What follows the game in a link by message; a sentence may end with the link. */
const BY =
  /&by=([\w-]{1,40})(?:&from=([^&]*))?(?:&resigned=(white|black)|&draw=(offered|agreed))?\.?$/;

/** A link, or its fragment. */
const LINK = /^[^\s{}#]*#(?:m|game|position)=(.*)$/s;
/**
 * A message around a link. Records, which may have a link in a comment, have brackets or braces.
 */
const MESSAGE = /^[^[\]{}]*?(https?:\/\/[^\s[\]{}#]{1,500}#[^\s[\]{}]+?)[.,!?]?(?:\s[^[\]{}]*)?$/;
/** Longer texts are not searched for a link. In characters. */
const MAX_MESSAGE = 20_000;

/** The link in a message. */
const linkIn = (text: string) => (text.length > MAX_MESSAGE ? '' : (MESSAGE.exec(text)?.[1] ?? ''));

/** What a link or its fragment contains; null if there is no link in the text. */
function contents(text: string) {
  const found = (LINK.exec(text.trim()) ?? LINK.exec(linkIn(text)))?.[1];
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}

/**
 * The position or game in a link or its fragment, for Rust to parse. Null if the text is not a
 * link, such as a record with a link in a comment.
 */
export const fromLink = (text: string): string | null => contents(text)?.replace(BY, '') ?? null;

/** The game by message in a link; null if it is not one. */
export function sentIn(text: string): Sent | null {
  const found = BY.exec(contents(text) ?? '');
  if (!found?.[1]) return null;
  const [, id, from = '', resigned, draw] = found;
  return {
    tail: fromLink(text) ?? '',
    id,
    resigned: resigned === 'white' || resigned === 'black' ? resigned : null,
    draw: draw === 'offered' || draw === 'agreed' ? draw : null,
    from,
  };
}
