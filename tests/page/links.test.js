/** What is taken for a link. */
import { expect, test } from 'vitest';
import { fromLink, sentIn } from '../../www/app/share/links.ts';

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
  ['See http://localhost/#m=1.d6', '1.d6'],
  ['#m=1.d6\nf4', '1.d6\nf4'],
])('%s is a link', (text, found) => expect(fromLink(text)).toBe(found));

test.each([
  RECORD,
  `{see https://example.org/#m=1.d6} ${RECORD}`,
  `[Site "https://example.org/#m=1.d6"]\n\n${RECORD}`,
  `${RECORD}\n{https://example.org/#game=1.d6}`,
  '#x=1',
  'No link at all',
  '[Site "x"] see https://example.org/#m=1.d6',
  `${' '.repeat(20_000)}See https://example.org/#m=1.d6`,
])('%s is not a link', (text) => expect(fromLink(text)).toBeNull());

/** The end of a link by message, and what it says. */
const sent = { tail: 'nine~d6', id: 'mi9a-4f_2', from: '', resigned: null, draw: null };
test.each([
  ['&by=mi9a-4f_2', {}],
  ['&by=mi9a-4f_2.', {}],
  ['&by=mi9a-4f_2&from=', {}],
  ['&by=mi9a-4f_2&from=Anna', { from: 'Anna' }],
  ['&by=mi9a-4f_2&from=Anna&draw=offered', { from: 'Anna', draw: 'offered' }],
  ['&by=mi9a-4f_2&draw=agreed', { draw: 'agreed' }],
  ['&by=mi9a-4f_2&resigned=white', { resigned: 'white' }],
  ['&by=mi9a-4f_2&from=A&resigned=black', { from: 'A', resigned: 'black' }],
])('a game by message ends in %s', (end, told) => {
  expect(sentIn(`https://example.org/#m=nine~d6${end}`)).toEqual({ ...sent, ...told });
  expect(fromLink(`#m=nine~d6${end}`)).toBe('nine~d6');
});

test.each(['', '&by=', '&by=a.b', '&by=a&resigned=both', '&by=a&by', `&by=${'a'.repeat(41)}`])(
  'a game that ends in "%s" is none by message',
  (end) => {
    expect(sentIn(`#m=nine~d6${end}`)).toBeNull();
    expect(fromLink(`#m=nine~d6${end}`)).toBe(`nine~d6${end}`);
  },
);

test('what is no link is no game by message either', () => expect(sentIn(RECORD)).toBeNull());
