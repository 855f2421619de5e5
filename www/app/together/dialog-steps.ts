// The steps of the dialog for connecting two devices.
import '../engine/named.ts';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { radios } from '../ui/dialog.ts';
import { clockForm } from '../game/clock-form.ts';
import { introduction, rowText } from '../game/introduction.ts';
import { inMoves, sideName } from '../game/words.ts';
import {
  alarm,
  button,
  linkOut,
  myName,
  quiet,
  textInto,
  waiting,
  words,
  type Camera,
} from './dialog-parts.ts';
import type { Store } from '../state.ts';
import type { Core, RulesInfo } from '../types.ts';
import type { DialogStep } from './connection.ts';
import type { Invitation, Terms } from './invitation.ts';

export type Wish = Pick<Terms, 'colour' | 'clock'> & { so: 'rules' | 'game' };

/** What the dialog shows and does. */
export interface Doings {
  store: Store;
  core: Core;
  step: () => DialogStep;
  /** Does this browser support connections? */
  can: boolean;
  /** Resumes the current game, if it can be resumed. */
  mayResume: () => (() => void) | null;
  inviteTo: (wish: Wish) => void;
  /** Shows how a game is played. */
  showHow: (game: RulesInfo) => void;
  join: (invitation: Invitation) => void;
  /** Invites by links there and back instead. */
  twoLinks: () => void;
  /** Handles a link or text from the other device; resolves to the word key of an error. */
  take: (text: string) => Promise<string | null>;
  /** Returns to the first step. */
  home: () => void;
  /** Ends the connection. */
  leave: () => void;
}

/** What a step needs. */
export interface Frame extends Doings {
  /** The last choices. */
  wish: Wish;
  camera: Camera;
  close: () => void;
}

interface Contents {
  body: (Node | null)[];
  foot?: Node[];
}

/** What is to be played, of the players' own choosing. */
function start(frame: Frame, error: string | undefined): Contents {
  const { store, wish, camera, take, inviteTo, mayResume } = frame;
  const { game, rules, settings } = store.get();
  const resume = mayResume();
  // A finished game, or one with another device, cannot be continued here.
  const begun = game.played.length > 0 && !game.outcome && settings.mode !== 'away';
  if (!begun) wish.so = 'rules';
  const whole = t('together.so.rules', { variant: rules.name });
  const so = radios(
    'together-so',
    t('together.so'),
    [
      ['rules', whole],
      ['game', t('together.so.game')],
    ],
    wish.so,
    (v) => (wish.so = v === 'game' ? 'game' : 'rules'),
  );
  const colour = radios(
    'together-colour',
    t('new.colour'),
    [
      ['white', sideName('white')],
      ['black', sideName('black')],
      ['lot', t('new.colour.toss')],
    ],
    wish.colour,
    (v) => (wish.colour = v === 'white' || v === 'black' ? v : 'lot'),
  );
  const invite = button('together.invite', () => inviteTo({ ...wish }), 'primary');
  return {
    body: [
      quiet('together.about'),
      resume && resumption(resume),
      h('h3', { text: t('together.invite.title') }),
      begun ? so : h('p', { text: whole }),
      colour,
      clockForm(
        'pair',
        () => wish.clock,
        (part) => (wish.clock = part && { minutes: 5, increment: 0, ...wish.clock, ...part }),
      ),
      myName(),
      h('div', { class: 'field-end' }, invite),
      h('h3', { text: t('together.invited.title') }),
      textInto(camera, take, { label: 'together.invited', action: 'together.open', error }),
    ],
  };
}

const resumption = (resume: () => void) =>
  h(
    'div',
    { class: 'field' },
    quiet('together.resume.about'),
    button('together.resume', resume, 'primary'),
  );

/** The link to pass on, and a field for the answer unless that comes by itself. */
function invite(frame: Frame, { meeting, text = '', error }: DialogStep): Contents {
  const cancel = button('together.cancel', frame.home);
  if (meeting)
    return {
      body: [
        linkOut(meeting.key, 'together.step.invite'),
        waiting('together.waiting'),
        quiet('together.meet.about'),
      ],
      foot: [button('together.meet.two', frame.twoLinks), cancel],
    };
  const answer = textInto(frame.camera, frame.take, {
    label: 'together.step.answer',
    action: 'together.connect',
  });
  return {
    body: [
      error ? alarm(words(error)) : null,
      h(
        'ol',
        { class: 'together-steps' },
        h('li', {}, linkOut(text, 'together.step.invite')),
        h('li', {}, answer),
      ),
      quiet('together.keep-open'),
      quiet('together.network'),
    ],
    foot: [cancel],
  };
}

