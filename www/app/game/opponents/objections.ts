// Whether the coach asks about a person's last turn before the computer replies; see coach.ts, which
// is loaded when it is first needed.
import type { Mind } from './mind.ts';

/** The strongest level against which the coach helps. */
const COACHED = 6;

export function createObjections(mind: Mind) {
  const { store } = mind;
  /** The last turn that the coach was asked about. */
  let heard = '';
  let coach: ReturnType<typeof import('../coach.ts').createCoach> | null = null;

  /** @param wanted is the answer still needed? */
  return async (wanted: () => boolean) => {
    const { settings, slot, game } = store.get();
    const turn = `${slot.id} ${game.node}`;
    const level = settings.levels[game.turn];
    if (!settings.coach || settings.mode !== 'computer' || level > COACHED) return false;
    if (!game.last || heard === turn) return false;
    heard = turn;
    try {
      coach ??= import('../coach.ts').then((part) => part.createCoach(mind));
      return await (await coach).objects(wanted);
    } catch (error) {
      console.warn(error);
      // Allow a retry.
      coach = null;
      return false;
    }
  };
}
