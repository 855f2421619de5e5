// The dialog for connecting two devices by exchanging an invitation and an answer.
import { h } from '../ui/dom.ts';
import { has, t, type Key } from '../i18n/i18n.ts';
import { createDialog, radios, selectField } from '../ui/dialog.ts';
import { canPassOn, copy, passOn } from '../platform/pass-on.ts';
import { introduction, rowText } from '../game/introduction.ts';
import { nameField } from '../game/name-field.ts';
import { asName, readNames, saveNames } from '../storage/names.ts';
import { INCREMENTS, MINUTES } from '../game/clock-choices.ts';
import { inMoves, sideName } from '../game/words.ts';
import { drawCode } from './qr.ts';
import { canScan, scan } from './scan.ts';
import type { Store } from '../state.ts';
import type { Core, RulesInfo, Side } from '../types.ts';
import type { Invitation } from './invitation.ts';
import type { Step } from './together.ts';

interface Wish {
  colour: Side | 'lot';
  so: 'rules' | 'game';
  clock: { minutes: number; increment: number } | null;
}

const KINDS = {
  plain: { class: 'button' },
  primary: { class: 'button primary' },
  small: { class: 'small-button' },
  first: { class: 'small-button primary' },
};

/** A link to this page with an invitation or answer, and who sends it. */
export function linkTo(text: string) {
  const url = new URL(location.href);
  const { own } = readNames();
  url.search = '';
  url.hash = `join=${text}${own && `&from=${encodeURIComponent(own)}`}`;
  return url.href;
}

