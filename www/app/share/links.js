// Games and positions as links. Rust parses their contents like any pasted text.

/** A link to this page with a game or position in Rust's link format. @param {string} tail */
export function link(tail) {
  const url = new URL(location.href);
  url.search = '';
  url.hash = `m=${tail}`;
  return url.href;
}

/**
 * The position or game in a link or its fragment, for Rust to parse. Null if the text is not a link, such as a record with a link
 * in a comment.
 * @param {string} text @returns {string | null}
 */
export function fromLink(text) {
  const found = /^[^\s{}#]*#(?:m|game|position)=(.*)$/s.exec(text.trim())?.[1];
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}
