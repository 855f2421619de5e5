// The new-game form: an opponent to press, or in its place, behind "Change", the colour, the clock,
// the game and its rules.
import './newgame.css';
import loadWords from '../i18n/offers.words.ts';
import { setDraft, type Store } from '../state.ts';
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { check, createDialog, radios } from '../ui/dialog.ts';
import { clockWords } from '../game/clock-form.ts';
import { createOptions } from '../game/rule-options.ts';
import { isSolved } from '../engine/solving.ts';
import { possibleLevels } from '../game/restore.ts';
import { createChoices, inLine } from './choices.ts';
import { ladderSteps } from './ladder.ts';
import { friends } from '../game/pair.ts';
import { standings } from './opponents.ts';
import { sideFields, type Form } from './side-fields.ts';
import type { Core, Draft } from '../types.ts';

/**
 * What has been chosen, in parts of a line. Two people or two computers have both colours, and
 * clocks are for who plays at this device.
 * @param game its name
 */
export function chosenParts(game: string, { mode, colour, clock }: Omit<Draft, 'spec'>) {
  switch (mode) {
    case 'watch':
      return [game, t('new.mode.watch')];
    case 'people':
      return [game, t('new.mode.people'), clockWords(clock)];
    case 'message':
      return [game, t('new.mode.message'), t(`new.line.${colour}`)];
    default:
      return [game, t(`new.line.${colour}`), clockWords(clock)];
  }
}

const smallButton = (item: string, text: string, press: () => void) =>
  h('button', { type: 'button', class: 'small-button', 'data-item': item, text, onclick: press });

/** Opponents, of whom a press begins a game. */
function createOpponents(
  { core, draft, change }: Form,
  play: (opponent: Partial<Draft>) => void,
  elsewhere: () => void,
) {
  const ladder = h('div', { class: 'ladder' });
  const coach = check(t('new.coach'), draft().coach ?? false, (on) => change({ coach: on }));
  coach.append(h('span', { class: 'quiet', text: t('new.coach.about') }));
  const other = (item: string, mode: 'people' | 'message' | 'watch') => ({
    mode,
    button: smallButton(item, t(`new.mode.${mode}`), () => play({ mode })),
  });
  const friend = other('friend', 'people');
  const message = other('message', 'message');
  const watching = other('watch', 'watch');
  const device = smallButton('together', t('new.mode.together'), elsewhere);
  const element = h(
    'div',
    { class: 'new-opponents' },
    h(
      'section',
      { 'aria-labelledby': 'new-opponents' },
      h(
        'div',
        { class: 'ladder-head' },
        h('h3', { id: 'new-opponents', text: t('new.mode.computer') }),
        h('p', { class: 'quiet', text: t('ladder.about') }),
      ),
      coach,
      ladder,
    ),
    h('div', { class: 'new-others' }, friend.button, message.button, device, watching.button),
  );
  return {
    element,
    /** Marks the one that is chosen. */
    show() {
      const { spec, mode, levels } = draft();
      coach.hidden = !isSolved(core.solvable(spec));
      ladder.replaceChildren(
        ...ladderSteps(standings(core, spec), mode === 'computer' ? levels.white : null, (n) =>
          play({ mode: 'computer', levels: { white: n, black: n } }),
        ),
      );
      for (const { mode: its, button } of [friend, message, watching])
        button.setAttribute('aria-pressed', String(mode === its));
    },
  };
}

const modes = ({ draft, change }: Form, changed: () => void) =>
  radios(
    'mode',
    t('new.against'),
    [
      ['computer', t('new.mode.computer')],
      ['people', t('new.mode.people')],
      ['message', t('new.mode.message')],
      ['watch', t('new.mode.watch')],
    ],
    draft().mode,
    (v) => {
      change({ mode: v as Draft['mode'] });
      changed();
    },
  );

