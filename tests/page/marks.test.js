/** What is drawn over the board: every mark means one thing. */
import { expect, test } from 'vitest';
import { layOut } from '../../www/app/board/geometry.ts';
import { drawGame } from '../../www/app/board/render.ts';
import { begin } from '../../www/app/board/state.ts';
import { drawValues } from '../../www/app/board/value-labels.ts';

const NAMES = ['a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1'];
/** @type {import('../../www/app/board/types.ts').BoardInfo} */
const THREE = {
  name: 'three',
  side: 3,
  points: NAMES.map((name, i) => ({ name, x: i % 3, y: 2 - Math.floor(i / 3) })),
  edges: [],
};
const man = { fill: 'man', edge: 'man', mark: 'man' };
/** @type {import('../../www/app/board/palette.ts').Theme} */
const THEME = {
  men: 'ink',
  board: 'board',
  grain: 'board',
  line: 'line',
  text: 'text',
  faint: 'faint',
  mark: 'mark',
  values: { win: 'win', draw: 'draw', loss: 'loss', text: 'on-value' },
  white: man,
  black: man,
  shadow: 'shadow',
  font: 'sans',
  solid: false,
};
const layout = layOut(THREE, 300, false);

/**
 * What is drawn in the accent: `ring`, `arc`, `disc` or `line`, with the point.
 * @param {Partial<import('../../www/app/board/types.ts').State>} change
 * @param {import('../../www/app/board/animate.ts').Tween[]} [tweens]
 */
function marks(change, tweens = []) {
  /** @type {string[]} */
  const drawn = [];
  const near = (/** @type {number} */ x, /** @type {number} */ y) =>
    NAMES[layout.points.findIndex((p) => Math.hypot(p.x - x, p.y - y) < 1)] ?? 'nowhere';
  /** @type {string[]} */
  let path = [];
  let whole = true;
  /** @type {Record<string, unknown>} */
  const ctx = {
    beginPath: () => ((path = []), (whole = true)),
    arc: (
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {number} */ r,
      /** @type {number} */ from,
      /** @type {number} */ to,
    ) => ((whole = to - from > 6), path.push(near(x, y), r > layout.radius ? 'wide' : '')),
    moveTo: (/** @type {number} */ x, /** @type {number} */ y) => path.push(near(x, y)),
    lineTo: (/** @type {number} */ x, /** @type {number} */ y) => path.push(near(x, y)),
    stroke: () =>
      ctx.strokeStyle === 'mark' &&
      drawn.push(
        path.every((at) => at === 'nowhere')
          ? 'ticks'
          : path.includes('wide')
            ? `${whole ? 'ring' : 'arc'} ${path[0]}`
            : `line ${path.join(' ')}`.trim(),
      ),
    fill: () => ctx.fillStyle === 'mark' && drawn.push(`disc ${path[0]}`),
  };
  const pen = new Proxy(ctx, {
    get: (target, name) => target[String(name)] ?? (() => {}),
    set: (target, name, value) => ((target[String(name)] = value), true),
  });
  drawGame(
    /** @type {any} */ (pen),
    begin({
      board: THREE,
      men: NAMES.map((name) => (name === 'c1' ? 'black' : name.endsWith('3') ? 'white' : '')),
      ...change,
    }),
    layout,
    THEME,
    tweens,
    0,
  );
  return [...new Set(drawn)];
}

test('the last move is a thin ring, and the man that is chosen stands on a disc', () => {
  expect(marks({ lastMove: { from: null, to: 'c1' } })).toEqual(['ring c1']);
  const movable = {
    side: /** @type {const} */ ('white'),
    ways: [{ from: 'a3', to: 'a2' }],
    captures: null,
    premove: false,
  };
  expect(marks({ movable, selected: 'a3' })).toEqual(['disc a2', 'disc a3']);
});

test('while a man is to be taken, the mill is lit and only what can be taken has a ring with ticks', () => {
  const movable = {
    side: /** @type {const} */ ('white'),
    ways: [],
    captures: ['c1'],
    premove: false,
  };
  expect(marks({ movable, mills: [[0, 1, 2]], lastMove: { from: 'a2', to: 'a3' } })).toEqual([
    'line a3 b3 c3',
    'ring c1',
    'ticks',
  ]);
  // Not before its last man has landed.
  expect(
    marks({ movable, mills: [[0, 1, 2]] }, [
      { kind: 'mill', points: [0, 1, 2], start: 160, time: 420 },
    ]),
  ).toEqual(['ring c1', 'ticks']);
  expect(
    marks({ movable: { ...movable, captures: [] } }, [
      { kind: 'pulse', points: [8], start: 0, time: 700 },
    ]),
  ).toEqual(['ring c1']);
});

test('where a man was taken is a cross, until another stands there', () => {
  expect(marks({ lastMove: { from: null, to: 'c1' }, lastTaken: ['b2'] })).toEqual([
    'ticks',
    'ring c1',
  ]);
  expect(marks({ lastTaken: ['a3'] })).toEqual([]);
  expect(marks({ lastTaken: ['b2'], marked: [4] })).toEqual([]);
});

