// The row of actions under the board: those of a game, or those of the analysis.
import { mayAsk, type Store } from '../state.ts';
import { h, icon, put } from '../ui/dom.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { mayTakeBack, offeredBy, offersDraw } from './sending.ts';
import type { State } from '../types.ts';
import type { Session } from './session.ts';

interface Open {
  newGame: () => void;
  hint: () => void;
  resign: () => void;
  pace: () => void;
  edit: () => void;
}

/** May a draw be offered? On either's turn; by message it goes with the next link. */
function mayOffer(state: State) {
  const { game, settings, match } = state;
  if (game.outcome || state.pending || offeredBy(state)) return false;
  if (settings.mode === 'message') return !game.canRedo && !offersDraw(state);
  return settings.mode !== 'away' || match?.offersDraw === true;
}

/** What the lamp does next. */
const HINTS = ['hint.ask', 'hint.ask.which', 'hint.ask.why', 'hint.ask.end'] as const;

const button = (name: string, picture: Parameters<typeof icon>[0], key: Key, run: () => void) =>
  h(
    'button',
    { type: 'button', class: 'action', 'data-action': name, onclick: run },
    icon(picture),
    h('span', { text: () => t(key) }),
  );

function step(name: 'first' | 'back' | 'next' | 'last', run: () => void) {
  const label = () => t(`step.${name}`);
  return h(
    'button',
    {
      type: 'button',
      class: 'action turns',
      'data-action': name,
      'aria-label': label,
      title: label,
      onclick: run,
    },
    icon(name),
  );
}

/** The buttons by name, in the order in which they stand. */
const createButtons = (store: Store, session: Session, open: Open) => ({
  first: step('first', () => session.goTo(0)),
  back: step('back', () => session.step(-1)),
  next: step('next', () => session.step(1)),
  // The end of the line that is shown.
  last: step('last', () => session.goTo(store.get().game.moves.findLast((m) => m.onPath)?.id ?? 0)),
  undo: button('undo', 'undo', 'action.undo', () => session.undo()),
  redo: button('redo', 'redo', 'action.redo', () => session.redo()),
  hint: button('hint', 'lamp', 'action.hint', open.hint),
  flip: button('flip', 'flip', 'action.flip', () => session.flip()),
  draw: button('draw', 'equal', 'over.draw', () => session.offerDraw()),
  resign: button('resign', 'flag', 'menu.resign', open.resign),
  pace: button('pace', 'short', 'pace', open.pace),
  new: button('new', 'plus', 'action.new', open.newGame),
  edit: button('edit', 'pen', 'action.edit', open.edit),
});

type Name = keyof ReturnType<typeof createButtons>;

/** Which actions there are. */
function isShown({ game, settings, analysis }: State, name: Name) {
  const watching = settings.mode === 'watch';
  // A game that was shared is only looked through.
  const shared = settings.mode === 'shared';
  if (name === 'flip') return true;
  if (name === 'edit') return analysis !== null;
  if (/^(?:first|back|next|last)$/.test(name)) return analysis !== null || shared;
  if (analysis || (shared && name !== 'new')) return false;
  if (name === 'redo') return game.canRedo;
  if (name === 'pace') return watching;
  // The computer is asked in the sheet of giving up.
  if (name === 'draw') return !watching && settings.mode !== 'computer';
  return !watching || !/^(?:hint|resign)$/.test(name);
}

/** May they be pressed? */
function isEnabled(state: State, name: Name) {
  const { game } = state;
  if (name === 'undo') return mayTakeBack(state);
  if (name === 'first' || name === 'back') return game.canUndo || state.pending !== null;
  if (/^(?:redo|next|last)$/.test(name)) return game.canRedo;
  if (name === 'hint') return mayAsk(state);
  if (name === 'draw') return mayOffer(state);
  return name !== 'resign' || !game.outcome;
}

export function createActionRow(store: Store, nav: HTMLElement, session: Session, open: Open) {
  put(nav, { 'aria-label': () => t('actions.label') });
  const buttons = createButtons(store, session, open);
  const { draw, hint } = buttons;
  put(draw, { 'aria-label': () => t('menu.offer'), title: () => t('menu.offer') });
  nav.append(...Object.values(buttons));

  function show() {
    const state = store.get();
    for (const [name, element] of Object.entries(buttons) as [Name, HTMLElement][]) {
      element.hidden = !isShown(state, name);
      // Not disabled, to keep the focus when the last move is undone.
      element.setAttribute('aria-disabled', String(!isEnabled(state, name)));
    }
    hint.title = t(HINTS[state.hint?.stage ?? 0] ?? 'hint.ask');
    hint.setAttribute('aria-label', hint.title);
  }
  store.subscribe(show);
  show();
}
