// What the panel of a game by link says, and what it offers: of a game that was shared, and of one
// by message.
import { introduction, rowText } from '../game/introduction.ts';
import { other } from '../state.ts';
import { t } from '../i18n/i18n.ts';
import { inMoves, outcomeText, resultText, sideName } from '../game/words.ts';
import { isMineLast, isToSend, offersDraw } from '../game/sending.ts';
import type { Core, State } from '../types.ts';

export interface Button {
  name: 'play' | 'watch' | 'analyse' | 'how' | 'share' | 'copy';
  text: string;
  primary?: boolean;
}

/** `waits`: for the link of an answer; `asks`: for the name that goes with the link. */
export interface Contents {
  title: string;
  about: string;
  buttons: Button[];
  link?: string;
  waits?: boolean;
  asks?: boolean;
}

/** A game that was shared: nothing is played in it until somebody chooses to. */
export function sharedContents({ game, rules }: Pick<State, 'game' | 'rules'>): Contents {
  const { turn, outcome, played } = game;
  const side = sideName(turn);
  const buttons: Button[] = [{ name: 'analyse', text: t('door.analyse') }];
  if (played.length)
    buttons.unshift({ name: 'watch', text: t('shared.watch'), primary: outcome !== null });
  if (!outcome) buttons.unshift({ name: 'play', text: t('shared.play', { side }), primary: true });
  return {
    title: t(played.length ? 'shared.game' : 'shared.position'),
    about: [
      rules.name,
      outcome ? resultText(outcome) : t('games.turn', { side }),
      played.length ? t('games.moves', { n: inMoves(played.length) }) : '',
    ]
      .filter(Boolean)
      .join(' · '),
    buttons,
  };
}

/** What else is known where a game goes by message. */
interface Sending {
  /** To the game. */
  link: string;
  /** One's name; empty if none is given. */
  own: string;
  /** The link that has just been copied. */
  copied: string;
  mayPassOn: boolean;
}

/** A game by message: what is to be sent, or how it goes on. */
export function messageContents(
  state: State,
  core: Pick<Core, 'rules'>,
  sending: Sending,
): Contents | null {
  const { game, settings, slot } = state;
  if (isMineLast(state) && (!game.outcome || isToSend(state))) return toSend(state, sending);
  if (game.outcome || game.canRedo || slot.sent >= 0) return null;
  if (game.moves.length) return invited(state, core);
  return { title: t(`new.line.${settings.human}`), about: t('message.first'), buttons: [] };
}

/** One's own turn, which goes as a link. */
function toSend(state: State, { link, own, copied, mayPassOn }: Sending): Contents {
  const { game, slot } = state;
  const send = isToSend(state);
  const copy = t(copied === link ? 'share.copied' : 'message.copy');
  return {
    title: t(send ? 'message.send' : 'message.waiting'),
    about: game.outcome
      ? outcomeText(state)
      : [offersDraw(state) ? t('message.draw.with') : '', send ? t('message.answer') : '']
          .filter(Boolean)
          .join(' '),
    buttons: [
      ...(mayPassOn
        ? [{ name: 'share', text: t('share.pass-on'), primary: send } satisfies Button]
        : []),
      { name: 'copy', text: copy, primary: send && !mayPassOn },
    ],
    link,
    waits: !send,
    // The first link says who sends it.
    asks: send && slot.sent < 0 && !own,
  };
}

/**
 * A game that somebody has sent, before one's first turn in it: what it is, and how it is played.
 */
function invited({ settings, rules }: State, core: Pick<Core, 'rules'>): Contents {
  const name = settings.pair?.names[other(settings.human)];
  return {
    title: name
      ? t('message.invited', { name, variant: rules.name })
      : t('message.invited.friend', { variant: rules.name }),
    about: [
      t(`new.line.${settings.human}`),
      rowText(introduction(core, rules).row).replace(/[.。]$/, ''),
    ]
      .filter(Boolean)
      .join(' · '),
    buttons: [{ name: 'how', text: t('howto.title'), primary: true }],
  };
}
