/**
 * A pack in WebAssembly: opened, asked, given the pieces it wants; what is damaged is refused and
 * leaves everything as it was.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Game, Pack, Solver, solvable } from './load.mjs';

/** A pack of the positions with three men each; see tests/solve/pack.rs. */
const file = (/** @type {string} */ name) =>
  new Uint8Array(readFileSync(new URL(`../data/pack/${name}`, import.meta.url)));
const [index, checksums, part] = [file('index'), file('checksums'), file('0')];
/** @param {{ start: number, end: number }} place */
const piece = ({ start, end }) => part.slice(start, end);

/** The shipped pack of Nine Men's Morris. */
const nine = (/** @type {string} */ name) =>
  new Uint8Array(readFileSync(new URL(`../../data/nine/${name}`, import.meta.url)));

/** Answers a question as the page does. @param {Pack} pack @param {string} line */
function values(pack, line) {
  if (!pack.ask(line)) return null;
  for (let steps = 0; steps < 1000; steps++) {
    const { state, asked } = pack.step(2);
    if (state === 'done') return pack.values();
    assert.equal(state === 'absent', asked.length > 0);
    for (const place of asked) pack.insert(place, piece(place));
  }
  assert.fail('no end');
}

/** What an exact value says besides the distance. @param {object} value */
const kind = (value) => Object.keys(value)[0];

test('its values are those of the solver', () => {
  const pack = new Pack(index, checksums);
  const solver = Solver.start('nine', 'endgames');
  while (solver.step());
  let seed = 1;
  const below = (/** @type {number} */ n) =>
    Math.floor(((seed = (seed * 48271) % 2147483647) / 2147483647) * n);
  let compared = 0;
  while (compared < 60) {
    const points = Array(24).fill('.');
    for (const man of 'WWWBBB') {
      let point;
      do point = below(24);
      while (points[point] !== '.');
      points[point] = man;
    }
    const rings = [3, 3, 3, 6, 3, 3, 3].map((n) =>
      points
        .splice(0, n)
        .join('')
        .replace(/\.+/g, ({ length }) => String(length)),
    );
    const line = `nine ${rings.join('/')} ${'wb'[below(2)]} 0,0 0 30`;
    const right = solver.values(line);
    const found = values(pack, line);
    assert.equal(found === null, right === null, line);
    if (!right || !found) continue;
    compared++;
    assert.equal(kind(found.value), kind(right.value), line);
    assert.deepEqual(
      found.moves.map(({ text, value, verdict }) => [text, kind(value), verdict]),
      right.moves.map(({ text, value, verdict }) => [text, kind(value), verdict]),
      line,
    );
    assert.ok(found.moves.every(({ value }) => !('win' in value && value.win !== null)));
    assert.deepEqual(pack.value(), found.value);
  }
});

const LINE = 'nine W2/3/3/1W3W/2B/1B1/B2 w 0,0 0 30';

test('only what covers a position is asked', () => {
  const pack = new Pack(index, checksums);
  assert.equal(pack.ask(Game.start('nine').line()), false, 'too early');
  assert.equal(pack.ask(LINE), true);
  assert.equal(pack.values(), null);
  assert.equal(pack.ask(LINE.replace('nine', 'nine[fly=never]')), false, 'of other rules');
  assert.throws(() => pack.step(1), /nothing was asked/);
  assert.equal(
    pack.ask(LINE.replace('nine', 'nine[quiet=50]')),
    true,
    'a draw rule changes no value',
  );
  assert.throws(() => pack.ask('nonsense'), /./);
  // It has nothing of this sector.
  pack.ask('nine W2/3/3/1W3W/2B/1B1/B1B w 0,0 0 30');
  assert.throws(
    () => {
      for (;;) for (const place of pack.step(1).asked) pack.insert(place, piece(place));
    },
    { code: 'damaged' },
  );
  assert.equal(solvable('nine').pack, 'nine');
  assert.equal(solvable('nine[quiet=50]').pack, 'nine');
  assert.equal(solvable('nine[fly=never]').pack, null);
});

test('its pieces are the whole part, one after another', () => {
  const pack = new Pack(index, checksums);
  const places = pack.places();
  assert.ok(places.length > 5);
  let at = pack.headBytes();
  for (const { part, start, end } of places) {
    assert.deepEqual([part, start], [0, at]);
    pack.check({ part, start, end }, piece({ part, start, end }));
    at = end;
  }
  assert.equal(at, part.length);
  assert.equal(pack.bytes(), part.length - pack.headBytes());
});

