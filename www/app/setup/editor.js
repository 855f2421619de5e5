// The position editor: the panel beside the board.
import './setup.css';
import loadWords from '../i18n/setup.words.js';
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
} from './setup-state.js';
import { listenForEdits } from './setup-input.js';
import { h, icon, iconButton, manPicture } from '../platform/dom.js';
import { inDigits } from '../i18n/digits.js';
import { has, t } from '../i18n/i18n.js';
import { saveSetup } from './draft.js';
import { endText, sideName } from '../game/words.js';
import { radios, selectField } from '../platform/dialog.js';
import { createOptions } from '../game/rule-options.js';

/**
 * @typedef {import('../types').State} State
 * @typedef {import('../types').Side} Side
 */

const SIDES = /** @type {const} */ (['white', 'black']);

/**
 * @param {object} parts
 * @param {import('../state.js').Store} parts.store
 * @param {import('../types').Core} parts.core
 * @param {import('../game/session.js').Session} parts.session
 * @param {HTMLElement} parts.page
 * @param {HTMLElement} parts.bar
 * @param {import('../board/board.js').Board} parts.board
 * @param {(line: string) => void} parts.play opens a position in place of the current game
 * @param {(line: string) => void} parts.analyse the same for analysis
 */
export async function createEditor({ store, core, session, page, bar, board, play, analyse }) {
  await loadWords();
  const title = h('h1', { class: 'editor-title', tabindex: -1 });
  /** @type {AbortController | null} */
  let open = null;
  /** @type {(state: State) => void} */
  let refresh = () => {};

  /** @param {() => void} after runs once the editor is closed */
  function close(after) {
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
    /** @type {HTMLElement | null} */ (bar.querySelector('h1'))?.focus();
  }

  /** @param {(line: string) => void} run */
  function start(run) {
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

  /** @param {import('../types').SetupDraft | null} [draft] the default is the current position */
  function show(draft = null) {
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

  /** @param {KeyboardEvent} event */
  function listenForUndo(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]'))
      return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    store.update((s) => (key === 'y' || event.shiftKey ? redo : undo)(s, core));
  }

  /** @param {ReturnType<typeof listenForEdits>} input */
  function panel(input) {
    const edit = (/** @type {(s: State) => State} */ how) => store.update(how);

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
      (tool) => edit((s) => setTool(s, tool === 'none' ? '' : /** @type {'dead' | Side} */ (tool))),
    );
    tools.classList.add('tools');
    const segments = /** @type {HTMLElement[]} */ ([...tools.querySelectorAll('.segment')]);
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
      (side) => edit((s) => change(s, { turn: /** @type {Side} */ (side) }, core)),
    );

    const hands = SIDES.map((side) => {
      const count = h('output', { class: 'stepper-count' });
      const add = (/** @type {number} */ by) =>
        edit((s) => {
          const now = s.editor?.draft.hands;
          if (!now || now[side] + by < 0 || now[side] + by > s.rules.men) return s;
          return change(s, { hands: { ...now, [side]: now[side] + by } }, core);
        });
      const button = (/** @type {'less' | 'plus'} */ name, /** @type {1 | -1} */ by) =>
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
        update: (/** @type {State} */ s) => {
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
    const small = (
      /** @type {import('../i18n/i18n.js').Key} */ key,
      /** @type {() => void} */ run,
    ) => h('button', { type: 'button', class: 'small-button', text: t(key), onclick: run });
    const step = (
      /** @type {'undo' | 'redo'} */ name,
      /** @type {(s: State, core: import('../types').Core) => State} */ how,
    ) =>
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
    /** @type {State | null} */
    let seen = null;

    /** @param {State} state */
    function update(state) {
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

/** @param {import('../types').SetupFault} fault */
function faultText({ id, text, side, men, most }) {
  const key = `fault.${id}`;
  if (!has(key)) return text;
  return t(key, { side: side ? sideName(side) : '', men: men ?? 0, most });
}
