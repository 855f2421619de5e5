// The game as a record for others: with its tags, and under a name of its own.
import { t } from '../i18n/i18n.ts';
import { said } from '../game/words.ts';
import type { Session } from '../game/session.ts';
import type { Core, Side, State } from '../types.ts';

/** What is not known, as in PGN. */
const UNKNOWN = '?';

/** The day of a time, with this between year, month and day. */
function day(millis: number, sign: string) {
  const at = new Date(millis);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((n) => String(n).padStart(2, '0'))
    .join(sign);
}

/** The record with the tags that it lacks. Those that it came with stay. */
export function recordWithTags(
  core: Core,
  session: Session,
  {
    slot,
    settings: { mode, human, levels, pair },
    rules,
  }: Pick<State, 'slot' | 'settings' | 'rules'>,
) {
  const record = session.record();
  // An own copy: the game that is played does not change.
  const game = core.fromRecord(record);
  const name = (side: Side) => {
    if (mode !== 'watch' && (mode !== 'computer' || side === human))
      return pair?.names[side] || UNKNOWN;
    return `Merels (${core.levels().find(({ level }) => level === levels[side])?.name ?? levels[side]})`;
  };
  // When a game that was opened was played is not known.
  const date = mode === 'shared' || !slot.begun ? '????.??.??' : day(slot.begun, '.');
  try {
    const tags = {
      Event: slot.name || rules.name,
      Date: date,
      White: name('white'),
      Black: name('black'),
    };
    for (const [tag, value] of Object.entries(tags))
      if (value && !said(game, tag)) game.setTag(tag, value);
    return game.record();
  } catch {
    // It has no room for them.
    return record;
  } finally {
    game.free();
  }
}

/** The name of its file, from the game's name and day. */
export function recordFile({ slot, rules }: Pick<State, 'slot' | 'rules'>) {
  const name = (slot.name || rules.name)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return name ? `${name}${slot.begun ? `-${day(slot.begun, '-')}` : ''}.txt` : t('file.record');
}
