// Judges a game that is over, in the background, and finds the move that decided it.
import { within } from '../engine/timing.ts';
import { setSlot, type Store } from '../state.ts';
import { mostOften, type Topic } from './coach.ts';
import { collectMistakes } from './collect.ts';
import { decisive, isEnd, ownMistakes } from './ending.ts';
import { yourSide } from './words.ts';
import { createJudge, keptWorth, toKeep, type Judgement } from './review-line.ts';
import type { EngineClient } from '../engine/client.ts';
import type { PositionValues, ReasonInfo, ReviewInfo, Side } from '../types.ts';
import type { Session } from './session.ts';

/** Nodes per position: the course is an aside, computed while nobody waits for it. */
const NODES = 40_000;
/** How long the exact values of the move that decided the game are waited for, in milliseconds. */
const PATIENCE = 5000;

/**
 * The game that is judged, what is known of it, and in the end the move that decided it. `spared`
 * is one that only seemed to.
 */
export interface Judged {
  key: string;
  spared?: number | undefined;
  found: Judgement | null;
  info: ReviewInfo | null;
  decisive: ReviewInfo['turns'][number] | null;
  /** Why that was a mistake, once it is known. */
  reason: ReasonInfo | null;
  /** After a game with the coach: what most of the person's mistakes were about. */
  topic?: Topic | undefined;
}

interface Table {
  store: Store;
  session: Session;
  engine: EngineClient;
  values: (line: string) => Promise<PositionValues | null>;
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
}

/** Keeps what was found with the game, for the review. */
function keep(store: Store, found: Judgement) {
  const { game, slot } = store.get();
  const review = toKeep(game.moves, { ...found, effort: NODES });
  if (JSON.stringify(review.line) === JSON.stringify(slot.review?.line))
    review.effort = Math.max(NODES, slot.review?.effort ?? 0);
  if (JSON.stringify(review) !== JSON.stringify(slot.review))
    store.update((s) => setSlot(s, { review }));
}

/**
 * The move that decided the game. One that was only estimated is looked up, and not named where it
 * kept the value.
 */
async function decided({ store, session, values }: Table, info: ReviewInfo, loser: Side | null) {
  const found = decisive(info, loser);
  const move = found && store.get().game.moves.find((m) => m.id === found.node);
  if (!found || found.exact || !move) return found;
  const exact = await within(PATIENCE, values(session.look((game) => game.lineAt(move.parent))));
  return exact?.moves.find(({ text }) => text === move.text)?.rank === 0 ? null : found;
}

/** After a game with the coach: what most of the person's mistakes were about. */
async function topicOfMistakes(table: Table, { info, spared }: Judged, current: () => boolean) {
  const state = table.store.get();
  const kinds: ReasonInfo['kind'][] = [];
  for (const node of state.settings.coach ? ownMistakes(info, yourSide(state), spared) : []) {
    const found = await reasonOf(table, node);
    if (!current()) return undefined;
    if (found) kinds.push(found.kind);
  }
  return mostOften(kinds);
}

/** Why a move was a mistake. */
function reasonOf({ store, session, reason }: Table, node: number | undefined) {
  const move = store.get().game.moves.find(({ id }) => id === node);
  if (!move) return null;
  const line = session.look((game) => game.lineAt(move.parent));
  return within(PATIENCE, reason(line, move.text));
}

/** @param draw shows what is known by now */
export function createEndJudge(table: Table, draw: () => void) {
  const { store, session, engine, values } = table;
  let judged: Judged = { key: '', found: null, info: null, decisive: null, reason: null };

  const isReady = () => {
    const { status, pack } = store.get().solving;
    return status === 'ready' || pack?.status === 'ready';
  };
  /** Exact values, where they cost nothing: nobody has asked for any. */
  const known = async (line: string) => (isReady() ? values(line) : null);
  const judge = createJudge({ session, engine, values: known, nodes: NODES });

  async function look() {
    const { game, slot, solving } = store.get();
    if (!isEnd(store.get())) return;
    // Once there are exact values, it is judged by them.
    const of = `${slot.id} ${game.start} ${game.played.join(' ')} `;
    const key = `${of}${solving.status === 'ready'}`;
    if (judged.key === key) return;
    // What is known of this game stays in sight until there is better.
    const had = judged.key.startsWith(of) ? judged : { info: null, decisive: null, reason: null };
    const mine: Judged = { ...had, key, found: null };
    judged = mine;
    draw();
    const current = () => judged === mine && store.get().game === game && isEnd(store.get());
    try {
      const line = game.moves.filter((m) => m.onPath);
      // Exact values, once there are any, replace the estimates of a review that is kept.
      const worth = keptWorth(
        slot.review,
        line.map((m) => m.text),
        !isReady(),
      );
      const report = (found: Judgement) => {
        mine.found = found;
        if (found.known < found.nodes.length) return;
        mine.info = found.info;
        draw();
      };
      await judge.line(game.start, line, current, report, worth);
      if (mine.found?.info.values.every(Boolean) && current()) keep(store, mine.found);
      if (mine.info?.values.every(Boolean)) {
        const loser = game.outcome?.loser ?? null;
        mine.decisive = await decided(table, mine.info, loser);
        mine.spared = mine.decisive ? undefined : decisive(mine.info, loser)?.node;
      }
      if (current()) draw();
      mine.reason = await reasonOf(table, mine.decisive?.node);
      if (current() && mine.reason) draw();
      mine.topic = await topicOfMistakes(table, mine, current);
      if (current() && mine.topic) draw();
      if (mine.info && current()) await collectMistakes(table, mine.info);
    } catch (error) {
      judged = { ...mine, key: '' };
      if (!(error instanceof DOMException && error.name === 'AbortError')) console.warn(error);
    }
    // Interrupted: another time.
    if (!current() && judged === mine) judged = { ...mine, key: '' };
  }

  return { look, judged: () => judged };
}
