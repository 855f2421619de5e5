// The reason of a mistake in words. The importing module has to load reasons.words.ts.
import { currentLanguage, t, type Key } from '../i18n/i18n.ts';
import { other } from '../state.ts';
import { sideName } from './words.ts';
import type { ReasonInfo } from '../types.ts';

/** The maximum number of better moves that are named. */
const NAMED = 3;

/** Kinds of which the line may show more than the sentence says. */
const GOES_ON = [
  'wrong-man',
  'lets-fly',
  'threat-parried',
  'wasted-man',
  'mill-opened',
  'zugzwang',
  'men-shut-in',
  'point-left',
  'point-given',
  'crossing-missed',
  'few-ways',
  'man-needed',
  'one-answer',
];

/** The sentence of each kind that has no words of its own name. */
const SAME: Partial<Record<ReasonInfo['kind'], Key>> = {
  'two-mills-missed': 'reason.two-mills',
  'running-mill': 'reason.double-mill',
  'running-mill-missed': 'reason.double-mill',
  'zugzwang-missed': 'reason.zugzwang',
  'man-lost': 'reason.ahead',
  'man-missed': 'reason.ahead',
};

/** Kinds whose sentence names what would have been right. */
const NAMES_IT = ['wrong-man', 'crossing-missed'];

/** Does a move of this line take? */
const takes = (move: string | undefined) => move?.includes('x') ?? false;

function keyOf({ kind, mills, turns }: ReasonInfo): Key {
  if (kind === 'mill-unstoppable' || kind === 'unstoppable-missed')
    return turns === 2 && mills.length ? 'reason.unstoppable.mill' : 'reason.unstoppable';
  if (kind === 'threat-parried' && mills.length) return 'reason.threat-parried.mill';
  if (kind === 'far' && !turns) return 'reason.far.long';
  return SAME[kind] ?? (`reason.${kind}` as Key);
}

/** The number that selects the plural form. */
const numberOf = ({ kind, points, turns }: ReasonInfo) =>
  kind === 'let-out' || kind === 'men-shut-in' ? points.length : turns;

const oneOf = (points: string[]) =>
  new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(points);

/**
 * Why a move gave its value away, in two sentences at most.
 * @param played the move
 */
export function reasonText(reason: ReasonInfo, played: string) {
  const { kind, side, points, mills, start, line, ends, margin } = reason;
  const gains = start === 'mistake' ? other(side) : side;
  const text = t(keyOf(reason), {
    played,
    // The first move of the side that gains.
    begin: line[start === 'mistake' ? 1 : 0] ?? '',
    first: line[0] ?? '',
    // What threatens comes before the last reply.
    key: line[Math.max(line.length - 3, 0)] ?? '',
    points,
    either: oneOf(points),
    mills: mills.map((mill) => mill.join('–')),
    gains: sideName(gains),
    loses: sideName(other(gains)),
    men: t('reason.men', { n: margin }),
    n: numberOf(reason),
  });
  if (['beaten', 'shut-in', 'win-missed'].includes(kind)) return text;
  const last = line.at(-1);
  const goesOn = GOES_ON.includes(kind) && line.length > 2 && last && (ends || takes(last));
  return [
    text,
    goesOn ? t('reason.then', { last }) : '',
    ends ? t('reason.ends', { gains: sideName(gains) }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The same, unless it names what is to be found. */
export const spareText = (reason: ReasonInfo, played: string) =>
  reason.start === 'mistake' && !NAMES_IT.includes(reason.kind) ? reasonText(reason, played) : '';

/** The moves that would have held. */
export const heldText = ({ holding }: ReasonInfo) =>
  holding.length > NAMED
    ? t('reason.held.more', { moves: holding.slice(0, NAMED).join(', ') })
    : t('reason.held', { moves: holding.join(', ') });
