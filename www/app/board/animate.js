// Motion between two arrangements of men. Places are point indexes, times are milliseconds; nothing is drawn here.

/** @typedef {import('./types').Side} Side */
/** @typedef {readonly import('./types').Man[]} Men */

/**
 * @typedef {{ kind: 'slide' | 'fly', side: Side, from: number, to: number, start: number, time: number }} Travel
 * @typedef {{ kind: 'drop', side: Side, to: number, start: number, time: number }} Drop
 * @typedef {{ kind: 'leave', side: Side, from: number, by: { x: number, y: number } | null, start: number, time: number }} Leave `by`: the way to the tray
 * @typedef {{ kind: 'mill', points: readonly number[], start: number, time: number }} Mill
 * @typedef {{ kind: 'pulse', points: number[], start: number, time: number }} Pulse men that may be taken
 * @typedef {Travel | Drop | Leave | Mill | Pulse} Tween
 */

export const TIMES = {
  slide: 180,
  drop: 160,
  fly: 260,
  leave: 220,
  tray: 320,
  mill: 420,
  pulse: 700,
};

/** @param {number} t */
export const easeOut = (t) => 1 - (1 - t) ** 3;

/** The scale of a man that drops: up to 4 % over, then settled. @param {number} t */
export const dropScale = (t) =>
  t < 0.7 ? 0.6 + 0.44 * easeOut(t / 0.7) : 1.04 - 0.04 * ((t - 0.7) / 0.3);

/**
 * What moves when one arrangement becomes another.
 * @param {Men} before @param {Men} after
 * @param {{ now: number, flies: (from: number, to: number) => boolean, mills: readonly (readonly number[])[], still: number, shut?: readonly number[], leaves?: (side: Side, from: number) => { x: number, y: number } | null }} how
 *   still: the index of a man that was put there by hand and needs no motion, or -1; shut: where a man stays, dead; leaves: the way to the tray of a man that is taken
 * @returns {Tween[]}
 */
export function tweensBetween(before, after, how) {
  const { now, flies, mills, still, shut = [], leaves } = how;
  /** @type {number[]} */
  const gone = [];
  /** @type {number[]} */
  const come = [];
  before.forEach((man, i) => {
    if (man && after[i] !== man && !shut.includes(i)) gone.push(i);
    if (after[i] && after[i] !== man) come.push(i);
  });
  // More than a turn or two at once: another game, or a jump through the moves. Nothing travels.
  if (gone.length + come.length > 6) return [];

  /** @type {Tween[]} */
  const tweens = [];
  let landed = now;
  for (const to of come) {
    const side = /** @type {Side} */ (after[to]);
    const k = gone.findIndex((i) => before[i] === side);
    if (to === still) {
      if (k >= 0) gone.splice(k, 1);
      continue;
    }
    if (k >= 0) {
      const from = /** @type {number} */ (gone.splice(k, 1)[0]);
      const kind = flies(from, to) ? 'fly' : 'slide';
      tweens.push({ kind, side, from, to, start: now, time: TIMES[kind] });
      landed = Math.max(landed, now + TIMES[kind]);
    } else {
      tweens.push({ kind: 'drop', side, to, start: now, time: TIMES.drop });
      landed = Math.max(landed, now + TIMES.drop);
    }
  }
  for (const points of mills)
    tweens.push({ kind: 'mill', points, start: landed, time: TIMES.mill });
  for (const from of gone) {
    const side = /** @type {Side} */ (before[from]);
    const by = leaves?.(side, from) ?? null;
    tweens.push({
      kind: 'leave',
      side,
      from,
      by,
      start: landed,
      time: by ? TIMES.tray : TIMES.leave,
    });
  }
  return tweens;
}

/** Men that may be taken pulse once, when everything else has come to rest. @param {Tween[]} tweens @param {number[]} points @param {number} now @returns {Tween} */
export const pulseAfter = (tweens, points, now) => ({
  kind: 'pulse',
  points,
  start: Math.max(
    now,
    ...tweens.map((tween) => (tween.kind === 'mill' ? tween.start : tween.start + tween.time)),
  ),
  time: TIMES.pulse,
});

/** How far a tween is, 0 to 1. @param {Tween} tween @param {number} now */
export const progress = (tween, now) => Math.min(1, Math.max(0, (now - tween.start) / tween.time));

/** @param {Tween[]} tweens @param {number} now */
export const running = (tweens, now) => tweens.filter((tween) => now < tween.start + tween.time);
