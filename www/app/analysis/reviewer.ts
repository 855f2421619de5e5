// Reviews the game under analysis: each position gets the same number of nodes.
import { setAnalysis, type Store } from '../state.ts';
import { createJudge, keptWorth } from '../game/review-line.ts';
import { isAbort } from './thinker.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Session } from '../game/session.ts';
import type { PositionValues, Review } from '../types.ts';

/** Nodes per unsolved position; takes far less than a second on most devices. */
export const NODES = 200_000;
/** How often to check whether exact values are ready, in milliseconds, and how many times. */
const SOLVING = { millis: 100, tries: 300 };

export function createReviewer({
  store,
  session,
  engine,
  values,
  ready,
  finished,
  failed,
}: {
  store: Store;
  session: Session;
  engine: EngineClient;
  /** Exact values if known. */
  values: (line: string) => Promise<PositionValues | null>;
  /** Resolves when the engine has loaded the opening's values. */
  ready: () => Promise<void>;
  finished: (review: Review) => void;
  failed: (error: unknown) => void;
}) {
  const judge = createJudge({ session, engine, values, nodes: NODES });
  /** Counts runs, to recognise cancelled ones. */
  let run = 0;

  const put = (review: Review) =>
    store.update((s) => (s.analysis ? setAnalysis(s, { ...s.analysis, review }) : s));

  /** @param again are estimates of a review like this one made again? */
  async function start(again: boolean) {
    const mine = ++run;
    const { game, slot } = store.get();
    const line = game.moves.filter((m) => m.onPath);
    const nodes = [0, ...line.map((m) => m.id)];
    const scores = nodes.map(() => null);
    const current = () => mine === run && store.get().analysis !== null;
    let review = {
      nodes,
      scores,
      others: scores,
      best: scores,
      effort: NODES,
      known: 0,
      running: true,
      live: false,
      info: session.look((g) => g.review(nodes.at(-1) ?? 0, scores, scores)),
    } as Review;
    const had = keptWorth(
      slot.review,
      line.map((m) => m.text),
      !again && (slot.review?.effort ?? 0) >= NODES,
    );
    const over = review.info.values;
    put(review);
    try {
      if (!nodes.every((_, ply) => over[ply] || had(ply)))
        await Promise.all([ready(), solved(current)]);
      await judge.line(
        game.start,
        line,
        current,
        (found) => {
          review = { ...found, effort: NODES, running: found.known < nodes.length, live: false };
          put(review);
        },
        had,
      );
      if (current()) finished(review);
    } catch (error) {
      if (!isAbort(error)) failed(error);
      if (mine === run) stop();
    }
  }

  /** Waits for exact values that will be ready soon. */
  async function solved(current: () => boolean) {
    for (let wait = 0; wait < SOLVING.tries && current(); wait++) {
      await new Promise((resolve) => setTimeout(resolve, SOLVING.millis));
      if (!['reading', 'solving'].includes(store.get().solving.status)) return;
    }
  }

  function stop() {
    run++;
    const { analysis } = store.get();
    if (!analysis?.review?.running) return;
    put({ ...analysis.review, running: false });
    engine.cancel();
  }

  return { start, stop, turn: judge.turn };
}
