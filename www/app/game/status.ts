// The status line, the row of actions, and announcements for screen readers.
import { canAct, isHuman, mayTakeOne, setPending, type Store } from '../state.ts';
import { h, iconButton, put } from '../ui/dom.ts';
import { changed, observe } from '../ui/observe.ts';
import { t, tell } from '../i18n/i18n.ts';
import { limitsText, moveText, statusText } from './words.ts';
import { offeredBy } from './sending.ts';
import type { State } from '../types.ts';
import type { Session } from './session.ts';

export function createStatus(store: Store, box: HTMLElement, session: Session) {
  // Replaces the loading message.
  const text = box.firstElementChild as HTMLElement;
  text.removeAttribute('data-words');
  const buttons = [0, 1].map((i) =>
    h('button', { type: 'button', class: 'small-button', onclick: () => runs[i]?.() }),
  );
  put(box, { 'aria-label': () => t('status.label') });
  box.append(h('div', { class: 'status-buttons' }, ...buttons));
  let runs: (() => void)[] = [];

  /** The buttons to offer, at most two; the likelier one is last. */
  function offers(state: State): [string, () => void][] {
    const { game, settings, paused, match } = state;
    if (match?.offers.length && !state.pending && !state.analysis)
      return match.offers.map(({ label, run }) => [tell(label), run]);
    // What may follow stands in the panel of the end.
    if (game.outcome) return [];
    if (state.coach)
      return [
        [t('coach.on'), () => session.stand()],
        [t('coach.back'), () => session.undo()],
      ];
    if (!isHuman(state, game.turn)) {
      if (paused && settings.mode === 'watch')
        return [
          [t('action.step'), () => session.stepComputer()],
          [t('action.continue'), () => session.resume()],
        ];
      if (paused && settings.mode === 'computer')
        return [[t('action.continue'), () => session.resume()]];
      return settings.mode === 'watch' ? [[t('action.pause'), () => session.pause()]] : [];
    }
    if (state.engineDown && !state.pending && !state.notice?.action)
      return [[t('action.again'), () => session.resume()]];
    if (offeredBy(state))
      return [
        [t('offer.decline'), () => session.answerDraw(false)],
        [t('offer.accept'), () => session.answerDraw(true)],
      ];
    const { pending } = state;
    if (pending && mayTakeOne(state))
      return [
        [t('action.cancel'), () => session.undo()],
        [t('action.take-one'), () => store.update((s) => setPending(s, { ...pending, one: true }))],
      ];
    if (pending) return [[t('action.cancel'), () => session.undo()]];
    const pass = game.legal.find((m) => m.kind === 'pass');
    return pass ? [[t('action.pass'), () => session.play(pass.text)]] : [];
  }

  function show() {
    const state = store.get();
    text.textContent = statusText(state);
    box.classList.toggle('over', state.game.outcome !== null);
    box.classList.toggle('look', state.pending !== null);
    const { hint, match } = state;
    box.classList.toggle(
      'long',
      hint?.stage === 3 || state.coach !== null || (match?.offers.length === 2 && !state.analysis),
    );
    box.dataset.human = String(canAct(state));
    const found = offers(state);
    box.classList.toggle('asks', found.length > 0 || Boolean(match?.text || state.message));
    runs =
      found.length === 1 ? [() => {}, ...found.map(([, run]) => run)] : found.map(([, run]) => run);
    const words = found.map(([word]) => word);
    buttons.forEach((button, i) => {
      const word = words[i - 2 + words.length];
      button.hidden = word === undefined;
      if (word !== undefined) button.textContent = word;
    });
  }

  store.subscribe(show);
  show();
}

/** Shows how close a draw is, once relevant. */
export function createLimits(store: Store, line: HTMLElement) {
  const show = () => (line.textContent = limitsText(store.get()));
  store.subscribe(show);
  show();
}

/** The state that is announced when it changes. */
const said = ({
  game,
  pending,
  message,
  picked,
  premove,
  paused,
  offer,
  match,
  hint,
  coach,
  language,
}: State) => [
  game,
  pending,
  message,
  picked?.from ?? null,
  premove,
  paused,
  offer,
  match,
  hint,
  coach,
  language,
];

/** Announces moves, messages and results. */
export function createVoice(store: Store, live: HTMLElement) {
  store.subscribe((now, before) => {
    if (now.editor) return;
    if (now.game !== before.game && now.game.last && now.game.node !== before.game.node) {
      live.textContent = t(now.game.last.closes.length ? 'live.mill' : 'live.move', {
        move: moveText(now.game.last, now.game),
        status: statusText(now),
      });
    } else if (changed(said, now, before) || (before.thinking && !now.thinking && canAct(now)))
      live.textContent = statusText(now);
  });
}

/** Shows a notice with at most one action. */
export function createNotice(store: Store, box: HTMLElement, dismiss: () => void) {
  observe(
    store,
    ({ notice, language }) => [notice, language],
    () => {
      const { notice } = store.get();
      if (!notice) return box.replaceChildren();
      const act = notice.action;
      box.replaceChildren(
        h(
          'div',
          { class: 'notice' },
          h('p', { text: tell(notice.text) }),
          act
            ? h('button', {
                type: 'button',
                class: 'small-button',
                text: tell(act.label),
                onclick: () => act.run(),
              })
            : null,
          iconButton('close', t('action.dismiss'), dismiss),
        ),
      );
    },
  );
}
