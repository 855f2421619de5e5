/**
 * Every function and method that the package has, called with whatever JavaScript may pass, in
 * every place and at random: it works, or throws an Error in words and leaves its object as it was.
 * What there is, is read from the package's own types, so that nothing new is left out.
 * `MERELS_CALLS` is the number of calls of each, 150 unless told.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as merels from './load.mjs';

const CALLS = Number(process.env.MERELS_CALLS ?? 150);
const START = 'nine 3/3/3/6/3/3/3 w 9,9 0 1';
const TYPES = readFileSync(
  new URL('../../www/pkg-npm/merels.d.ts', import.meta.url),
  'utf8',
).replace(/\/\*[\s\S]*?\*\//g, '');
/** @type {any} */
const all = merels;
const bytesOf = (/** @type {string} */ path) =>
  new Uint8Array(readFileSync(new URL(`../../${path}`, import.meta.url)));
const puzzles = readFileSync(new URL('../data/fuzz/puzzles/six', import.meta.url), 'utf8');

/**
 * @typedef {{ owner: string, name: string, kind: 'function' | 'new' | 'static' | 'method', parameters: string[] }}
 *   Call
 */

/** What the package has, by its types. @returns {Call[]} */
function calls() {
  const parameters = (/** @type {string} */ text) =>
    [...text.matchAll(/(\w+)\??:/g)].map(([, name = '']) => name);
  /** @type {Call[]} */
  const found = [];
  for (const [, name = '', list = ''] of TYPES.matchAll(/^export function (\w+)\((.*?)\):/gm))
    if (name !== 'initSync')
      found.push({ owner: '', name, kind: 'function', parameters: parameters(list) });
  for (const [, owner = '', body = ''] of TYPES.matchAll(/^export class (\w+) \{([\s\S]*?)^\}/gm)) {
    for (const [, form, name = '', list = ''] of body.matchAll(
      /^ {4}(private |static )?(\w+)\((.*?)\)[:;]/gm,
    )) {
      const kind = name === 'constructor' ? 'new' : form === 'static ' ? 'static' : 'method';
      if (form !== 'private ' && name !== 'free')
        found.push({ owner, name, kind, parameters: parameters(list) });
    }
  }
  return found;
}

/** The same numbers every time. */
let seed = 7;
function below(/** @type {number} */ count) {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return Math.floor(((seed >>> 0) * count) / 2 ** 32);
}
/** @template T @param {T[]} from @returns {T} */
const one = (from) => /** @type {T} */ (from[below(from.length)]);

const throws = () => {
  throw new TypeError('a trap');
};
const traps = /** @type {ProxyHandler<any>} */ (
  Object.fromEntries(
    [
      'get',
      'has',
      'ownKeys',
      'getPrototypeOf',
      'getOwnPropertyDescriptor',
      'set',
      'apply',
      'construct',
    ].map((name) => [name, throws]),
  )
);
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
};
const getters = (/** @type {string[]} */ ...names) =>
  Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { get: throws, enumerable: true }])),
  );
/** A list whose last item cannot be read. */
const brokenList = () => Object.defineProperty(['d6', 'f4', 'd2'], 2, { get: throws });
/** Bytes that say something else of themselves than they are. */
const lyingBytes = () => Object.defineProperty(new Uint8Array(8), 'length', { get: () => 1000 });
const brokenBytes = () => Object.defineProperty(new Uint8Array(8), 'length', { get: throws });
const detached = () => {
  const array = new Uint8Array(8);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
};
const freed = () => {
  const game = merels.Game.start('three');
  game.free();
  return game;
};

