// Numbers that are not counted but read: ratings, numberings.
import { currentLanguage } from './i18n.js';

/** Writes a number without separators in the digits of the language; Persian has its own. @param {string | number} number */
export function inDigits(number) {
  const { format } = new Intl.NumberFormat(currentLanguage());
  return String(number).replace(/\d/g, (digit) => format(Number(digit)));
}