/** The game of an invitation, and how far it has been played; null if it is none. */
function gameOf(core: Core, game: string) {
  try {
    const read = core.read(game);
    const { spec, played } = read.state();
    read.free();
    return { rules: core.rules(spec), played: played.length };
  } catch {
    return null;
  }
}

function clockText(rule: Terms['clock']) {
  if (!rule) return t('together.asked.no-clock');
  const minutes = t('new.clock.minutes', { n: rule.minutes });
  if (!rule.increment) return minutes;
  const seconds = t('new.clock.seconds', { n: rule.increment });
  return t('together.asked.clock', { minutes, seconds });
}

/**
 * Describes an invitation in sentences.
 * @param by who sent it
 */
function termsText(
  core: Core,
  { colour, clock, resumes }: Terms,
  { rules, played }: { rules: RulesInfo; played: number },
  by: string,
) {
  const asked = resumes ? 'together.asked.resumes' : by ? 'together.asked.by' : 'together.asked';
  return [
    t(asked, { variant: rules.name, name: by }),
    resumes ? '' : rowText(introduction(core, rules).row),
    played && !resumes ? t('together.asked.played', { n: inMoves(played) }) : '',
    colour === 'lot'
      ? t('together.asked.lot')
      : t('together.asked.colour', { side: sideName(colour === 'white' ? 'black' : 'white') }),
    clockText(clock),
  ].filter(Boolean);
}

/** An invitation, to be accepted. */
function asked(frame: Frame, { invitation, by = '' }: DialogStep): Contents {
  const { core, home, join, showHow, close } = frame;
  const game = invitation && gameOf(core, invitation.terms.game);
  if (!invitation || !game)
    return {
      body: [alarm(t('together.bad.broken'))],
      foot: [button('together.cancel', home)],
    };
  const how = h('button', {
    type: 'button',
    class: 'small-button',
    'data-do': 'how',
    text: t('howto.title'),
    onclick: () => showHow(game.rules),
  });
  return {
    body: [
      ...termsText(core, invitation.terms, game, by).map((text) => h('p', { text })),
      h('div', {}, how),
      myName(),
      quiet('together.asked.about'),
    ],
    foot: [
      button('together.not-now', close),
      button('together.join', () => join(invitation), 'primary'),
    ],
  };
}

const answer = ({ home }: Frame, { text = '', error }: DialogStep): Contents => ({
  body: [
    error ? alarm(words(error)) : null,
    linkOut(text, 'together.step.back'),
    waiting('together.waiting'),
    quiet('together.waiting.about'),
    quiet('together.network'),
  ],
  foot: [button('together.cancel', home)],
});

/** What to try next, where the devices have not found each other. */
const advice = () =>
  h(
    'ul',
    { class: 'together-advice' },
    ...(['network', 'guest', 'vpn', 'hotspot'] as const).map((key) =>
      h('li', { text: t(`together.advice.${key}`) }),
    ),
  );

const failed = ({ home }: Frame, { error }: DialogStep): Contents => ({
  body: [alarm(error ? words(error) : t('together.failed')), error ? null : advice()],
  foot: [button('together.back-home', home, 'primary')],
});

/** An answer that was opened in another tab. */
const elsewhere = ({ text, error = '' }: DialogStep): Contents => ({
  body: text
    ? [alarm(words(error)), linkOut(text, 'together.elsewhere.text')]
    : [h('p', { role: 'status', text: t('together.elsewhere') })],
});

export function contentsOf(frame: Frame): Contents {
  const step = frame.step();
  if (!frame.can) return { body: [h('p', { text: t('together.cannot') })] };
  switch (step.name) {
    case 'invite':
      return invite(frame, step);
    case 'asked':
      return asked(frame, step);
    case 'answer':
      return answer(frame, step);
    case 'connecting':
      return {
        body: [waiting('together.connecting')],
        foot: [button('together.cancel', frame.home)],
      };
    case 'failed':
      return failed(frame, step);
    case 'elsewhere':
      return elsewhere(step);
    case 'playing':
      return {
        body: [h('p', { text: t('together.playing') }), quiet('together.playing.about')],
        foot: [button('together.leave', frame.leave)],
      };
    default:
      return start(frame, step.error);
  }
}
