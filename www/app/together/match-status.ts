// The status line beside the board in a game with another device.
import { inMoves } from '../game/words.ts';
import type { Key } from '../i18n/i18n.ts';
import type { MatchStatus } from '../types.ts';
import type { Question } from './messages.ts';
import type { Link } from './connection.ts';
import type { View } from './types.ts';

interface Acts {
  choose: (wish: 'common' | 'theirs') => void;
  answer: (what: Question, agreed: boolean) => void;
  resume: () => void;
}

/** @param meets does it reconnect by itself? */
export const matchStatus = (view: View, link: Link, acts: Acts, meets: boolean): MatchStatus => ({
  ...statusOf(view, link, acts, meets),
  offersDraw: link === 'open' && view.phase === 'playing' && !view.draw,
});

function statusOf(
  view: View,
  link: Link,
  { choose, answer, resume }: Acts,
  meets: boolean,
): MatchStatus {
  const { phase, choice, me, turn } = view;
  const says = (
    key: Key,
    offers: MatchStatus['offers'] = [],
    values?: Record<string, string | number>,
  ): MatchStatus => ({ text: { key, values }, offers, may: false });
  const asks = (what: Question): MatchStatus =>
    says(
      view.theirName ? `together.${what}.asked.by` : `together.${what}.asked`,
      [
        { label: { key: 'together.no' }, run: () => answer(what, false) },
        { label: { key: 'together.yes' }, run: () => answer(what, true) },
      ],
      { name: view.theirName },
    );
  const reconnect = { label: { key: 'together.again' as const }, run: resume };
  const over = view.game.outcome !== null;

  if (link === 'interrupted') return says('together.status.interrupted');
  if (link !== 'open' || phase === 'closed') {
    const how = link === 'left' || phase === 'closed' ? 'left' : 'lost';
    return over
      ? { text: null, offers: [], may: false }
      : says(how === 'lost' && meets ? 'together.status.interrupted' : `together.status.${how}`, [
          reconnect,
        ]);
  }
  if (phase === 'greeting') return says('together.status.greeting');
  if (phase === 'choosing' && view.draw) return asks('draw');
  if (phase === 'choosing' && !choice) return says('together.status.choosing');
  if (phase === 'choosing' && choice) {
    const common = {
      label: {
        key: 'together.choose.common' as const,
        values: { n: inMoves(choice.common) },
      },
      run: () => choose('common'),
    };
    if (!choice.longer) return says('together.choose', [common], { n: inMoves(choice.common) });
    return says(
      'together.choose.longer',
      [
        common,
        {
          label: { key: 'together.choose.theirs', values: { n: inMoves(choice.theirs) } },
          run: () => choose('theirs'),
        },
      ],
      { n: inMoves(choice.theirs - choice.common) },
    );
  }
  if (over) {
    if (view.rematch === 'theirs') return asks('rematch');
    return view.rematch === 'mine'
      ? says('together.rematch.waiting')
      : { text: null, offers: [], may: false };
  }
  if (view.back === 'theirs') return { ...asks('back'), may: view.mayPlay };
  if (view.back === 'mine') return says('together.back.waiting');
  if (view.draw === 'theirs') return { ...asks('draw'), may: view.mayPlay };
  if (turn === me) return { text: null, offers: [], may: view.mayPlay };
  if (view.draw === 'mine') return says('together.draw.waiting');
  return view.theirName
    ? says('together.status.theirs.by', [], { name: view.theirName })
    : says('together.status.theirs');
}