const NUMBERS = [
  0,
  -0,
  -1,
  1.5,
  NaN,
  Infinity,
  -Infinity,
  255,
  256,
  65535,
  65536,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53,
  1e308,
  5e-324,
];
const TEXTS = [
  '',
  ' ',
  '\ud800',
  '\udfff d6',
  '\0',
  'é'.repeat(5000),
  'x'.repeat(100_000),
  '💥',
  '-1',
  '1e9',
  '[object Object]',
  'nine[',
  '__proto__',
];
/** @type {(() => unknown)[]} */
const STRANGE = [
  ...[
    undefined,
    null,
    true,
    false,
    Symbol('s'),
    Symbol.iterator,
    10n,
    2n ** 64n,
    ...NUMBERS,
    ...TEXTS,
  ].map((value) => () => value),
  () => () => 1,
  () => [],
  () => [[[]]],
  () => [undefined, null, Symbol('s'), 1n, {}],
  () => Array(2 ** 32 - 1),
  () => Array.from({ length: 1000 }, () => 'd6'),
  () => ({}),
  () => ({ length: 3 }),
  () => ({ length: 2 ** 53 }),
  () => Object.create(null),
  () => new Date(NaN),
  () => new Date(0),
  () => /x/,
  () => new Map([['depth', 1]]),
  () => new String('nine'),
  () => new Number(1),
  () => Promise.resolve(1),
  () => new Proxy({}, traps),
  () => new Proxy([], traps),
  () => new Proxy(['d6'], {}),
  () => new Proxy(new Uint8Array(8), {}),
  () => new Proxy(() => 1, traps),
  revoked,
  () =>
    getters(
      'length',
      'depth',
      'nodes',
      'level',
      'seed',
      'lines',
      'men',
      'hands',
      'spec',
      'turn',
      'cp',
      'win',
      'loss',
      'draw',
      'toString',
      'valueOf',
    ),
  () => ({ toString: throws, valueOf: throws, [Symbol.toPrimitive]: throws }),
  () => ({ depth: 2 ** 32, nodes: 1.5, lines: -1 }),
  () => ({ spec: 'nine', men: brokenList(), turn: 'white', hands: { white: 2 ** 32, black: 0 } }),
  () => ({
    spec: 'nine',
    men: Array(24).fill(''),
    turn: 'white',
    hands: getters('white', 'black'),
  }),
  () => ({ cp: 1e5, win: -1 }),
  () => ({ win: 2 ** 32 }),
  brokenList,
  lyingBytes,
  brokenBytes,
  detached,
  () => new Uint8Array(0),
  () => new Uint8Array(new SharedArrayBuffer(8)),
  () => new Float64Array([1e300, NaN]),
  () => new DataView(new ArrayBuffer(8)),
  () => new ArrayBuffer(8),
  freed,
  () => merels.Game.start('three'),
  () => merels,
];

/**
 * What an honest caller may pass, by the name of the parameter.
 * @type {Record<string, () => unknown>}
 */
const HONEST = {
  spec: () => one(['three', 'nine', 'morabaraba', 'nine[fly=never]']),
  answer: () => 'twelve',
  line: () => one([START, 'three 3/3/3 w 3,3 0 1', 'nine 3/1W1/3/6/3/3/3 b 8,9 0 1']),
  record: () => '1. d6 f4 *',
  pasted: () => one(['1. d6 f4 *', START, 'nine~d6.f4']),
  turn: () => one(['d6', 'f4', 'a1', 'd6xa1']),
  moves: () => one([[], ['d6'], ['d6', 'f4']]),
  turns: () => one([['d6'], ['a1', 'b2']]),
  better: () => one([['d6'], ['a1', 'f4']]),
  kind: () => one(['win', 'opening', 'take']),
  holding: () => one([[], ['d6'], ['a1', 'f4']]),
  most: () => one([0, 8, 24]),
  values: () =>
    one([
      [],
      [
        { text: 'd6', value: { win: null } },
        { text: 'a1', value: { loss: 4 } },
      ],
      [{ text: 'f4', value: { draw: true } }],
    ]),
  played: () => [],
  conditions: () => one([[], ['closes'], ['turn:d6,d2', 'wins']]),
  node: () => below(4),
  nodes: () => 1 + below(500),
  depth: () => below(3),
  index: () => 0,
  part: () => below(3),
  count: () => 1 + below(5),
  hash: () => 1,
  alive: () => one([undefined, () => {}]),
  limits: () => one([{}, { depth: 2 }, { nodes: 100, lines: 3 }, { level: 3, seed: 5 }]),
  loser: () => one(['white', 'black']),
  name: () => 'Event',
  value: () => 'x',
  point: () => 'd6',
  comment: () => 'a remark',
  glyphs: () => [1, 2],
  scores: () => one([[], [null, { cp: 3 }], [{ draw: true }, { win: 3 }]]),
  others: () => one([undefined, []]),
  of: () => one([{ cp: 10 }, { draw: true }, { loss: null }]),
  extent: () => one(['all', 'endgames']),
  setup: () => ({
    spec: 'nine',
    men: Array(24).fill(''),
    turn: 'white',
    hands: { white: 9, black: 9 },
  }),
  checksums: () => one([bytesOf('tests/data/pack/checksums')]),
  file: () => one(['1. d6 f4 *', puzzles]),
  bytes: () => new Uint8Array([1, 2, 3]),
  next: () => new Uint8Array([1, 2, 3]),
  place: () =>
    one([
      { part: 0, start: 0, end: 3 },
      { part: 7, start: 5, end: 2 },
    ]),
  blocks: () => 1 + below(3),
};

/**
 * Objects to call, and what can be seen of them.
 * @type {Record<string, { make: () => any, seen: (object: any) => unknown }>}
 */
