// The coach: tells a person before a turn is final that it gives the result away. Loaded on demand.
import loadWords from '../i18n/reasons.words.ts';
import { within } from '../engine/timing.ts';
import { setCoach } from '../state.ts';
import { observe } from '../ui/observe.ts';
import { reasonText } from './reason-words.ts';
import type { Core, GameState, ReasonInfo } from '../types.ts';
import type { Mind } from './opponents/mind.ts';

/** How long to look for the reason of a turn, in milliseconds. */
const PATIENCE = 10_000;

/**
 * The kinds that are worth a warning, by what there is to learn. Others are too subtle for somebody
 * who learns.
 */
export const TOPICS = {
  mills: [
    'mill-missed',
    'mill-passed',
    'two-mills-missed',
    'unstoppable-missed',
    'running-mill-missed',
    'win-missed',
  ],
  threats: ['block-missed', 'mill-allowed', 'post-left', 'mill-opened'],
  forks: ['two-mills', 'mill-unstoppable', 'running-mill', 'beaten'],
  captures: ['wrong-man', 'lets-fly'],
  room: ['shut-in', 'let-out', 'men-shut-in'],
  placing: ['wasted-man', 'crossing-missed', 'few-ways'],
} satisfies Record<string, ReasonInfo['kind'][]>;
export type Topic = keyof typeof TOPICS;

/** The lesson about each. */
export const LESSONS: Record<Topic, string> = {
  mills: 'mill',
  threats: 'blocking',
  forks: 'two-threats',
  captures: 'capture',
  room: 'shutting-in',
  placing: 'crossings',
};

/** What most of these kinds are about; undefined if none is about anything of it. */
export function mostOften(kinds: ReasonInfo['kind'][]): Topic | undefined {
  const topics = kinds.flatMap((kind) => topicOf(kind) ?? []);
  const count = (topic: Topic) => topics.filter((other) => other === topic).length;
  return topics.sort((a, b) => count(b) - count(a))[0];
}

export const topicOf = (kind: ReasonInfo['kind']) =>
  (Object.keys(TOPICS) as Topic[]).find((topic) =>
    (TOPICS[topic] as ReasonInfo['kind'][]).includes(kind),
  );

/** The position before the last turn. */
function lineBefore(core: Core, { start, played }: GameState) {
  const game = core.read(start);
  for (const move of played.slice(0, -1)) game.play(move);
  const line = game.line();
  game.free();
  return line;
}

export async function createCoach({
  store,
  core,
  values,
  reason,
}: Pick<Mind, 'store' | 'core' | 'values' | 'reason'>) {
  await loadWords();
  // What is asked for then takes less time after the turn.
  observe(
    store,
    ({ game }) => [game],
    () => {
      const { game, settings, analysis } = store.get();
      const isDue = settings.coach && settings.mode === 'computer' && !analysis && !game.outcome;
      if (isDue && game.turn === settings.human) void values(game.line);
    },
  );
  /** The game, and the kind of mistake that it was last warned of. */
  let last = { slot: '', kind: '' };

  return {
    /**
     * Looks at a person's last turn, and asks whether it is to stand if it gives something away.
     * @param wanted is it still wanted?
     * @returns whether it asks
     */
    async objects(wanted: () => boolean) {
      const { game, slot } = store.get();
      const turn = game.last?.text;
      if (!turn || game.outcome) return false;
      const found = await within(PATIENCE, reason(lineBefore(core, game), turn));
      if (!wanted() || !found || !topicOf(found.kind)) return false;
      const isSame = last.slot === slot.id && last.kind === found.kind;
      last = { slot: slot.id, kind: found.kind };
      if (isSame) return false;
      const text = reasonText(found, turn);
      store.update((s) =>
        setCoach(s, { node: game.node, text: { key: 'coach.ask', values: { reason: text } } }),
      );
      return true;
    },
  };
}
