// Two people who play each other: their names, and the score between them. Loaded on demand.
import { h } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t, type Said } from '../i18n/i18n.ts';
import { other } from '../state.ts';
import { readNames } from '../storage/names.ts';
import type { Pair, Side, State } from '../types.ts';

export const NOBODY: Pair = { names: { white: '', black: '' }, score: { white: 0, black: 0 } };

/** Two friends at this device, by the names they had last. */
export function friends(): Pair {
  const { white, black, facing } = readNames();
  return { ...NOBODY, names: { white, black }, facing };
}

const swapped = <T>({ white, black }: Record<Side, T>): Record<Side, T> => ({
  white: black,
  black: white,
});

/** The score after the game at the table, if that is over. */
export function scoreOf({
  settings: { pair },
  game: { outcome },
}: Pick<State, 'settings' | 'game'>): Record<Side, number> {
  const { white, black } = (pair ?? NOBODY).score;
  const won = (side: Side) =>
    outcome ? (outcome.winner === null ? 1 : outcome.winner === side ? 2 : 0) : 0;
  return { white: white + won('white'), black: black + won('black') };
}

/** The two in a rematch: with colours swapped. */
export function nextPair(state: Pick<State, 'settings' | 'game'>): Pair {
  const pair = state.settings.pair ?? NOBODY;
  return { ...pair, names: swapped(pair.names), score: swapped(scoreOf(state)) };
}

/** Half points as points. */
export const points = (n: number) => `${n > 1 || !n ? inDigits(n >> 1) : ''}${n % 2 ? '½' : ''}`;

/**
 * The score in a line, the first of the two at the bottom of the board; null where nobody could
 * tell who is who.
 */
export function scoreLine(state: State, nameOf: (side: Side) => string) {
  const { mode, pair } = state.settings;
  if (mode !== 'away' && !(mode === 'people' && pair && (pair.names.white || pair.names.black)))
    return null;
  const score = scoreOf(state);
  const first = state.flipped ? 'black' : 'white';
  const name = (side: Side) => h('bdi', { text: nameOf(side) });
  return [
    name(first),
    ` ${points(score[first])} – ${points(score[other(first)])} `,
    name(other(first)),
  ];
}

/** The two in a line, White first; empty unless both have a name, or oneself and the other. */
export function pairText({
  mode,
  human,
  pair,
}: Pick<State['settings'], 'mode' | 'human' | 'pair'>) {
  if (!/people|away|message/.test(mode) || !pair) return '';
  const [white, black] = (['white', 'black'] as const).map((side) =>
    mode !== 'people' && side === human ? t('player.you') : pair.names[side],
  );
  return white && black ? `${white} – ${black}` : '';
}

/** What is said when a rematch begins. */
export function swappedText({ settings: { mode, pair, human } }: State): Said {
  if (mode !== 'people')
    return { key: 'match.swapped.you', values: { side: { key: `side.${human}` } } };
  const name = pair?.names.white;
  return name
    ? { key: 'match.swapped', values: { name, side: { key: 'side.white' } } }
    : { key: 'match.swapped.only' };
}