const OBJECTS = {
  Game: {
    make() {
      const game = merels.Game.start('nine');
      for (const turn of ['d6', 'f4', 'd2']) game.play(turn);
      return game;
    },
    seen: (game) => [game.state(), game.record()],
  },
  Engine: {
    make() {
      const engine = new merels.Engine(1);
      engine.setPosition('three 3/3/3 w 3,3 0 1', []);
      engine.go({ depth: 3 });
      return engine;
    },
    seen: (engine) => [engine.nodes(), engine.bestMove(), engine.lines()],
  },
  GameFile: {
    make: () => new merels.GameFile('1. d6 *\n'.repeat(100)),
    seen: (file) => file.progress(),
  },
  Pack: {
    make() {
      const pack = new merels.Pack(
        bytesOf('tests/data/pack/index'),
        bytesOf('tests/data/pack/checksums'),
      );
      pack.ask('nine W2/3/3/1W3W/2B/1B1/B2 w 0,0 0 30');
      return pack;
    },
    seen: (pack) => [pack.version(), pack.bytes(), pack.value()],
  },
  Puzzles: { make: () => new merels.Puzzles(puzzles), seen: (puzzles) => puzzles.list() },
  Solver: {
    make() {
      const solver = merels.Solver.start('three', 'endgames');
      while (solver.step());
      return solver;
    },
    seen: (solver) => [solver.progress(), solver.values('three W1W/3/B1B w 1,1 0 3')],
  },
  SolverReader: { make: () => merels.SolverReader.start('three', 'all'), seen: () => 0 },
};

/**
 * What would take for ever because it was asked for.
 * @param {Call} call
 * @param {unknown[]} given
 */
const endless = ({ name }, given) =>
  name === 'step' &&
  given.some((value) => typeof value === 'number' && value > 1e5 && value < 2 ** 53);

/**
 * Calls it; what it threw, if it did.
 * @param {Call} call
 * @param {any} object
 * @param {unknown[]} given
 */
function attempt({ owner, name, kind }, object, given) {
  try {
    const made =
      kind === 'function'
        ? all[name](...given)
        : kind === 'new'
          ? new all[owner](...given)
          : kind === 'static'
            ? all[owner][name](...given)
            : object[name](...given);
    if (
      made &&
      made !== object &&
      typeof made === 'object' &&
      typeof made.free === 'function' &&
      kind !== 'method'
    )
      made.free();
    return null;
  } catch (error) {
    return error;
  }
}

/** An error in words, and no trap. @param {unknown} error @param {string} what */
function inWords(error, what) {
  assert.ok(error instanceof Error, `${what}: ${String(error)}`);
  assert.ok(!(error instanceof WebAssembly.RuntimeError), `${what}: ${error.stack}`);
  assert.ok(
    !(error instanceof RangeError) && error.message.length > 5 && error.message.length < 1000,
    `${what}: ${error.message.slice(0, 1000)}`,
  );
  assert.doesNotMatch(error.message, /recursive use|unreachable|a trap|is not a function/, what);
}

/** @param {unknown[]} given */
const shown = (given) =>
  given
    .map((value) => {
      try {
        return typeof value === 'string'
          ? JSON.stringify(value.slice(0, 30))
          : typeof value === 'object'
            ? Object.prototype.toString.call(value)
            : String(value);
      } catch {
        return 'a thing that cannot be shown';
      }
    })
    .join(', ');

test('the types name everything that the package has, and nothing else', () => {
  const named = new Set(calls().map(({ owner, name }) => owner || name));
  assert.deepEqual(
    Object.keys(all)
      .filter((name) => !['initSync', 'default'].includes(name))
      .sort(),
    [...named].sort(),
  );
  for (const owner of Object.keys(OBJECTS)) {
    const methods = Object.getOwnPropertyNames(all[owner].prototype).filter(
      (name) => !['constructor', 'free', '__destroy_into_raw'].includes(name),
    );
    const told = calls()
      .filter((call) => call.owner === owner && call.kind === 'method')
      .map(({ name }) => name);
    assert.deepEqual(methods.sort(), told.sort(), owner);
  }
  assert.deepEqual(
    Object.keys(OBJECTS).sort(),
    Object.keys(all)
      .filter((name) => all[name].prototype?.free)
      .sort(),
  );
  for (const { parameters, name } of calls())
    for (const parameter of parameters)
      assert.ok(HONEST[parameter], `${name}: an honest ${parameter}`);
});

