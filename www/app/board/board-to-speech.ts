// The men on the board in words, for the ear: rank by rank from the top, as they are seen.
import type { Config, Side } from './types.ts';

export function boardToSpeech(
  { board, men, flipped }: Pick<Config, 'board' | 'men' | 'flipped'>,
  words: {
    rank: (rank: string, men: string) => string;
    man: (side: Side, point: string) => string;
    empty: string;
  },
) {
  const { points, side } = board;
  const all = Array.from({ length: side }, (_, n) => (flipped ? n : side - 1 - n));
  // Some boards have nothing on a rank.
  const ranks = all.filter((y) => points.some((p) => p.y === y));
  const texts = ranks.map((y) => {
    const standing = points.flatMap((p, i) =>
      p.y === y && men[i] ? [words.man(men[i], p.name)] : [],
    );
    return words.rank(String(y + 1), standing.join(', ') || words.empty);
  });
  return texts.join(' ');
}
