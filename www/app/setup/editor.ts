// The position editor: the panel beside the board.
import './setup.css';
import loadWords from '../i18n/setup.words.ts';
import {
  begin,
  change,
  choose,
  clear,
  current,
  hasDead,
  leave,
  redo,
  restart,
  setTool,
  turnTo,
  undo,
} from './setup-state.ts';
import { listenForEdits } from './setup-input.ts';
import { h, icon, iconButton, manPicture } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { has, t, type Key } from '../i18n/i18n.ts';
import { saveSetup } from './draft.ts';
import { endText, sideName } from '../game/words.ts';
import { radios, selectField } from '../ui/dialog.ts';
import { createOptions } from '../game/rule-options.ts';
import type { Board } from '../board/board.ts';
import type { Session } from '../game/session.ts';
import type { Store } from '../state.ts';
import type { Core, SetupDraft, SetupFault, Side, State } from '../types.ts';

const SIDES = ['white', 'black'] as const;

export async function createEditor({
  store,
  core,
  session,
  page,
  bar,
  board,
  play,
  analyse,
}: {
  store: Store;
  core: Core;
  session: Session;
  page: HTMLElement;
  bar: HTMLElement;
  board: Board;
  /** Opens a position in place of the current game. */
  play: (line: string) => void;
  /** The same for analysis. */
  analyse: (line: string) => void;
}) {
  await loadWords();
  const title = h('h1', { class: 'editor-title', tabindex: -1 });
  let open: AbortController | null = null;
  let refresh: (state: State) => void = () => {};

  /** @param after runs once the editor is closed */
  function close(after: () => void) {
    if (!open) return;
    open.abort();
    open = null;
    refresh = () => {};
    page.querySelector('.editor')?.remove();
    title.remove();
    page.classList.remove('editing');
    after();
  }

  function cancel() {
    const paused = store.get().editor?.before.paused;
    close(() => {
      store.update(leave);
      if (!paused) session.resume();
    });
    (bar.querySelector('h1') as HTMLElement | null)?.focus();
  }

  function start(run: (line: string) => void) {
    const { editor } = store.get();
    if (!editor) return;
    const { line, faults } = editor.check;
    if (faults.length) return;
    close(() => {
      store.update(leave);
      run(line);
    });
    board.focus();
  }

  /** @param draft the default is the current position */
  function show(draft: SetupDraft | null = null) {
    if (open) return;
    const { paused } = store.get();
    session.pause();
    store.update((s) => begin({ ...s, paused }, core));
    try {
      if (draft) store.update((s) => turnTo(s, draft, core));
    } catch (error) {
      console.warn('What was being set up cannot be read:', error);
    }
    open = new AbortController();
    addEventListener('keydown', listenForUndo, { signal: open.signal });
    const input = listenForEdits({ store, core, board, signal: open.signal });
    const { element, update } = panel(input);
    refresh = update;
    page.append(element);
    title.textContent = t('editor.title');
    bar.append(title);
    page.classList.add('editing');
    refresh(store.get());
    title.focus();
  }

  function listenForUndo(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]'))
      return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    store.update((s) => (key === 'y' || event.shiftKey ? redo : undo)(s, core));
  }

  function panel(input: ReturnType<typeof listenForEdits>) {
    const edit = (how: (s: State) => State) => store.update(how);

    const tools = radios(
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
    tools.classList.add('tools');
    const segments = [...tools.querySelectorAll('.segment')] as HTMLElement[];
    for (const [i, label] of segments.entries()) {
      const side = SIDES[i];
      label.querySelector('span')?.prepend(i < 3 ? manPicture(side ?? '') : icon('bin'));
      if (side) input.source(label, side);
    }

    const turn = radios(
      'turn',
      t('editor.turn'),
      SIDES.map((side) => [side, sideName(side)]),
      store.get().game.turn,
      (side) => edit((s) => change(s, { turn: side as Side }, core)),
    );

    const hands = SIDES.map((side) => {
      const count = h('output', { class: 'stepper-count' });
      const add = (by: number) =>
        edit((s) => {
          const now = s.editor?.draft.hands;
          if (!now || now[side] + by < 0 || now[side] + by > s.rules.men) return s;
          return change(s, { hands: { ...now, [side]: now[side] + by } }, core);
        });
      const button = (name: 'less' | 'plus', by: 1 | -1) =>
        iconButton(name, t(`editor.hand.${name}`, { side: sideName(side) }), () => add(by));
      const less = button('less', -1);
      const plus = button('plus', 1);
      const man = h('span', { class: 'hand-man' }, manPicture(side));
      input.source(man, side);
      const element = h(
        'div',
        {
          class: 'stepper',
          role: 'group',
          'aria-label': t('editor.hand.of', { side: sideName(side) }),
        },
        man,
        less,
        count,
        plus,
      );
      return {
        element,
        update: (s: State) => {
          const n = s.game.hands[side];
          count.textContent = inDigits(n);
          less.setAttribute('aria-disabled', String(n === 0));
          plus.setAttribute('aria-disabled', String(n >= s.rules.men));
        },
      };
    });

    const options = createOptions(
      core,
      () => store.get().rules.spec,
      (spec) => edit((s) => choose(s, spec, core)),
    );
    const summary = h('summary');
    const game = h('div', {});
    const faults = h('div', { class: 'faults', role: 'status' });
    const go = h('button', {
      type: 'button',
      class: 'button primary',
      text: t('editor.play'),
      onclick: () => start(play),
    });
    const study = h('button', {
      type: 'button',
      class: 'button',
      text: t('door.analyse'),
      onclick: () => start(analyse),
    });
    const small = (key: Key, run: () => void) =>
      h('button', { type: 'button', class: 'small-button', text: t(key), onclick: run });
    const step = (name: 'undo' | 'redo', how: (s: State, core: Core) => State) =>
      iconButton(name, t(`action.${name}`), () => edit((s) => how(s, core)), {
        class: 'icon-button turns',
        title: t(`action.${name}`),
      });
    const undoButton = step('undo', undo);
    const redoButton = step('redo', redo);
    const handFields = h(
      'fieldset',
      { class: 'hands' },
      h('legend', { text: t('editor.hands') }),
      h('div', { class: 'hand-row' }, ...hands.map((x) => x.element)),
    );
    let seen: State | null = null;

    function update(state: State) {
      const { editor } = state;
      if (!editor) return;
      input.follow();
      for (const hand of hands) hand.update(state);
      handFields.hidden = state.rules.options.some(
        ({ key, value }) => key === 'begin' && value === 'board',
      );
      for (const radio of tools.querySelectorAll('input'))
        radio.checked = radio.value === (editor.tool || 'none');
      for (const radio of turn.querySelectorAll('input'))
        radio.checked = radio.value === state.game.turn;
      if (state.rules !== seen?.rules) {
        for (const label of segments)
          label.hidden = label.querySelector('input')?.value === 'dead' && !hasDead(state.rules);
        summary.textContent = t('editor.rules', { variant: state.rules.name });
        const listed = core.variants().map(({ spec, name }) => ({ value: spec, words: name }));
        const { spec, name } = state.rules;
        if (!listed.some((v) => v.value === spec)) listed.push({ value: spec, words: name });
        const hadFocus = document.activeElement === game.querySelector('select');
        game.replaceChildren(
          selectField(t('new.game'), listed, spec, (v) => edit((s) => choose(s, v, core))),
        );
        if (hadFocus) game.querySelector('select')?.focus();
        if (!options.element.contains(document.activeElement)) options.show();
      }
      const { faults: found, outcome } = editor.check;
      const messages = [...new Set(found.map(faultText))];
      if (!found.length && outcome) messages.push(t('editor.over', { reason: endText(outcome) }));
      if (!messages.length) messages.push(t('editor.fine'));
      const text = messages.join('\n');
      if (faults.dataset.text !== text) {
        faults.dataset.text = text;
        faults.classList.toggle('error', found.length > 0);
        faults.replaceChildren(...messages.map((line) => h('p', { text: line })));
      }
      undoButton.setAttribute('aria-disabled', String(editor.past.length === 0));
      redoButton.setAttribute('aria-disabled', String(editor.future.length === 0));
      for (const button of [go, study])
        button.setAttribute('aria-disabled', String(found.length > 0));
      seen = state;
    }

    const element = h(
      'section',
      { class: 'editor', 'aria-label': t('editor.title') },
      h(
        'div',
        { class: 'editor-body' },
        tools,
        handFields,
        turn,
        h(
          'div',
          { class: 'editor-row' },
          small('editor.clear', () => edit((s) => clear(s, core))),
          small('editor.restart', () => edit((s) => restart(s, core))),
          small('editor.current', () => edit((s) => current(s, core))),
        ),
        h('details', { class: 'rules' }, summary, game, options.element),
        h('p', { class: 'quiet', text: t('editor.help') }),
      ),
      h(
        'div',
        { class: 'editor-foot' },
        h('div', { class: 'editor-said' }, faults, undoButton, redoButton),
        h(
          'div',
          { class: 'editor-row' },
          h('button', {
            type: 'button',
            class: 'button',
            text: t('action.cancel'),
            onclick: cancel,
          }),
          study,
          go,
        ),
      ),
    );
    return { element, update };
  }

  store.subscribe((now, before) => {
    if (now.editor?.draft !== before.editor?.draft) saveSetup(now.editor?.draft ?? null);
    if (!open) return;
    // Another game was opened, for example by a link.
    if (now.game !== now.editor?.shown) {
      close(() => store.update((s) => ({ ...s, editor: null })));
      return;
    }
    refresh(now);
  });

  return { open: show };
}

function faultText({ id, text, side, men, most }: SetupFault) {
  const key = `fault.${id}`;
  if (!has(key)) return text;
  return t(key, { side: side ? sideName(side) : '', men: men ?? 0, most });
}