for (const call of calls()) {
  const what = call.kind === 'function' ? call.name : `${call.owner}.${call.name}`;
  test(`${what}: strange arguments are refused in words and change nothing`, () => {
    const { make, seen } = OBJECTS[call.owner] ?? { make: () => null, seen: () => null };
    let [object, refused] = [make(), 0];
    const honest = () => call.parameters.map((name) => HONEST[name]?.());
    /** @param {unknown[]} given */
    const tryOut = (given) => {
      if (endless(call, given)) return;
      const before = call.kind === 'method' ? seen(object) : null;
      const error = attempt(call, object, given);
      if (error !== null) {
        refused++;
        inWords(error, `${what}(${shown(given)})`);
        if (call.name === 'finish') object = make();
        else if (call.kind === 'method')
          assert.deepEqual(seen(object), before, `${what}(${shown(given)})`);
      } else if (call.kind === 'method' && (call.name === 'finish' || below(20) === 0))
        object = make();
    };
    // Each in each place, too few, too many, and a mixture.
    for (const [place] of call.parameters.entries())
      for (const strange of STRANGE)
        tryOut(honest().map((value, i) => (i === place ? strange() : value)));
    tryOut([]);
    tryOut([...honest(), ...STRANGE.map((strange) => strange())]);
    for (let i = 0; i < (call.parameters.length ? CALLS : 0); i++)
      tryOut(honest().map((value) => (below(3) === 0 ? value : one(STRANGE)())));
    if (call.parameters.length && call.name !== 'tag')
      assert.ok(refused > 20, `${what}: ${refused} refused`);
    // What is freed is gone, and says so.
    if (call.kind === 'method') {
      const gone = make();
      gone.free();
      const error = attempt(call, gone, honest());
      assert.ok(
        error instanceof Error && !(error instanceof WebAssembly.RuntimeError),
        `${what}: ${String(error)}`,
      );
    }
  });
}

test('no number is cut to a smaller one', () => {
  const game = OBJECTS.Game?.make();
  const engine = OBJECTS.Engine?.make();
  for (const wrap of [2 ** 8, 2 ** 16, 2 ** 32, 2 ** 53]) {
    // Each would be right if it were cut.
    assert.throws(() => game.goTo(wrap + 1), Error);
    assert.throws(() => game.setGlyphs(1, [wrap + 1]), Error);
    assert.throws(() => merels.perft(START, wrap + 1), wrap === 2 ** 8 ? /from 0 to 99/ : Error);
    assert.throws(() => engine.go({ depth: wrap + 1 }), Error);
    assert.throws(() => engine.go({ level: wrap + 1 }), Error);
    assert.throws(() => new merels.Engine(wrap * 256 + 1), Error);
    assert.throws(
      () =>
        merels.checkSetup({
          spec: 'nine',
          men: Array(24).fill(''),
          turn: 'white',
          hands: { white: wrap + 9, black: 9 },
        }),
      Error,
    );
    assert.throws(() => merels.expectation({ win: wrap * 2 ** 25 + 1 }), Error);
    assert.throws(() => merels.expectation({ cp: wrap * 2 ** 25 + 1 }), Error);
  }
  assert.throws(() => engine.go({ lines: 2 ** 32 + 1 }), Error);
  assert.throws(() => engine.go({ seed: 2 ** 53 }), Error);
  game.free();
  engine.free();
});

test('a text too long for the memory is refused before it is copied', () => {
  const long = 'd'.repeat(2 ** 26 + 1);
  for (const call of [
    () => merels.Game.read(long),
    () => merels.rules(long),
    () => new merels.GameFile(long),
  ])
    assert.throws(call, /is too long/);
  assert.throws(() => merels.Game.read('d'.repeat(2 ** 20 + 1)), Error);
});

test('an object that is called out of its own getter goes on afterwards', () => {
  const engine = OBJECTS.Engine?.make();
  const before = engine.lines();
  const inside = {
    get depth() {
      return (engine.step(1), 2);
    },
  };
  assert.throws(() => engine.go(inside), Error);
  assert.deepEqual(engine.lines(), before);
  engine.go({ depth: 2 });
  while (!engine.step(100));
  assert.ok(engine.bestMove());
  // wasm-bindgen does not count the refused call back: the object is never freed, and says so.
  assert.throws(() => engine.free(), /borrowed/);
});

test('after a trap a fresh instance of the module works', async () => {
  const fresh = async (/** @type {string} */ name) => {
    const instance = await import(`../../www/pkg-npm/merels.js?${name}`);
    return { instance, raw: instance.initSync({ module: bytesOf('www/pkg-npm/merels_bg.wasm') }) };
  };
  const { instance, raw } = await fresh('one');
  const game = instance.Game.start('nine');
  game.play('d6');
  // An address that is none: what a pointer gone astray would do.
  assert.throws(() => raw.game_line(0xffff_fff0), WebAssembly.RuntimeError);
  const record = '1. d6 f4 *';
  const again = (await fresh('two')).instance;
  const other = again.Game.fromRecord(record);
  assert.equal(other.state().ply, 2);
  other.play('d2');
  const engine = new again.Engine(1);
  engine.setPosition(START, ['d6']);
  engine.go({ depth: 2 });
  while (!engine.step(1000));
  assert.ok(engine.bestMove());
  // And this one, which never heard of it.
  assert.equal(merels.Game.fromRecord(record).state().ply, 2);
});
