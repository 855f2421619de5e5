/** Words with a number in them. */
import { afterEach, expect, test } from 'vitest';
import { selectLanguage, t } from '../../www/app/i18n/i18n.ts';

afterEach(() => selectLanguage('en', null));

test('plural forms are those of the language that is spoken now, and so are large numbers', () => {
  const catalogue = {
    'player.hand': { one: '{n} one', few: '{n} few', many: '{n} many', other: '{n} other' },
  };
  const said = (/** @type {number} */ n) => t('player.hand', { n });
  selectLanguage('en', catalogue);
  expect([1, 2, 5, 1234].map(said)).toEqual(['1 one', '2 other', '5 other', '1,234 other']);
  selectLanguage('pl', catalogue);
  expect([1, 2, 5].map(said)).toEqual(['1 one', '2 few', '5 many']);
  selectLanguage('cs', catalogue);
  expect([1, 2, 5, 1.5].map(said)).toEqual(['1 one', '2 few', '5 other', '1,5 many']);
  selectLanguage('fa', catalogue);
  expect([1, 2, 1234].map(said)).toEqual(['۱ one', '۲ other', '۱٬۲۳۴ other']);
  selectLanguage('de', catalogue);
  expect([1, 2, 1234].map(said)).toEqual(['1 one', '2 other', '1.234 other']);
});

test('Arabic has six forms', () => {
  const catalogue = {
    'player.hand': {
      zero: 'zero',
      one: 'one',
      two: 'two',
      few: 'few',
      many: 'many',
      other: 'other',
    },
  };
  selectLanguage('ar', catalogue);
  expect([0, 1, 2, 3, 11, 100].map((n) => t('player.hand', { n }))).toEqual([
    'zero',
    'one',
    'two',
    'few',
    'many',
    'other',
  ]);
});
