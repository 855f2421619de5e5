// Links with an invitation or answer.
import { asName, readNames } from '../storage/names.ts';

/** A link to this page with an invitation or answer, and who sends it. */
export function linkTo(text: string) {
  const url = new URL(location.href);
  const { own } = readNames();
  url.search = '';
  url.hash = `join=${text}${own && `&from=${encodeURIComponent(own)}`}`;
  return url.href;
}

/** Who has sent a link; empty if that is not said. */
export function senderOf(text: string) {
  try {
    return asName(decodeURIComponent(/#join=[\w-]+&from=([^\s&]{1,300})/.exec(text)?.[1] ?? ''));
  } catch {
    return '';
  }
}