test('a hint is an open ring, unlike a circle that is drawn', () => {
  expect(marks({ autoShapes: [{ from: 'b2', to: 'b2', hint: true }] })).toEqual(['arc b2']);
  expect(marks({ shapes: [{ from: 'b2', to: 'b2' }] })).toEqual(['ring b2']);
});

test('a value is a label in the colour of its result with a sign, an estimate an outline', () => {
  /** @type {string[]} */
  const drawn = [];
  /** @type {Record<string, unknown>} */
  const ctx = {
    measureText: () => ({ width: 10 }),
    fill: () => drawn.push(`filled ${ctx.fillStyle}`),
    stroke: () => drawn.push(`outlined ${ctx.strokeStyle}`),
    fillText: (/** @type {string} */ text) => drawn.push(`${ctx.fillStyle} ${text}`),
  };
  const pen = new Proxy(ctx, {
    get: (target, name) => target[String(name)] ?? (() => {}),
    set: (target, name, value) => ((target[String(name)] = value), true),
  });
  /** @param {import('../../www/app/board/types.ts').Label} label */
  const label = (label) => {
    drawn.length = 0;
    drawValues(
      /** @type {any} */ (pen),
      begin({ board: THREE, labels: new Map([['b2', label]]) }),
      layout,
      THEME,
    );
    return drawn.join(', ');
  };
  expect(label({ text: '+3', kind: 'win', best: false })).toBe('filled win, on-value +3');
  expect(label({ text: '=', kind: 'draw', best: false })).toBe('filled draw, on-value =');
  expect(label({ text: '−8', kind: 'loss', best: false })).toBe('filled loss, on-value −8');
  expect(label({ text: '54%', kind: 'estimate', best: false })).toBe(
    'filled board, outlined text, text 54%',
  );
  expect(label({ text: '+3', kind: 'win', best: true })).toBe(
    'filled win, filled board, filled win, on-value +3',
  );
});

/**
 * Where strokes in the accent and the men's discs have their middle.
 * @param {Partial<import('../../www/app/board/types.ts').State>} change
 * @param {import('../../www/app/board/animate.ts').Tween[]} [tweens]
 * @param {number} [now]
 */
function middles(change, tweens = [], now = 0) {
  /** @type {{ x: number, y: number }[]} */
  let path = [];
  /** @type {{ crosses: string[], discs: { x: number, y: number }[] }} */
  const found = { crosses: [], discs: [] };
  const add = (/** @type {number} */ x, /** @type {number} */ y) => path.push({ x, y });
  /** @type {Record<string, unknown>} */
  const ctx = {
    beginPath: () => (path = []),
    moveTo: add,
    lineTo: add,
    arc: add,
    fill: () => ctx.fillStyle === 'man' && path[0] && found.discs.push(path[0]),
    stroke() {
      if (ctx.strokeStyle !== 'mark' || path.length !== 4) return;
      const [x, y] = [
        path.reduce((sum, p) => sum + p.x, 0) / 4,
        path.reduce((sum, p) => sum + p.y, 0) / 4,
      ];
      found.crosses.push(
        NAMES[layout.points.findIndex((p) => Math.hypot(p.x - x, p.y - y) < 1)] ?? 'nowhere',
      );
    },
  };
  const pen = new Proxy(ctx, {
    get: (target, name) => target[String(name)] ?? (() => {}),
    set: (target, name, value) => ((target[String(name)] = value), true),
  });
  drawGame(
    /** @type {any} */ (pen),
    begin({ board: THREE, ...change }),
    layout,
    THEME,
    tweens,
    now,
  );
  return found;
}

test('to point at one of two that are taken together crosses out both', () => {
  const men = NAMES.map((name) =>
    name === 'b3' ? /** @type {const} */ ('white') : /^[ac]3|c1/.test(name) ? 'black' : '',
  );
  const movable = {
    side: /** @type {const} */ ('white'),
    ways: [],
    captures: ['a3', 'c3', 'c1'],
    together: [['a3', 'c3']],
    premove: false,
  };
  expect(middles({ men, movable }).crosses).toEqual([]);
  expect(middles({ men, movable, hover: 'c3' }).crosses).toEqual(['a3', 'c3']);
  expect(middles({ men, movable, hover: 'c1' }).crosses).toEqual(['c1']);
});

test('a man hops over a man in its way, higher than it flies', () => {
  const fly = /** @type {const} */ ({
    kind: 'fly',
    side: 'white',
    from: 0,
    to: 2,
    start: 0,
    time: 260,
  });
  /** How high the man is. @param {('' | 'white' | 'black')[]} men */
  const high = (men) =>
    (layout.points[0]?.y ?? 0) - Math.min(...middles({ men }, [fly], 130).discs.map(({ y }) => y));
  const alone = high(NAMES.map((name) => (name === 'c3' ? 'white' : '')));
  expect(
    high(NAMES.map((name) => (name === 'c3' ? 'white' : name === 'b3' ? 'black' : ''))),
  ).toBeCloseTo((alone * 1.1) / 0.35, 6);
  expect(alone).toBeGreaterThan(0);
});
