// What stands beside the board while a position is set up: men, turn, hands, rules, and what is wrong.
import {
  change,
  choose,
  clear,
  current,
  hasDead,
  redo,
  restart,
  setTool,
  undo,
} from './setup-state.ts';
import { h, icon, iconButton, manPicture } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { has, t, type Key } from '../i18n/i18n.ts';
import { endText, sideName } from '../game/words.ts';
import { radios, selectField } from '../ui/dialog.ts';
import { createOptions } from '../game/rule-options.ts';
import type { listenForEdits } from './setup-input.ts';
import type { Store } from '../state.ts';
import type { Core, SetupFault, Side, State } from '../types.ts';

const SIDES = ['white', 'black'] as const;

interface Editing {
  store: Store;
  core: Core;
  input: ReturnType<typeof listenForEdits>;
  edit: (how: (s: State) => State) => void;
}

/** A part of the panel, which follows the state. */
interface Part {
  element: HTMLElement;
  update: (state: State, before: State | null) => void;
}

const check = (element: HTMLElement, value: string) => {
  for (const radio of element.querySelectorAll('input')) radio.checked = radio.value === value;
};

function toolPart({ input, edit }: Editing): Part {
  const element = radios(
    'tool',
    t('editor.tool'),
    [
      ['white', t('editor.tool.white')],
      ['black', t('editor.tool.black')],
      ['dead', t('editor.tool.dead')],
      ['none', t('editor.tool.none')],
    ],
    'white',
    (tool) => edit((s) => setTool(s, tool === 'none' ? '' : (tool as 'dead' | Side))),
  );
  element.classList.add('tools');
  const segments = [...element.querySelectorAll('.segment')] as HTMLElement[];
  for (const [i, label] of segments.entries()) {
    const side = SIDES[i];
    label.querySelector('span')?.prepend(i < 3 ? manPicture(side ?? '') : icon('bin'));
    if (side) input.source(label, side);
  }
  return {
    element,
    update({ editor, rules }, before) {
      check(element, editor?.tool || 'none');
      if (rules === before?.rules) return;
      for (const label of segments)
        label.hidden = label.querySelector('input')?.value === 'dead' && !hasDead(rules);
    },
  };
}

function turnPart({ store, core, edit }: Editing): Part {
  const element = radios(
    'turn',
    t('editor.turn'),
    SIDES.map((side) => [side, sideName(side)]),
    store.get().game.turn,
    (side) => edit((s) => change(s, { turn: side as Side }, core)),
  );
  return { element, update: ({ game }) => check(element, game.turn) };
}

/** The state with more or fewer men in a hand. */
function withHand(s: State, side: Side, by: number, core: Core) {
  const now = s.editor?.draft.hands;
  if (!now || now[side] + by < 0 || now[side] + by > s.rules.men) return s;
  return change(s, { hands: { ...now, [side]: now[side] + by } }, core);
}

function handPart({ core, input, edit }: Editing, side: Side): Part {
  const count = h('output', { class: 'stepper-count' });
  const button = (name: 'less' | 'plus', by: 1 | -1) =>
    iconButton(name, t(`editor.hand.${name}`, { side: sideName(side) }), () =>
      edit((s) => withHand(s, side, by, core)),
    );
  const less = button('less', -1);
  const plus = button('plus', 1);
  const man = h('span', { class: 'hand-man' }, manPicture(side));
  input.source(man, side);
  const label = t('editor.hand.of', { side: sideName(side) });
  return {
    element: h(
      'div',
      { class: 'stepper', role: 'group', 'aria-label': label },
      man,
      less,
      count,
      plus,
    ),
    update({ game, rules }) {
      const n = game.hands[side];
      count.textContent = inDigits(n);
      less.setAttribute('aria-disabled', String(n === 0));
      plus.setAttribute('aria-disabled', String(n >= rules.men));
    },
  };
}

function handsPart(editing: Editing): Part {
  const hands = SIDES.map((side) => handPart(editing, side));
  const element = h(
    'fieldset',
    { class: 'hands' },
    h('legend', { text: t('editor.hands') }),
    h('div', { class: 'hand-row' }, ...hands.map((hand) => hand.element)),
  );
  return {
    element,
    update(state, before) {
      for (const hand of hands) hand.update(state, before);
      element.hidden = state.rules.options.some(
        ({ key, value }) => key === 'begin' && value === 'board',
      );
    },
  };
}

