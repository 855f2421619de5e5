// Where exercises come from: the game that is practised, and the exercise that is drawn ahead.
import { openValues, type OtherValues } from '../engine/other-values.ts';
import { createPracticeClient } from '../engine/practice-client.ts';
import practiceWorker from '../engine/practice.worker.ts?worker&url';
import packWorker from '../engine/pack.worker.ts?worker&url';
import solverWorker from '../engine/solver.worker.ts?worker&url';
import { KINDS, shownBefore, standingOf, type Kind } from '../storage/exercises.ts';
import { NoExercise, drawExercise, type Exercise } from './exercise-draw.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Solution } from '../engine/lazy-values.ts';
import type { Store } from '../state.ts';
import type { Core } from '../types.ts';

/** The game that is offered where that on the table cannot be practised. */
const USUAL = 'nine';

export interface SourceGiven {
  store: Store;
  core: Core;
  engine: EngineClient;
  solution: Solution;
}

/** A game that is practised, and what knows its values. */
interface Practised {
  spec: string;
  values: OtherValues;
  /** The kinds of exercises that there are. */
  kinds: Promise<Kind[]>;
}

/** More men than any board has points. */
const ANY = 99;

/** Gets how much of a game is solved, 0 to 1. */
export type Tell = (done: number) => void;

/**
 * The kinds of which exact values are known: of endings alone, those that come with few men.
 */
const known = (kinds: readonly Kind[], { extent, pack, opening }: ReturnType<Core['solvable']>) =>
  pack || extent === 'all'
    ? [...kinds]
    : kinds.filter((kind) => (kind === 'opening' ? opening : kind === 'take' || kind === 'fly'));

/** The games that can be practised. */
const gamesOf = (core: Core) =>
  core.variants().filter(({ spec }) => {
    const { extent, pack } = core.solvable(spec);
    return extent || pack;
  });

export function createSource(given: SourceGiven) {
  const { store, core } = given;
  const client = createPracticeClient(practiceWorker);
  const games = gamesOf(core);
  let practised: Practised | null = null;
  /** The exercise that was drawn ahead, and what ends a drawing. */
  let ahead: { choice: string; drawn: Promise<Exercise> } | null = null;
  let drawing = new AbortController();

  function open(spec: string): Practised {
    const urls = { solver: solverWorker, pack: packWorker };
    const values = openValues({ ...given, state: store.get, urls }, spec);
    const kinds = client.kinds(spec).then((ids) => KINDS.filter((kind) => ids.includes(kind)));
    return { spec, values, kinds: kinds.then((all) => known(all, core.solvable(spec))) };
  }

  function current() {
    const { spec } = store.get().rules;
    return (practised ??= open(games.some((game) => game.spec === spec) ? spec : USUAL));
  }

  /** Draws an exercise of a kind, or of any. */
  async function draw(choice: string, tell: Tell): Promise<Exercise> {
    const { spec, values, kinds } = current();
    const { signal } = drawing;
    const all = await kinds;
    if (!(await values.ready(tell))) throw new NoExercise('values');
    const some = all.filter((kind) => kind === choice);
    const from = some.length ? some : all;
    const kind = from[Math.floor(Math.random() * from.length)];
    if (!kind) throw new NoExercise('none');
    const { pack, extent, men } = core.solvable(spec);
    return drawExercise({
      client,
      values: values.values,
      spec,
      kind,
      men: kind === 'opening' || pack || extent === 'all' ? ANY : men,
      rating: standingOf(kind).rating,
      shown: shownBefore(),
      signal,
      random: Math.random,
    });
  }

  /** Ends what is being drawn. */
  function stop() {
    drawing.abort();
    drawing = new AbortController();
    ahead = null;
  }

  return {
    client,
    games,
    current,
    stop,
    change(spec: string) {
      stop();
      practised?.values.close();
      practised = open(spec);
    },
    /** The next exercise, drawn ahead if there was time. */
    next(choice: string, tell: Tell) {
      const found = ahead?.choice === choice ? ahead.drawn : draw(choice, tell);
      ahead = null;
      return found;
    },
    drawAhead(choice: string) {
      const drawn = draw(choice, () => {});
      drawn.catch(() => {
        if (ahead?.drawn === drawn) ahead = null;
      });
      ahead = { choice, drawn };
    },
  };
}

export type Source = ReturnType<typeof createSource>;
