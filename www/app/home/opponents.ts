// The levels of the computer: what is known of each in a game, and buttons for them, those that
// have been beaten marked.
import './opponents.css';
import { h } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { readResults, side } from '../storage/results.ts';
import { RATINGS } from './ratings.ts';
import { isSolved } from '../engine/solving.ts';
import type { Core, LevelInfo } from '../types.ts';

/** `rating`: null where none was measured; `why` it may not be played. */
export type Standing = LevelInfo & {
  rating: number | null;
  won: number;
  drawn: number;
  lost: number;
  playable: boolean;
  why: string;
};

export function standings(core: Core, spec: string): Standing[] {
  const games = readResults().filter((game) => game.mode === 'computer' && game.spec === spec);
  const can = core.solvable(spec);
  return core.levels().map((info) => {
    const count = (how: 'won' | 'drawn' | 'lost') =>
      games.filter((game) => game.level === info.level && side(game) === how).length;
    const playable = !info.perfect || isSolved(can);
    const why = playable || !can.reason ? '' : t(`new.perfect.${can.reason}`);
    return {
      ...info,
      rating: RATINGS[info.level - 1] ?? null,
      won: count('won'),
      drawn: count('drawn'),
      lost: count('lost'),
      playable,
      why,
    };
  });
}

/** The games against a level in words; null if there were none. */
export const scoreOf = ({ won, drawn, lost }: Standing) =>
  won + drawn + lost
    ? t(drawn ? 'offers.score.drawn' : 'offers.score', { won, drawn, lost })
    : null;

export const opponent = (
  key: string,
  text: string,
  label: string,
  chosen: boolean,
  press: () => void,
) =>
  h('button', {
    type: 'button',
    class: /^\p{Nd}+$/u.test(text) ? 'level' : 'level named',
    'data-level': key,
    'aria-label': label,
    'aria-pressed': String(chosen),
    title: label,
    text,
    onclick: press,
  });

/** @param refuse says why a level can't be played */
export const levelButtons = (
  levels: Standing[],
  chosen: number | null,
  press: (level: number) => void,
  refuse: (why: string) => void,
) =>
  levels.map(({ level, name, perfect, won, playable, why }) => {
    const button = opponent(
      String(level),
      perfect ? name : inDigits(level),
      `${inDigits(level)} · ${name}`,
      level === chosen,
      () => (playable ? press(level) : refuse(why)),
    );
    button.classList.toggle('beaten', won > 0);
    if (!playable) button.setAttribute('aria-disabled', 'true');
    return button;
  });