function rulesPart({ store, core, edit }: Editing): Part {
  const take = (spec: string) => edit((s) => choose(s, spec, core));
  const options = createOptions(core, () => store.get().rules.spec, take);
  const summary = h('summary');
  const game = h('div', {});
  return {
    element: h('details', { class: 'rules' }, summary, game, options.element),
    update({ rules }, before) {
      if (rules === before?.rules) return;
      const { spec, name } = rules;
      summary.textContent = t('editor.rules', { variant: name });
      const listed = core.variants().map((each) => ({ value: each.spec, words: each.name }));
      if (!listed.some(({ value }) => value === spec)) listed.push({ value: spec, words: name });
      const hadFocus = document.activeElement === game.querySelector('select');
      game.replaceChildren(selectField(t('new.game'), listed, spec, take));
      if (hadFocus) game.querySelector('select')?.focus();
      if (!options.element.contains(document.activeElement)) options.show();
    },
  };
}

function faultText({ id, text, side, men, most }: SetupFault) {
  const key = `fault.${id}`;
  if (!has(key)) return text;
  return t(key, { side: side ? sideName(side) : '', men: men ?? 0, most });
}

/** What is said of the position. */
function verdicts({ faults, outcome }: NonNullable<State['editor']>['check']) {
  if (faults.length) return [...new Set(faults.map(faultText))];
  return [outcome ? t('editor.over', { reason: endText(outcome) }) : t('editor.fine')];
}

/** What is wrong with the position, and the way back. */
function saidPart({ core, edit }: Editing): Part {
  const faults = h('div', { class: 'faults', role: 'status' });
  const step = (name: 'undo' | 'redo', how: (s: State, core: Core) => State) =>
    iconButton(name, t(`action.${name}`), () => edit((s) => how(s, core)), {
      class: 'icon-button turns',
      title: t(`action.${name}`),
    });
  const back = step('undo', undo);
  const on = step('redo', redo);
  return {
    element: h('div', { class: 'editor-said' }, faults, back, on),
    update({ editor }) {
      if (!editor) return;
      const messages = verdicts(editor.check);
      const text = messages.join('\n');
      if (faults.dataset.text !== text) {
        faults.dataset.text = text;
        faults.classList.toggle('error', editor.check.faults.length > 0);
        faults.replaceChildren(...messages.map((line) => h('p', { text: line })));
      }
      back.setAttribute('aria-disabled', String(editor.past.length === 0));
      on.setAttribute('aria-disabled', String(editor.future.length === 0));
    },
  };
}

const button = (key: Key, look: string, run: () => void) =>
  h('button', { type: 'button', class: look, text: t(key), onclick: run });

function goPart(acts: Record<'cancel' | 'play' | 'analyse', () => void>): Part {
  const starts = [
    button('door.analyse', 'button', acts.analyse),
    button('editor.play', 'button primary', acts.play),
  ];
  const element = h(
    'div',
    { class: 'editor-row' },
    button('action.cancel', 'button', acts.cancel),
    ...starts,
  );
  return {
    element,
    update({ editor }) {
      for (const start of starts)
        start.setAttribute('aria-disabled', String((editor?.check.faults.length ?? 0) > 0));
    },
  };
}

export function createPanel(
  { store, core, input }: Pick<Editing, 'store' | 'core' | 'input'>,
  acts: Parameters<typeof goPart>[0],
) {
  const edit = (how: (s: State) => State) => store.update(how);
  const editing: Editing = { store, core, input, edit };
  const tools = toolPart(editing);
  const hands = handsPart(editing);
  const turn = turnPart(editing);
  const rules = rulesPart(editing);
  const said = saidPart(editing);
  const go = goPart(acts);
  const small = (key: Key, how: (s: State, core: Core) => State) =>
    button(key, 'small-button', () => edit((s) => how(s, core)));
  let seen: State | null = null;

  return {
    element: h(
      'section',
      { class: 'editor', 'aria-label': t('editor.title') },
      h(
        'div',
        { class: 'editor-body' },
        tools.element,
        hands.element,
        turn.element,
        h(
          'div',
          { class: 'editor-row' },
          small('editor.clear', clear),
          small('editor.restart', restart),
          small('editor.current', current),
        ),
        rules.element,
        h('p', { class: 'quiet', text: t('editor.help') }),
      ),
      h('div', { class: 'editor-foot' }, said.element, go.element),
    ),
    update(state: State) {
      if (!state.editor) return;
      input.follow();
      for (const part of [hands, tools, turn, rules, said, go]) part.update(state, seen);
      seen = state;
    },
  };
}