test('what is damaged, cut or of another pack is refused by name', () => {
  const pack = new Pack(index, checksums);
  const [place] = pack.places();
  assert.ok(place);
  for (let at = place.start; at < place.end; at += 997) {
    const bytes = piece(place);
    bytes[at - place.start] = (bytes[at - place.start] ?? 0) ^ 1;
    assert.throws(() => pack.insert(place, bytes), { code: 'damaged' }, `byte ${at}`);
    assert.throws(() => pack.check(place, bytes), { code: 'damaged' }, `byte ${at}`);
  }
  for (const cut of [0, 3, 100]) {
    assert.throws(() => pack.insert(place, piece(place).subarray(0, cut)), { code: 'damaged' });
    assert.throws(() => pack.check(place, piece(place).subarray(0, cut)), { code: 'damaged' });
  }
  pack.expectPart(0, part.subarray(0, pack.headBytes()));
  assert.throws(() => pack.expectPart(1, part.subarray(0, pack.headBytes())), {
    code: 'other-pack',
  });
  for (let at = 0; at < index.length; at++) {
    const bad = index.slice();
    bad[at] = (bad[at] ?? 0) ^ 4;
    assert.throws(
      () => new Pack(bad, checksums),
      { code: at === 8 || at === 9 ? 'version' : 'damaged' },
      `byte ${at}`,
    );
  }
  for (let at = 0; at < checksums.length; at++) {
    const bad = checksums.slice();
    bad[at] = (bad[at] ?? 0) ^ 4;
    assert.throws(
      () => new Pack(index, bad),
      { code: at === 8 || at === 9 ? 'version' : 'damaged' },
      `byte ${at} of the checksums`,
    );
  }
  for (const cut of [0, 8, 13, checksums.length - 1])
    assert.throws(() => new Pack(index, checksums.subarray(0, cut)), { code: 'damaged' });
  assert.throws(() => new Pack(index, nine('checksums')), { code: 'other-pack' });
  for (const cut of [0, 8, 13, index.length - 1])
    assert.throws(() => new Pack(index.subarray(0, cut), checksums), { code: 'damaged' });
  assert.equal(pack.version(), Buffer.from(index.slice(10, 14)).reverse().toString('hex'));
  assert.ok(values(pack, LINE), 'it can still be asked');
});

test('a piece of the shipped pack is accepted in its own place only', () => {
  const pack = new Pack(nine('index'), nine('checksums'));
  const places = pack.places();
  const parts = Array.from({ length: (places.at(-1)?.part ?? 0) + 1 }, (_, i) => nine(`${i}`));
  const bytesAt = (
    /** @type {import('../../www/app/types.ts').PackPlace} */ { part, start, end },
    shift = 0,
  ) => (parts[part] ?? part0).slice(start + shift, end + shift);
  const part0 = /** @type {Uint8Array} */ (parts[0]);
  /** By part and length. @type {Map<string, typeof places>} */
  const alike = new Map();
  for (const place of places) {
    const key = `${place.part} ${place.end - place.start}`;
    alike.set(key, [...(alike.get(key) ?? []), place]);
  }
  let seed = 46;
  const pick = (/** @type {typeof places} */ list) =>
    /** @type {(typeof places)[0]} */ (list[(seed = (seed * 48271) % 2147483647) % list.length]);
  const swappable = [...alike.values()].filter(({ length }) => length > 1).flat();
  assert.ok(swappable.length > 14_000);
  let refused = 0;
  for (let i = 0; i < 1000; i++) {
    const place = pick(swappable);
    const right = bytesAt(place);
    pack.check(place, right);
    const other = pick(alike.get(`${place.part} ${place.end - place.start}`) ?? []);
    const wrong = [
      bytesAt(other),
      bytesAt(place, 1),
      bytesAt(place, -4),
      right.subarray(1),
      right.subarray(0, -1),
    ].filter((bytes) => Buffer.compare(bytes, right));
    for (const bytes of wrong) {
      assert.throws(() => pack.check(place, bytes), { code: 'damaged' });
      assert.throws(() => pack.insert(place, bytes), { code: 'damaged' });
    }
    refused += wrong.length;
  }
  assert.ok(refused > 4000);
  assert.throws(
    () => pack.check({ part: 0, start: 7, end: 99 }, part0.slice(7, 99)),
    { code: 'damaged' },
    'no piece is there',
  );
});
