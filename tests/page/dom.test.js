// @vitest-environment happy-dom
/** Elements whose words and attributes follow the language. */
import { expect, test } from 'vitest';
import { retell } from '../../www/app/i18n/on-language.ts';
import { h } from '../../www/app/ui/dom.ts';

test('an attribute whose value becomes false, null or undefined is removed', () => {
  /** @type {string | boolean | null | undefined} */
  let value = 'first';
  const element = h('p', { title: () => value, hidden: () => value === true });
  expect(element.getAttribute('title')).toBe('first');
  for (const none of [false, null, undefined]) {
    value = 'again';
    retell();
    expect(element.getAttribute('title')).toBe('again');
    value = none;
    retell();
    expect(element.hasAttribute('title')).toBe(false);
  }
  expect(element.hasAttribute('hidden')).toBe(false);
  value = true;
  retell();
  expect(element.getAttribute('hidden')).toBe('');
});
