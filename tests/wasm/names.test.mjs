/**
 * Names and greetings between two devices, of which either may be of a version that knows neither.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pair } from './devices.mjs';
import { read } from '../../www/app/together/messages.ts';

const WHO = { white: { own: 'Anna' }, black: { own: 'Ben', talks: true } };
const names = (/** @type {ReturnType<typeof pair>} */ p) => [
  p.view('white').theirName,
  p.view('black').theirName,
];
const kinds = (/** @type {ReturnType<typeof pair>} */ p, /** @type {'white' | 'black'} */ side) =>
  p.log[side].wire.map((text) => JSON.parse(text).kind);

test('the one who was invited begins, and each learns the other’s name', () => {
  const p = pair({ who: WHO }).meet();
  assert.deepEqual(names(p), ['Ben', 'Anna']);
  p.play('d6', 'f4');
  assert.equal(p.view('white').phase, 'playing');
  assert.deepEqual([p.log.white.said, p.log.black.said], [['ready'], ['ready']]);
});

test('nothing of it is sent to a version that does not know it', () => {
  // Neither was invited by a device that says so.
  const p = pair({ who: { white: { own: 'Anna' }, black: { own: 'Ben' } } }).meet();
  p.take('white', p.sides.white.say('hello', p.now()));
  assert.deepEqual(
    [...kinds(p, 'white'), ...kinds(p, 'black')].filter(
      (kind) => kind === 'name' || kind === 'greeting',
    ),
    [],
  );
  assert.deepEqual([names(p), p.view('white').talks], [['', ''], false]);
});

test('a greeting is heard, one in three seconds, and still after the game and in the next', () => {
  const p = pair({ who: WHO }).meet();
  const say = (
    /** @type {'white' | 'black'} */ side,
    /** @type {import('../../www/app/together/messages.ts').Greeting} */ what,
  ) => p.take(side, p.sides[side].say(what, p.now()));
  say('white', 'hello');
  say('white', 'luck');
  assert.deepEqual(p.log.black.greeted, ['hello']);
  p.pass(3000);
  say('white', 'luck');
  say('black', 'thanks');
  assert.deepEqual([p.log.black.greeted, p.log.white.greeted], [['hello', 'luck'], ['thanks']]);
  // Nor is more shown of one who sends more.
  const n = p.log.white.wire.length;
  p.inject('black', { kind: 'greeting', what: 'hello', n: n + 1 });
  assert.deepEqual([p.log.black.greeted.length, p.log.black.said], [2, ['ready']]);
  p.pass(3000);
  p.take('white', p.sides.white.resign(p.now()));
  say('black', 'played');
  assert.deepEqual(p.log.white.greeted, ['thanks', 'played']);
});

test('a name and a greeting are read strictly', () => {
  const message = (/** @type {object} */ more) =>
    JSON.stringify({ v: 1, game: '0.0', n: 1, ...more });
  const why = (/** @type {object} */ more) => {
    try {
      return read(message(more)).kind;
    } catch (error) {
      return /** @type {{ why: string }} */ (error).why;
    }
  };
  assert.equal(why({ kind: 'name', name: 'Анна 🙂' }), 'name');
  for (const name of ['x'.repeat(21), 'a\nb', '\u202eannA', 7, null, ['Anna']])
    assert.equal(why({ kind: 'name', name }), 'form');
  assert.equal(why({ kind: 'greeting', what: 'hello' }), 'greeting');
  for (const what of ['Hello!', 'toString', '', null, 1])
    assert.equal(why({ kind: 'greeting', what }), 'form');
});
