/** The reasons of mistakes in words: every kind in every language. */
import { readFileSync, readdirSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { heldText, reasonText, spareText } from '../../www/app/game/reason-words.ts';
import { selectLanguage } from '../../www/app/i18n/i18n.ts';
import '../../www/app/i18n/reasons.words.ts';

/** @typedef {import('../../www/app/types.ts').ReasonInfo} ReasonInfo */

const app = new URL('../../www/', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, app), 'utf8');
const KINDS = /** @type {ReasonInfo['kind'][]} */ (
  [
    ...(/type ReasonKind = ([^;]+);/.exec(read('pkg-pack/merels.d.ts'))?.[1] ?? '').matchAll(
      /"([\w-]+)"/g,
    ),
  ].map(([, kind]) => kind)
);
const LANGUAGES = readdirSync(new URL('app/i18n/', app)).filter((name) => /^[a-z]{2}$/.test(name));

/** @param {Partial<ReasonInfo>} of @returns {ReasonInfo} */
const reason = (of) => ({
  kind: 'far',
  side: 'white',
  had: 'draw',
  has: 'loss',
  points: ['d2'],
  mills: [['a1', 'd1', 'g1']],
  turns: 2,
  margin: 1,
  start: 'mistake',
  line: ['a7', 'd1', 'g7', 'g1xa7'],
  ends: false,
  exact: true,
  holding: ['g1'],
  answers: ['d1'],
  ...of,
});

afterEach(() => selectLanguage('en', null));

for (const code of LANGUAGES)
  test(`${code}: every kind has its sentence, with everything filled in`, () => {
    if (code !== 'en')
      selectLanguage(
        code,
        Object.assign(
          {},
          ...['main', 'reasons'].map((part) => JSON.parse(read(`app/i18n/${code}/${part}.json`))),
        ),
      );
    for (const kind of KINDS)
      for (const turns of [0, 1, 2, 5])
        for (const mills of [[], [['a1', 'd1', 'g1']]]) {
          const text = reasonText(reason({ kind, turns, mills }), 'a7');
          expect(text, kind).not.toMatch(/[{}]|reason\.[a-z]/);
          expect(text.length, kind).toBeGreaterThan(10);
        }
  });

test('the sides are those that gain and lose, whatever the line begins with', () => {
  const text = (/** @type {Partial<ReasonInfo>} */ of) => reasonText(reason(of), 'a7');
  expect(text({ kind: 'mill-unstoppable' })).toBe('Black plays d1, and a1–d1–g1 can’t be stopped.');
  expect(text({ kind: 'mill-unstoppable', turns: 3 })).toBe(
    'Whatever White plays, Black closes a mill within 3 moves, starting with d1.',
  );
  expect(text({ kind: 'unstoppable-missed', start: 'better', line: ['d1', 'g7', 'g1xa7'] })).toBe(
    'White plays d1, and a1–d1–g1 can’t be stopped.',
  );
  expect(text({ kind: 'man-lost', margin: 2, side: 'black' })).toBe(
    'After a7, whatever Black plays, White gets 2 men ahead within 2 moves.',
  );
  expect(text({ kind: 'wrong-man', points: ['d2', 'f4'], line: ['a7xb4', 'd1'] })).toBe(
    'a7 takes the wrong man. The one to take was on d2 or f4.',
  );
});

test('a second sentence says how the line ends, where the first does not', () => {
  const text = (/** @type {Partial<ReasonInfo>} */ of) => reasonText(reason(of), 'a7');
  expect(text({ kind: 'point-left' })).toBe(
    'The man had to stay on d2: Black moves in with d1. Then comes g1xa7.',
  );
  expect(text({ kind: 'point-left', ends: true })).toMatch(
    / Then comes g1xa7\. That wins the game for Black\.$/,
  );
  expect(text({ kind: 'crossing-missed', start: 'better', ends: true })).toMatch(
    / That wins the game for White\.$/,
  );
  expect(text({ kind: 'beaten', ends: true })).toBe(
    'Whatever White plays, Black wins within 2 moves.',
  );
});

test('at most three better moves are named', () => {
  expect(heldText(reason({ holding: ['g1', 'a4'] }))).toBe('Better: g1, a4.');
  expect(heldText(reason({ holding: ['g1', 'a4', 'd5', 'c3'] }))).toBe(
    'Better: g1, a4, d5 or another good move.',
  );
});

test('what is to be found is not given away', () => {
  expect(spareText(reason({ kind: 'mill-missed', start: 'better' }), 'a7')).toBe('');
  expect(spareText(reason({ kind: 'wrong-man' }), 'a7')).toBe('');
  expect(spareText(reason({ kind: 'two-mills' }), 'a7')).not.toBe('');
});
