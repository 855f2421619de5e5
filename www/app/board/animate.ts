// Motion between two arrangements of men. Places are point indexes, times are milliseconds; nothing
// is drawn here.
import type { Man, Side } from './types.ts';

export type Men = readonly Man[];

interface Travel {
  kind: 'slide' | 'fly';
  side: Side;
  from: number;
  to: number;
  start: number;
  time: number;
}

interface Drop {
  kind: 'drop';
  side: Side;
  to: number;
  start: number;
  time: number;
}

/** `by`: the way to the tray. */
interface Leave {
  kind: 'leave';
  side: Side;
  from: number;
  by: { x: number; y: number } | null;
  start: number;
  time: number;
}

interface Mill {
  kind: 'mill';
  points: readonly number[];
  start: number;
  time: number;
}

/** Men that may be taken. */
interface Pulse {
  kind: 'pulse';
  points: number[];
  start: number;
  time: number;
}

export type Tween = Travel | Drop | Leave | Mill | Pulse;

export const TIMES = {
  slide: 180,
  drop: 160,
  fly: 260,
  leave: 220,
  tray: 320,
  mill: 420,
  pulse: 700,
};

export const easeOut = (t: number) => 1 - (1 - t) ** 3;

/** The scale of a man that drops: up to 4 % over, then settled. */
export const dropScale = (t: number) =>
  t < 0.7 ? 0.6 + 0.44 * easeOut(t / 0.7) : 1.04 - 0.04 * ((t - 0.7) / 0.3);

/**
 * What moves when one arrangement becomes another.
 * @param how still: the index of a man that was put there by hand and needs no motion, or -1; shut:
 *   where a man stays, dead; leaves: the way to the tray of a man that is taken
 */
export function tweensBetween(
  before: Men,
  after: Men,
  how: {
    now: number;
    flies: (from: number, to: number) => boolean;
    mills: readonly (readonly number[])[];
    still: number;
    shut?: readonly number[];
    leaves?: ((side: Side, from: number) => { x: number; y: number } | null) | undefined;
  },
): Tween[] {
  const { now, flies, mills, still, shut = [], leaves } = how;
  const gone: number[] = [];
  const come: number[] = [];
  before.forEach((man, i) => {
    if (man && after[i] !== man && !shut.includes(i)) gone.push(i);
    if (after[i] && after[i] !== man) come.push(i);
  });
  // More than a turn or two at once: another game, or a jump through the moves. Nothing travels.
  if (gone.length + come.length > 6) return [];

  const tweens: Tween[] = [];
  let landed = now;
  for (const to of come) {
    const side = after[to] as Side;
    const k = gone.findIndex((i) => before[i] === side);
    if (to === still) {
      if (k >= 0) gone.splice(k, 1);
      continue;
    }
    if (k >= 0) {
      const from = gone.splice(k, 1)[0] as number;
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
    const side = before[from] as Side;
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

/** Men that may be taken pulse once, when everything else has come to rest. */
export const pulseAfter = (tweens: Tween[], points: number[], now: number): Tween => ({
  kind: 'pulse',
  points,
  start: Math.max(
    now,
    ...tweens.map((tween) => (tween.kind === 'mill' ? tween.start : tween.start + tween.time)),
  ),
  time: TIMES.pulse,
});

/** How far a tween is, 0 to 1. */
export const progress = (tween: Tween, now: number) =>
  Math.min(1, Math.max(0, (now - tween.start) / tween.time));

export const running = (tweens: Tween[], now: number) =>
  tweens.filter((tween) => now < tween.start + tween.time);
