/** What is taken for a link. */
import { expect, test } from 'vitest';
import { fromLink } from '../../www/app/share/links.ts';

const RECORD = '1. d6 f4 2. d2 d3 *';

test.each([
  ['https://example.org/merels/#m=1.d6', '1.d6'],
  ['example.org/merels/#m=1.d6', '1.d6'],
  ['  #position=nine%203/3/3/6/3/3/3%20w%209,9%200%201  ', 'nine 3/3/3/6/3/3/3 w 9,9 0 1'],
  ['#position=nine 3/3/3/6/3/3/3 w 9,9 0 1', 'nine 3/3/3/6/3/3/3 w 9,9 0 1'],
  ['#game=%E0%A4%A', '%E0%A4%A'],
  ['#m=', ''],
  ['Hey Anna, your turn! https://example.org/#m=1.d6', '1.d6'],
  ['See https://example.org/#m=1.d6.\nBye', '1.d6'],
])('%s is a link', (text, found) => expect(fromLink(text)).toBe(found));

test.each([
  RECORD,
  `{see https://example.org/#m=1.d6} ${RECORD}`,
  `[Site "https://example.org/#m=1.d6"]\n\n${RECORD}`,
  `${RECORD}\n{https://example.org/#game=1.d6}`,
  '#x=1',
])('%s is not a link', (text) => expect(fromLink(text)).toBeNull());
