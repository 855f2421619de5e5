// A position line as the position editor has it. The line may be of an illegal position.
import type { SetupDraft } from '../types.ts';

const MEN: Record<string, SetupDraft['men'][number]> = { W: 'white', B: 'black', X: 'dead' };

export function draftOf(line: string): SetupDraft {
  const [spec = '', rows = '', turn, hands = ''] = line.split(' ');
  const [white = 0, black = 0] = hands.split(',').map(Number);
  return {
    spec,
    men: [...rows.replaceAll('/', '')].flatMap((c) => MEN[c] ?? Array(Number(c)).fill('')),
    turn: turn === 'b' ? 'black' : 'white',
    hands: { white, black },
    from: line,
  };
}
