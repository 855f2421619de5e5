// Numbers that are not counted but read: ratings, numberings.
import { currentLanguage } from './i18n.ts';

/** Writes a number without separators in the digits of the language; Persian has its own. */
export function inDigits(number: string | number) {
  const { format } = new Intl.NumberFormat(currentLanguage());
  return String(number).replace(/\d/g, (digit) => format(Number(digit)));
}
