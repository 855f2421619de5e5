// Keeps one's own mistakes of a game, to be practised: see storage/practice.ts.
import { fresh, keepPractice, readPractice, type Mistake } from '../storage/practice.ts';
import { yourSide } from './words.ts';
import type { Store } from '../state.ts';
import type { PositionValues, ReviewInfo } from '../types.ts';
import type { Session } from './session.ts';

/** What follows from a judged game. */
interface Game {
  store: Store;
  session: Pick<Session, 'look'>;
  values: (line: string) => Promise<PositionValues | null>;
}

/** @param info of the game on the table, or in the analysis */
export async function collectMistakes({ store, session, values }: Game, info: ReviewInfo) {
  const { game } = store.get();
  const you = yourSide(store.get());
  const mine = info.turns.filter(
    ({ side, exact }, at) => side === you && exact && info.turning.includes(at),
  );
  for (const { node } of mine) {
    const move = game.moves.find(({ id }) => id === node);
    if (!move) continue;
    const line = session.look((g) => g.lineAt(move.parent));
    if (readPractice().some((task) => 'played' in task && task.line === line)) continue;
    const exact = await values(line);
    if (!exact) return;
    const holding = exact.moves.filter(({ verdict }) => !verdict.includes('-to-'));
    const task: Mistake = {
      line,
      played: move.text,
      holding: holding.map(({ text }) => text),
      memory: fresh(Date.now()),
    };
    if (holding.length && holding.length < exact.moves.length) keepPractice([task]);
  }
}
