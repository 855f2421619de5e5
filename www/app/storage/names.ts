// The names of people, kept for the next game: one's own, and those of two at this device. Loaded
// on demand.
import { isName } from './name.ts';
import { refuse, storedValue } from './storage.ts';

/**
 * `muted`: are the other player's greetings not shown? `facing`: do the two at this device sit face
 * to face?
 */
interface Names {
  own: string;
  white: string;
  black: string;
  muted: boolean;
  facing: boolean;
}

const NONE: Names = { own: '', white: '', black: '', muted: false, facing: false };

const place = storedValue('merels.names', ({ own, white, black, muted, facing }) =>
  isName(own) && isName(white) && isName(black)
    ? { own, white, black, muted: muted === true, facing: facing === true }
    : refuse(),
);

export const readNames = (): Names => place.read() ?? NONE;

export const saveNames = (change: Partial<Names>) => place.write({ ...readNames(), ...change });

/** A name as it was typed, or in a link: what is not allowed in one goes. */
export function asName(text: string) {
  const allowed = [...text.normalize('NFC')]
    .map((sign) => (isName(sign) ? sign : ' '))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return [...allowed].slice(0, 20).join('').trim();
}