/** All that may be chosen; it is shown once it is unfolded. */
function createRest(form: Form) {
  const { core, draft, change } = form;
  const side = h('div', { class: 'sides' });
  const options = createOptions(core, () => draft().spec, choose);
  const summary = h('summary');
  const details = h('details', { class: 'rules' }, summary, options.element);
  showSides();
  const choices = createChoices(core, draft().spec, choose);

  function showSides() {
    side.replaceChildren(...sideFields(form));
  }

  /** Shows the options of the chosen rules and marks the variant they belong to. */
  function showRules() {
    const info = options.show();
    summary.textContent = t(info.custom ? 'new.rules.changed' : 'new.rules');
    choices.mark(info);
  }

  function choose(spec: string) {
    change({ spec, levels: possibleLevels(core, spec, draft().levels) });
    showSides();
    showRules();
  }

  showRules();
  return h(
    'div',
    { class: 'new-rest', id: 'new-rest' },
    modes(form, showSides),
    side,
    choices.element,
    details,
  );
}

/** @param together plays with another device */
export async function createNewGame(
  store: Store,
  core: Core,
  begin: (draft: Draft) => void,
  together: () => void,
) {
  await loadWords();
  /** Are the colour, the clock, the games and the rules shown? */
  let unfolded = false;
  /** Shows what has been chosen above the fold. */
  let tell = () => {};
  const form: Form = {
    core,
    draft: () => store.get().draft,
    change(change) {
      store.update((s) => setDraft(s, change));
      tell();
    },
  };

  function go() {
    const chosen = form.draft();
    sheet.close();
    begin({ ...chosen, pair: chosen.mode === 'people' ? friends() : null });
  }

  const sheet = createDialog('new', () => {
    const rest = createRest(form);
    const opponents = createOpponents(
      form,
      (opponent) => {
        form.change(opponent);
        go();
      },
      () => {
        sheet.close();
        together();
      },
    );
    const chosen = h('p', { id: 'new-chosen' });
    const more = h('button', {
      type: 'button',
      class: 'small-button',
      'data-item': 'change',
      'aria-controls': 'new-rest',
      'aria-describedby': 'new-chosen',
      onclick: () => unfold(!unfolded),
    });
    const head = h('div', { class: 'new-chosen' }, chosen, more);

    function unfold(open: boolean) {
      unfolded = open;
      rest.hidden = !open;
      opponents.element.hidden = open;
      more.setAttribute('aria-expanded', String(open));
      more.textContent = t(open ? 'new.done' : 'new.change');
      head.parentElement?.scrollTo(0, 0);
    }

    tell = () => {
      opponents.show();
      const { spec, ...draft } = form.draft();
      chosen.replaceChildren(...inLine(chosenParts(core.rules(spec).name, draft)));
    };

    tell();
    unfold(unfolded);
    const start = { type: 'button', class: 'button primary', text: t('action.start'), onclick: go };
    return {
      title: t('new.title'),
      body: [opponents.element, head, rest],
      foot: [h('button', start)],
    };
  });

  return {
    /** @param games shows the games to choose from at once */
    open(games = false) {
      unfolded = games;
      sheet.open();
      show(sheet.dialog, games);
    },
  };
}

/** Scrolls to the opponent that was chosen, or to the games. */
function show(dialog: HTMLElement, games: boolean) {
  const body = dialog.querySelector('.sheet-body');
  if (body) body.scrollTop = 0;
  if (!games)
    return dialog
      .querySelector('.ladder [aria-pressed=true]')
      ?.scrollIntoView({ block: 'nearest' });
  dialog.querySelector('.variants')?.scrollIntoView({ block: 'start' });
  const checked = dialog.querySelector('input[name=variant]:checked') as HTMLElement | null;
  // The map and the search stay in sight, but for who uses the keyboard.
  checked?.focus({ preventScroll: true });
  if (checked?.matches(':focus-visible')) checked.scrollIntoView({ block: 'nearest' });
}
