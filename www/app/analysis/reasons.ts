// Asks why moves were mistakes, and shows the line of a reason on the board.
import { SIGNS, nextMistake } from '../game/glyphs.ts';
import { setAnalysis, type Store } from '../state.ts';
import { stepOf } from '../ui/direction.ts';
import type { Why } from '../engine/value-source.ts';
import type { Session } from '../game/session.ts';
import type { Core, GameState, ReasonInfo, ShownLine, State } from '../types.ts';
import type { Shape } from '../board/types.ts';

/** How long each position of a line stays on the board while it plays, in milliseconds. */
const BEAT = 1500;

interface Given {
  store: Store;
  core: Core;
  session: Session;
  /** Null where the turn gave nothing away, or a value is not known. */
  ask: (line: string, turn: string, why?: Why) => Promise<ReasonInfo | null>;
}

/** Do the values come from a source that knows reasons? */
const canExplain = ({ can, status }: State['solving']) => can.pack !== null || status === 'ready';

/** Is there something to be found on the board that a reason would give away? */
const isSecret = ({ analysis }: State) =>
  analysis?.learning ? analysis.learning.state === 'find' : false;

/** What the engine would have played instead of a move that it takes for a mistake, or null. */
function betterThan(node: number, { analysis }: State): string | null {
  const { review } = analysis ?? {};
  const at = review?.info.turns.findIndex((turn) => turn.node === node) ?? -1;
  const turn = review?.info.turns[at];
  return (turn && !turn.exact && SIGNS[turn.judgement] && review?.best[at]) || null;
}

/** The moves whose reasons are to be asked for, by their nodes: what is on the board first. */
export function wantedReasons(state: State): number[] {
  const { analysis, game, exact, solving, editor } = state;
  if (!analysis || editor || analysis.review?.running || isSecret(state)) return [];
  // Once the values of the position are there, those of a reason are near.
  const isKnown = game.outcome !== null || (exact?.line === game.line && exact.values !== null);
  const here = [nextMistake(state)?.move.id, isKnown ? game.node : undefined];
  const { review } = analysis;
  const judged = review && !review.live && !analysis.learning ? review.info.turns : [];
  const mistakes = judged.filter(({ judgement }) => SIGNS[judgement]);
  const estimated = new Set(judged.flatMap(({ node, exact }) => (exact ? [] : [node])));
  return [...here, ...mistakes.map(({ node }) => node)].filter(
    (node): node is number =>
      Boolean(node) &&
      !analysis.reasons.has(node ?? 0) &&
      (estimated.has(node ?? 0) ? betterThan(node ?? 0, state) !== null : canExplain(solving)),
  );
}

/** The points and lines that a reason is about, as circles. */
export function reasonMarks({ points, mills }: Pick<ReasonInfo, 'points' | 'mills'>): Shape[] {
  const circle = (point: string) => ({ from: point, to: point });
  const others = new Set(mills.flat().filter((point) => !points.includes(point)));
  return [
    ...points.map(circle),
    ...[...others].map((point) => ({ ...circle(point), faint: true })),
  ];
}

/** The position before a mistake, and those after each move of the line that explains it. */
function positionsOf({ core, session }: Given, parent: number, line: string[]): GameState[] {
  const game = core.read(session.look((g) => g.lineAt(parent)));
  try {
    return [
      game.state(),
      ...line.map((move) => {
        game.play(move);
        return game.state();
      }),
    ];
  } finally {
    game.free();
  }
}

/** Finds reasons, one after the other. */
function createQuestions({ store, session, ask }: Given) {
  let isBusy = false;

  async function find(node: number) {
    const { game } = store.get();
    const move = game.moves.find(({ id }) => id === node);
    if (!move) return null;
    const line = session.look((g) => g.lineAt(move.parent));
    const better = betterThan(node, store.get());
    const why = better !== null && better !== move.text ? { better: [better] } : {};
    return ask(line, move.text, why).catch((error) => {
      console.warn('No reason:', error);
      return null;
    });
  }

  return async () => {
    if (isBusy) return;
    isBusy = true;
    for (let node; ([node] = wantedReasons(store.get())) && node !== undefined;) {
      const { slot } = store.get();
      const reason = await find(node);
      store.update((s) =>
        s.analysis && s.slot.id === slot.id
          ? setAnalysis(s, {
              ...s.analysis,
              reasons: new Map(s.analysis.reasons).set(node, reason),
            })
          : s,
      );
    }
    isBusy = false;
  };
}

export function createReasons(given: Given) {
  const { store } = given;
  const lookFor = createQuestions(given);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (change: Partial<ShownLine> | null) =>
    store.update((s) => {
      if (!s.analysis || (!s.analysis.shown && !change)) return s;
      const shown = change && s.analysis.shown ? { ...s.analysis.shown, ...change } : null;
      return setAnalysis(s, { ...s.analysis, shown });
    });

  const shown = () => store.get().analysis?.shown ?? null;

  function go(by: number, playing = false) {
    const { at = 0, positions = [] } = shown() ?? {};
    const next = Math.min(Math.max(at + by, 0), positions.length - 1);
    const goesOn = playing && next < positions.length - 1;
    set({ at: next, playing: goesOn });
    clearTimeout(timer);
    if (goesOn) timer = setTimeout(() => shown()?.playing && go(1, true), BEAT);
  }

  function play() {
    const line = shown();
    if (!line) return;
    if (line.playing) return go(0);
    // At its end it begins again.
    go(line.at + 1 < line.positions.length ? 1 : -line.at, true);
  }

  /** @param node of the mistake */
  function show(node: number) {
    const { analysis, game } = store.get();
    const reason = analysis?.reasons.get(node);
    const move = game.moves.find(({ id }) => id === node);
    if (!analysis || !reason || !move) return;
    const positions = positionsOf(given, move.parent, reason.line);
    const line = { node, positions, at: 0, marks: reasonMarks(reason), playing: true };
    store.update((s) => setAnalysis(s, { ...analysis, shown: line }));
    clearTimeout(timer);
    timer = setTimeout(() => shown()?.playing && go(1, true), BEAT / 2);
  }

  const back = () => {
    clearTimeout(timer);
    set(null);
  };

  // Before the page's own keys, which would walk in the game.
  addEventListener(
    'keydown',
    (event) => {
      const { target, key, altKey, ctrlKey, metaKey } = event;
      if (!shown() || altKey || ctrlKey || metaKey) return;
      if (
        target instanceof Element &&
        target.closest('input, textarea, select, dialog, [role=grid]')
      )
        return;
      const by = stepOf(key);
      if (by) go(by);
      else if (key === 'Escape') back();
      else return;
      event.preventDefault();
    },
    true,
  );

  return {
    follow(now: State, before: State) {
      if (now.game !== before.game && now.analysis?.shown) back();
      // What could not be had may be there now.
      if (now.solving.pack?.reason === null && before.solving.pack?.reason)
        store.update((s) => {
          const found = [...(s.analysis?.reasons ?? [])].filter(([, reason]) => reason);
          return s.analysis ? setAnalysis(s, { ...s.analysis, reasons: new Map(found) }) : s;
        });
      void lookFor();
    },
    show,
    step: (by: -1 | 1) => go(by),
    play,
    back,
  };
}