/** Who has sent a link; empty if that is not said. */
export function senderOf(text: string) {
  try {
    return asName(decodeURIComponent(/#join=[\w-]+&from=([^\s&]{1,300})/.exec(text)?.[1] ?? ''));
  } catch {
    return '';
  }
}

export function createSheet({
  store,
  core,
  step,
  can,
  mayResume,
  inviteTo,
  showHow,
  join,
  twoLinks,
  closed,
  take,
  home,
  leave,
}: {
  store: Store;
  core: Core;
  step: () => Step;
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
  /** The dialog has closed. */
  closed: () => void;
  /** Handles a link or text from the other device; resolves to the word key of an error. */
  take: (text: string, opened: boolean) => Promise<string | null>;
  /** Returns to the first step. */
  home: () => void;
  /** Ends the connection. */
  leave: () => void;
}) {
  /** The last choices. */
  const wish: Wish = { colour: 'lot', so: 'rules', clock: null };
  /** Stops the camera. */
  let stop = () => {};
  let fields = 0;

  const words = (key: string) => (has(key) ? t(key) : key);
  const button = (key: Key, run: () => void, kind: keyof typeof KINDS = 'plain') =>
    h('button', {
      type: 'button',
      ...KINDS[kind],
      'data-do': key.slice('together.'.length),
      text: t(key),
      onclick: run,
    });
  const quiet = (key: Key) => h('p', { class: 'quiet', text: t(key) });

  /** A link to pass on, and its QR code. */
  function out(text: string, label: Key) {
    const address = linkTo(text);
    const id = `together-${++fields}`;
    const done = h('span', { class: 'quiet', role: 'status' });
    const field = h('input', {
      id,
      dir: 'ltr',
      readonly: true,
      spellcheck: 'false',
    }) as HTMLInputElement;
    field.value = address;
    field.addEventListener('focus', () => field.select());
    const what = { title: t('together.title'), url: address };
    return h(
      'div',
      { class: 'field together-out' },
      h('label', { class: 'field-label', for: id, text: t(label) }),
      h(
        'div',
        { class: 'out' },
        field,
        canPassOn(what) ? button('share.pass-on', () => void passOn(what), 'small') : null,
        button(
          'share.copy',
          async () => {
            const fine = await copy(address);
            if (!fine) field.focus();
            done.textContent = t(fine ? 'share.copied' : 'share.copy-failed');
          },
          'small',
        ),
      ),
      done,
      drawCode(address, t('together.code')),
    );
  }

  /** A field and scanner for a link or text from the other device. */
  function into(label: Key, action: Key, error = '') {
    const id = `together-${++fields}`;
    const wrong = h('p', {
      class: 'error',
      id: `${id}-error`,
      role: 'alert',
      text: error ? words(error) : '',
    });
    const field = h('textarea', {
      id,
      dir: 'ltr',
      rows: 2,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      'aria-describedby': `${id}-error`,
      'aria-invalid': error ? 'true' : null,
    }) as HTMLTextAreaElement;
    const video = h('video', {
      class: 'together-camera',
      hidden: true,
      playsinline: true,
      'aria-label': t('together.camera'),
    }) as HTMLVideoElement;
    video.muted = true;
    async function submit(text: string) {
      const why = await take(text, false);
      if (!why) return;
      wrong.textContent = words(why);
      field.setAttribute('aria-invalid', 'true');
      field.focus();
    }
    const camera = button(
      'together.scan',
      async () => {
        if (!video.hidden) return stopScan();
        video.hidden = false;
        camera.textContent = t('together.scan.stop');
        try {
          stop = await scan(video, (text) => {
            stopScan();
            void submit(text);
          });
        } catch (reason) {
          console.warn(reason);
          stopScan();
          wrong.textContent = t('together.scan.failed');
        }
      },
      'small',
    );
    function stopScan() {
      stop();
      video.hidden = true;
      camera.textContent = t('together.scan');
    }
    return h(
      'div',
      { class: 'field' },
      h('label', { class: 'field-label', for: id, text: t(label) }),
      field,
      wrong,
      video,
      h(
        'div',
        { class: 'field-end' },
        canScan() ? camera : null,
        button(action, () => void submit(field.value), 'first'),
      ),
    );
  }

  function clock() {
    const box = h('div', { class: 'pair' });
    const minutes = selectField(
      t('new.clock'),
      [0, ...MINUTES].map((n) => ({
        value: String(n),
        words: n ? t('new.clock.minutes', { n }) : t('new.clock.none'),
      })),
      String(wish.clock?.minutes ?? 0),
      (v) => {
        wish.clock = v === '0' ? null : { increment: 0, ...wish.clock, minutes: Number(v) };
        more();
      },
    );
    function more() {
      const { clock: rule } = wish;
      if (!rule) return box.replaceChildren(minutes);
      if (box.children.length > 1) return;
      box.append(
        selectField(
          t('new.clock.increment'),
          INCREMENTS.map((n) => ({ value: String(n), words: t('new.clock.seconds', { n }) })),
          String(rule.increment),
          (v) => (wish.clock = { minutes: 5, ...wish.clock, increment: Number(v) }),
        ),
      );
    }
    box.append(minutes);
    more();
    return box;
  }

  const myName = () => nameField(t('together.name'), readNames().own, (own) => saveNames({ own }));

  function start(error: string | undefined) {
    const { game, rules, settings } = store.get();
    const resume = mayResume();
    // A finished game, or one with another device, cannot be continued here.
    const begun = game.played.length > 0 && !game.outcome && settings.mode !== 'away';
    if (!begun) wish.so = 'rules';
    return [
      quiet('together.about'),
      resume
        ? h(
            'div',
            { class: 'field' },
            quiet('together.resume.about'),
            button('together.resume', resume, 'primary'),
          )
        : null,
      h('h3', { text: t('together.invite.title') }),
      begun
        ? radios(
            'together-so',
            t('together.so'),
            [
              ['rules', t('together.so.rules', { variant: rules.name })],
              ['game', t('together.so.game')],
            ],
            wish.so,
            (v) => (wish.so = v === 'game' ? 'game' : 'rules'),
          )
        : h('p', { text: t('together.so.rules', { variant: rules.name }) }),
      radios(
        'together-colour',
        t('new.colour'),
        [
          ['white', sideName('white')],
          ['black', sideName('black')],
          ['lot', t('new.colour.toss')],
        ],
        wish.colour,
        (v) => (wish.colour = v === 'white' || v === 'black' ? v : 'lot'),
      ),
      clock(),
      myName(),
      h(
        'div',
        { class: 'field-end' },
        button('together.invite', () => inviteTo({ ...wish }), 'primary'),
      ),
      h('h3', { text: t('together.invited.title') }),
      into('together.invited', 'together.open', error),
    ];
  }

  /**
   * Describes an invitation in sentences.
   * @param by who sent it
   */
  function terms({ terms: { game, colour, clock: rule, resumes } }: Invitation, by: string) {
    let played = 0;
    let rules: RulesInfo;
    try {
      const read = core.read(game);
      const state = read.state();
      read.free();
      rules = core.rules(state.spec);
      played = state.played.length;
    } catch {
      return null;
    }
    const yours =
      colour === 'lot'
        ? t('together.asked.lot')
        : t('together.asked.colour', { side: sideName(colour === 'white' ? 'black' : 'white') });
    const lines = [
      t(resumes ? 'together.asked.resumes' : by ? 'together.asked.by' : 'together.asked', {
        variant: rules.name,
        name: by,
      }),
      resumes ? '' : rowText(introduction(core, rules).row),
      played && !resumes ? t('together.asked.played', { n: inMoves(played) }) : '',
      yours,
      rule && !rule.increment
        ? t('new.clock.minutes', { n: rule.minutes })
        : rule
          ? t('together.asked.clock', {
              minutes: t('new.clock.minutes', { n: rule.minutes }),
              seconds: t('new.clock.seconds', { n: rule.increment }),
            })
          : t('together.asked.no-clock'),
    ].filter(Boolean);
    return {
      lines,
      how: h('button', {
        type: 'button',
        class: 'small-button',
        'data-do': 'how',
        text: t('howto.title'),
        onclick: () => showHow(rules),
      }),
    };
  }

  function contents(): { title: string; body: (Node | null)[]; foot?: Node[] } {
    const now = step();
    const title = t('together.title');
    const cancel = button('together.cancel', home);
    const wrong = now.error
      ? h('p', { class: 'error', role: 'alert', text: words(now.error) })
      : null;
    if (!can) return { title, body: [h('p', { text: t('together.cannot') })] };
    switch (now.name) {
      case 'invite':
        if (now.meeting) {
          return {
            title,
            body: [
              out(now.meeting.key, 'together.step.invite'),
              h('p', { role: 'status', class: 'together-waiting', text: t('together.waiting') }),
              quiet('together.meet.about'),
            ],
            foot: [button('together.meet.two', twoLinks), cancel],
          };
        }
        return {
          title,
          body: [
            wrong,
            h(
              'ol',
              { class: 'together-steps' },
              h('li', {}, out(now.text ?? '', 'together.step.invite')),
              h('li', {}, into('together.step.answer', 'together.connect')),
            ),
            quiet('together.keep-open'),
            quiet('together.network'),
          ],
          foot: [cancel],
        };
      case 'asked': {
        const { invitation } = now;
        const told = invitation && terms(invitation, now.by ?? '');
        if (!invitation || !told)
          return {
            title,
            body: [h('p', { class: 'error', role: 'alert', text: t('together.bad.broken') })],
            foot: [cancel],
          };
        return {
          title,
          body: [
            ...told.lines.map((text) => h('p', { text })),
            h('div', {}, told.how),
            myName(),
            quiet('together.asked.about'),
          ],
          foot: [
            button('together.not-now', () => sheet.close()),
            button('together.join', () => join(invitation), 'primary'),
          ],
        };
      }
      case 'answer':
        return {
          title,
          body: [
            wrong,
            out(now.text ?? '', 'together.step.back'),
            h('p', { role: 'status', class: 'together-waiting', text: t('together.waiting') }),
            quiet('together.waiting.about'),
            quiet('together.network'),
          ],
          foot: [cancel],
        };
      case 'connecting':
        return {
          title,
          body: [
            h('p', { role: 'status', class: 'together-waiting', text: t('together.connecting') }),
          ],
          foot: [cancel],
        };
      case 'failed':
        return {
          title,
          body: [
            h('p', {
              class: 'error',
              role: 'alert',
              text: now.error ? words(now.error) : t('together.failed'),
            }),
            now.error
              ? null
              : h(
                  'ul',
                  { class: 'together-advice' },
                  ...(['network', 'guest', 'vpn', 'hotspot'] as const).map((key) =>
                    h('li', { text: t(`together.advice.${key}`) }),
                  ),
                ),
          ],
          foot: [button('together.back-home', home, 'primary')],
        };
      case 'elsewhere':
        return now.text
          ? {
              title,
              body: [
                h('p', { class: 'error', role: 'alert', text: words(now.error ?? '') }),
                out(now.text, 'together.elsewhere.text'),
              ],
            }
          : { title, body: [h('p', { role: 'status', text: t('together.elsewhere') })] };
      case 'playing':
        return {
          title,
          body: [h('p', { text: t('together.playing') }), quiet('together.playing.about')],
          foot: [button('together.leave', leave)],
        };
      default:
        return { title, body: start(now.error) };
    }
  }

  const sheet = createDialog('together', () => {
    stop();
    const { body, ...rest } = contents();
    return { ...rest, body: body.filter((node) => node !== null) };
  });
  // Turn the camera off and clear its picture.
  sheet.dialog.addEventListener('close', () => {
    stop();
    sheet.dialog.replaceChildren();
    closed();
  });

  return {
    /** Shows the current step and focuses its title for screen readers. */
    show() {
      sheet.open();
      sheet.dialog.querySelector('h2')?.focus({ preventScroll: true });
    },
    close: sheet.close,
  };
}
