// Reads what an element is to show, as far as that can be read.
import { recordIn } from '../game/around.ts';
import { refusal } from '../game/error-text.ts';
import { likeliest } from '../game/likely.ts';
import { t } from '../i18n/i18n.ts';
import { Game, rules, variants, type Refusal } from '../../pkg/merels.js';

const core = {
  readBegin: (text: string, spec?: string | null, answer?: string | null) =>
    Game.readBegin(text, spec, answer),
  variants,
};

/** The rule set to read a record by whose game is not known; null if it is. */
function likely(record: string) {
  try {
    Game.readBegin(record).game.free();
    return null;
  } catch (error) {
    const { code, params } = error as Refusal;
    if (code !== 'no-variant') throw error;
    return likeliest(core, record, String(params.given))[0]?.spec ?? null;
  }
}

/** Why a record could not be read to its end, where that is before a capture. */
function unfinished(record: string) {
  try {
    Game.read(record).free();
    return null;
  } catch (error) {
    return refusal(error);
  }
}

interface Read {
  game: Game;
  /** What has to be said of how it was read. */
  remarks: string[];
  /** Why it could not be read to its end; null if it was. */
  failure: string | null;
}

/** Reads as much of a game as it can. Throws if not even the beginning can be read. */
export function readShown(text: string): Read {
  const inside = recordIn(core, text);
  const answer = likely(inside?.text ?? text);
  const found = answer ? recordIn(core, text, answer) : inside;
  const record = found?.text ?? text;
  const { game, half, error, told } = Game.readBegin(record, null, answer);
  const { spec, played } = game.state();
  if (error && !played.length) {
    game.free();
    throw error;
  }
  const isTold = told && !answer;
  return {
    game,
    remarks: [
      ...(isTold ? [] : [t('show.untold', { variant: rules(spec).name })]),
      ...(found?.leftOut ? [t('show.left-out')] : []),
    ],
    failure: error ? refusal(error) : half && isTold ? unfinished(record) : null,
  };
}
