// Whom to play against: the levels of the computer, and a friend. A press begins such a game at once.
import { h } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { friends } from '../game/pair.ts';
import { gamesAgainst, inARow, levelBeside } from '../game/streak.ts';
import { readResults } from '../storage/results.ts';
import { levelButtons, opponent, scoreOf, standings, type Standing } from './opponents.ts';
import { other } from '../state.ts';
import type { Core, LevelInfo, Settings, State } from '../types.ts';

/** What stands above the levels. */
interface Head {
  /** The level that is played against; undefined against a friend. */
  standing: Standing | undefined;
  /** The one beside it, after three wins or losses in a row. */
  next: LevelInfo | null;
  row: 1 | -1 | 0;
}

/**
 * @param begin a game, after which the opponent with this key has the focus
 * @param say why a level can't be played
 */
export function opponentOffer(
  core: Core,
  { settings, rules }: Pick<State, 'settings' | 'rules'>,
  begin: (key: string, change: Partial<Settings>) => void,
  say: (why: string) => void,
) {
  const against = settings.mode === 'computer';
  const level = settings.levels[other(settings.human)];
  const levels = standings(core, rules.spec);
  const standing = against ? levels.find((l) => l.level === level) : undefined;
  const results = readResults().filter((r) => r.spec === rules.spec);
  const row = inARow(gamesAgainst(results, level));
  const next = against && row ? levelBeside(core, rules.spec, level, row) : null;
  const play = (n: number) =>
    begin(String(n), { mode: 'computer', levels: { white: n, black: n } });
  return h(
    'div',
    { class: 'offer-block offer-opponent' },
    head({ standing, next, row }, play),
    h(
      'div',
      { class: 'levels', role: 'group', 'aria-label': t('offers.opponent') },
      ...levelButtons(levels, against ? level : null, play, say),
      opponent('friend', t('offers.friend'), t('new.mode.people'), settings.mode === 'people', () =>
        begin('friend', { mode: 'people', pair: friends() }),
      ),
    ),
    against ? h('p', { class: 'quiet offer-level', text: aboutLevel(standing) }) : null,
  );
}

function head({ standing, next, row }: Head, play: (level: number) => void) {
  const score = standing ? scoreOf(standing) : null;
  return h(
    'div',
    { class: 'offer-head' },
    h('h2', { text: t('offers.opponent') }),
    // The level that is pressed says it to a screen reader.
    standing
      ? h('span', { class: 'offer-name', 'aria-hidden': 'true', text: standing.name })
      : null,
    score
      ? h('span', { class: 'quiet offer-score', text: score })
      : h('span', {
          class: 'quiet offer-scale',
          text: t('offers.scale', { low: inDigits(1), high: inDigits(10) }),
        }),
    next
      ? h('button', {
          type: 'button',
          class: 'offer-next',
          text: t(row === 1 ? 'offers.up' : 'offers.down', { level: next.name }),
          onclick: () => play(next.level),
        })
      : null,
  );
}

function aboutLevel(standing: Standing | undefined) {
  const { about = '', rating = null } = standing ?? {};
  return rating === null ? about : `${t('offers.rating', { rating: inDigits(rating) })} ${about}`;
}
