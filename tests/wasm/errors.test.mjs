/**
 * Refusals in other languages: every error that Rust can make has its words, and the page finds
 * them.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { selectLanguage } from '../../www/app/i18n/i18n.ts';
import { refusal } from '../../www/app/game/error-text.ts';
import { Game, checkSetup, rules } from './load.mjs';

const LANGUAGES = ['de', 'hu', 'ja', 'pl', 'ru'];
/** @param {string} path */
const text = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/**
 * The suite of bad texts, read as the page reads them.
 * @type {{ reader: string, bad: string }[]}
 */
const suite = text('../data/notation/bad.txt')
  .split('\n=== ')
  .slice(1)
  .map((block) => {
    const end = block.indexOf('\n');
    return { reader: block.slice(0, end).split(' | ')[0] ?? '', bad: block.slice(end + 1) };
  });

/** @param {string} reader @param {string} bad */
function read(reader, bad) {
  if (reader === 'line') Game.fromPosition(bad).free();
  else if (reader === 'record') Game.fromRecord(bad).free();
  else if (reader.startsWith('move ')) Game.start(reader.slice(5)).play(bad);
  else Game.read(bad).free();
}

/** What Rust says to it; null where it reads it. @param {() => void} act @returns {any} */
function thrown(act) {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
}

/** Games and turns that are refused where they stand. @type {[string, string[], string][]} */
const TURNS = [
  ['nine 3/3/3/6/3/3/3 w 9,9 0 1', [], 'pass'],
  ['nine 3/3/3/6/3/3/3 w 9,9 0 1', ['d6'], 'd6'],
  ['nine WWW/3/B2/6/3/B2/B2 w 0,0 0 9', [], 'a1'],
  ['nine WWW/1W1/B2/6/3/B2/BB1 w 0,0 0 9', [], 'd1-d2'],
  ['nine WWW/1W1/B2/6/3/B2/BB1 w 0,0 0 9', [], 'd6-d3'],
  ['nine WWW/1W1/B2/6/3/B2/BB1 w 0,0 0 9', [], 'd6-d5xd1'],
  ['nine WW1/1W1/2B/2W3/3/B2/BB1 w 0,0 0 9', [], 'd6-f6xa4'],
  ['nine WW1/2W/BBB/6/3/B2/B2 w 1,0 0 9', [], 'g7xd5'],
  ['nine WW1/2W/BBB/6/3/B2/B2 w 1,0 0 9', [], 'g7xa4'],
  ['nine WW1/2W/BBB/6/3/B2/B2 w 1,0 0 9', [], 'g7'],
  ['nine WW1/2W/BBB/6/3/B2/B2 w 1,0 0 9', [], 'g7xa1xb2'],
  ['three WWW/3/BB1 b 0,1 0 3', [], 'c1'],
];

for (const language of LANGUAGES)
  test(`${language}: no refusal falls back to English`, () => {
    selectLanguage(language, JSON.parse(text(`../../www/app/i18n/${language}/main.json`)));
    /** @type {any[]} */
    const errors = suite.map(({ reader, bad }) => thrown(() => read(reader, bad))).filter(Boolean);
    assert.ok(errors.length > 120, `${errors.length} texts are refused`);
    for (const [line, moves, turn] of TURNS) {
      const game = Game.fromPosition(line);
      for (const move of moves) game.play(move);
      const error = thrown(() => game.play(turn));
      assert.ok(error, `${line} ${turn} is played`);
      errors.push(error);
      game.free();
    }
    for (const spec of ['', 'nine[', 'nine[men=13]', 'three[men=9]'])
      errors.push(thrown(() => rules(spec)));
    errors.push(
      thrown(() =>
        checkSetup({ spec: 'ten', men: [], turn: 'white', hands: { white: 0, black: 0 } }),
      ),
    );
    for (const error of errors) {
      const said = refusal(error);
      assert.match(error.code, /^[a-z-]+$/, error.message);
      assert.ok(
        !said.includes(error.message) &&
          !/[{}](?!”|」|“)|undefined|\[object/.test(said.replace(/[„“「»«]\}/g, '')),
        `${error.code}: ${said}`,
      );
      for (const value of Object.values(error.params))
        if (typeof value === 'number' && value < 1000)
          assert.ok(said.includes(String(value)), `${said}: ${value}`);
      if (error.line !== null) assert.ok(said.includes(String(error.line)));
    }
    selectLanguage('en', null);
  });

test('English is what Rust says, as a sentence', () => {
  const error = thrown(() => Game.start('nine').play('z9'));
  assert.deepEqual(
    [error.code, error.params, error.line, error.column],
    ['no-point', { given: 'z9' }, null, 1],
  );
  assert.equal(refusal(error), 'Character 1: “z9” is not a point of this board.');
  const over = Game.start('three');
  for (const turn of ['a1', 'a3', 'b1', 'b3']) over.play(turn);
  over.play('c1');
  const late = thrown(() => over.play('c3'));
  assert.equal(late.code, 'over');
  assert.deepEqual(late.params.ended, {
    winner: 'white',
    loser: 'black',
    reason: 'mill',
    text: 'White has a mill',
  });
  over.free();
});

test('what only a faulty program asks is said in English', () => {
  const error = thrown(() => Game.start(/** @type {any} */ (5)));
  assert.equal(error.code, 'misuse');
  assert.match(refusal(error), /must be a string\.$/);
});

test('a draw by a blocked side says whose', () => {
  const { outcome } = checkSetup({
    spec: 'nine[blocked=draw]',
    men: blocked(),
    turn: 'white',
    hands: { white: 0, black: 0 },
  });
  assert.deepEqual([outcome?.winner, outcome?.loser, outcome?.reason], [null, 'white', 'blocked']);
});

/**
 * Four white men in the corners of the outer ring, shut in.
 * @returns {('' | 'white' | 'black')[]}
 */
function blocked() {
  const { points } = rules('nine').board;
  const black = ['d7', 'g4', 'd1', 'a4'];
  return points.map(({ name }) =>
    ['a7', 'g7', 'g1', 'a1'].includes(name) ? 'white' : black.includes(name) ? 'black' : '',
  );
}
