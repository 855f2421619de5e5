/**
 * Two devices that play with each other, with a wire between them that loses and delays what a test
 * says.
 */
import assert from 'node:assert/strict';
import './page.mjs';
import { createMatch } from '../../www/app/together/match.ts';
import { Game } from './load.mjs';

export const core = { read: (/** @type {string} */ text) => Game.read(text) };
export const ID = '00112233445566ff';

/** The same numbers in every run. @param {number} seed */
export function random(seed) {
  let x = seed >>> 0 || 1;
  return (/** @type {number} */ n) => {
    x ^= x << 13;
    x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x % n;
  };
}

/**
 * Two devices and the wire between them.
 * @param {{ begin?: string, round?: number, clock?: { minutes: number, increment: number } | null, white?: any, black?: any, who?: Partial<Record<'white' | 'black', { own?: string, talks?: boolean }>> }}
 *   [how]
 */
export function pair({
  begin = 'nine~',
  round = 0,
  clock = null,
  white = null,
  black = null,
  who = {},
} = {}) {
  const shared = { core, id: ID, round, begin, clock };
  const sides = {
    white: createMatch({ ...shared, me: 'white', record: white, ...who.white }),
    black: createMatch({ ...shared, me: 'black', record: black, ...who.black }),
  };
  /**
   * @type {Record<'white' | 'black', { said: string[], closed: string[], wire: string[], greeted: string[] }>}
   */
  const log = {
    white: { said: [], closed: [], wire: [], greeted: [] },
    black: { said: [], closed: [], wire: [], greeted: [] },
  };
  let now = 0;
  /** What is on its way, in order. @type {['white' | 'black', string][]} */
  const under = [];
  let carrying = false;
  /**
   * @param {'white' | 'black'} side
   * @param {readonly import('../../www/app/together/types.ts').Effect[]} effects
   */
  function take(side, effects) {
    const peer = side === 'white' ? 'black' : 'white';
    for (const effect of effects) {
      if (effect.type === 'say') log[side].said.push(effect.what);
      if (effect.type === 'close') log[side].closed.push(effect.why);
      if (effect.type === 'send') log[side].wire.push(effect.text);
      if (effect.type === 'greeting') log[side].greeted.push(effect.what);
    }
    for (const effect of effects) if (effect.type === 'send') under.push([peer, effect.text]);
    if (!carrying) carry();
  }
  function carry() {
    carrying = true;
    for (let next = under.shift(); next; next = under.shift())
      take(next[0], sides[next[0]].receive(next[1], now));
    carrying = false;
  }
  const view = (/** @type {'white' | 'black'} */ side) => sides[side].view(now);
  return {
    sides,
    log,
    view,
    take,
    now: () => now,
    pass: (/** @type {number} */ ms) => (now += ms),
    /** What the two say meanwhile crosses on its way. @param {() => void} say */
    cross(say) {
      carrying = true;
      say();
      carry();
    },
    meet() {
      this.cross(() => {
        take('black', sides.black.greet());
        take('white', sides.white.greet());
      });
      return this;
    },
    /** The connection is lost, with all that is on its way, and the two meet again. */
    again() {
      const { round } = view('white');
      return pair({
        begin,
        round,
        clock,
        white: sides.white.record(now),
        black: sides.black.record(now),
      }).meet();
    },
    /** How the game has ended on both, refusing nothing. */
    ends() {
      this.same();
      const said = [...log.white.said, ...log.black.said].filter((what) =>
        what.startsWith('refused'),
      );
      const { reason, loser } = view('white').game.outcome ?? {};
      assert.deepEqual(
        [said, view('black').game.outcome?.reason, view('black').game.outcome?.loser],
        [[], reason, loser],
      );
      return [view('white').phase, reason, loser].filter(Boolean).join(' ');
    },
    /** @param {...string} turns */
    play(...turns) {
      for (const turn of turns) take(view('white').turn, sides[view('white').turn].play(turn, now));
    },
    /**
     * A text that no honest page sends.
     * @param {'white' | 'black'} to
     * @param {object | string} text
     */
    inject(to, text) {
      const whole =
        typeof text === 'string'
          ? text
          : JSON.stringify({ v: 1, game: view(to).name, n: 1_000_000, ...text });
      const effects = sides[to].receive(whole, now);
      for (const effect of effects) {
        if (effect.type === 'say') log[to].said.push(effect.what);
        if (effect.type === 'close') log[to].closed.push(effect.why);
      }
      return effects;
    },
    same() {
      assert.equal(view('white').game.line, view('black').game.line);
      assert.deepEqual(view('white').turns, view('black').turns);
      assert.deepEqual(view('white').phase, view('black').phase);
    },
  };
}

/**
 * The next number that a side may hear.
 * @param {ReturnType<typeof pair>} p
 * @param {'white' | 'black'} to
 */
export const nextNumber = (p, to) => p.log[to === 'white' ? 'black' : 'white'].wire.length + 1;

/** What a device has kept of a game. @param {string} turns */
export const kept = (turns, ended = null) => ({
  turns: turns.split(' ').filter(Boolean),
  left: null,
  ended,
});
