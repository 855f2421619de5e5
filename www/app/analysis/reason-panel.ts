// Why a move was a mistake: what it did, why, what would have held, and the line that shows it.
import './reason-panel.css';
import { h, iconButton } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t, tell } from '../i18n/i18n.ts';
import { drawbacks } from '../game/facts.ts';
import { SIGNS, judgedText, nextMistake } from '../game/glyphs.ts';
import { heldText, reasonText } from '../game/reason-words.ts';
import { sideName } from '../game/words.ts';
import type { Store } from '../state.ts';
import type { Core, Judged, MoveNode, ReasonInfo, State } from '../types.ts';
import type { Acts } from './acts.ts';

interface Mistake {
  move: MoveNode;
  /** By the review. */
  turn: Judged | undefined;
  reason: ReasonInfo | null;
}

/** The mistake that led to the position on the board, or else the one that was made in it. */
export function mistakeHere(state: State): Mistake | null {
  const { analysis, game } = state;
  if (!analysis || (analysis.learning && analysis.learning.state !== 'shown')) return null;
  const { review, reasons } = analysis;
  const move = game.moves.find(({ id }) => id === game.node);
  const turn = review?.live ? undefined : review?.info.turns.find(({ node }) => node === game.node);
  const reason = reasons.get(game.node) ?? null;
  if (move && (reason || (turn && SIGNS[turn.judgement] && !review?.running)))
    return { move, turn, reason };
  const next = nextMistake(state);
  return next && { ...next, reason: reasons.get(next.move.id) ?? null };
}

/** What the mistake did. */
function whatText({ turn, reason }: Mistake) {
  if (turn && SIGNS[turn.judgement]) return judgedText(turn);
  if (reason?.had === 'draw') return t('judged.draw-lost');
  return t(reason?.has === 'draw' ? 'judged.win-drawn' : 'judged.win-lost');
}

const signOf = ({ turn, reason }: Mistake) =>
  (turn && SIGNS[turn.judgement]) ?? (reason?.has === 'draw' ? '?' : '??');

export function createReasonPanel(store: Store, core: Core, box: HTMLElement, acts: Acts) {
  const name = h('button', { type: 'button', onclick: () => here && acts.goTo(here.move.id) });
  const what = h('span');
  const why = h('p', { class: 'reason-text' });
  const held = h('p', { class: 'reason-held' });
  const { show, step, play, back } = acts.reasons;
  const begin = h('button', {
    type: 'button',
    class: 'small-button',
    text: () => t('reason.show'),
    onclick: () => here && show(here.move.id),
  });
  const playing = h('button', { type: 'button', class: 'small-button', onclick: play });
  const said = h('p', { class: 'reason-step', role: 'status' });
  const line = h(
    'div',
    { class: 'reason-line', role: 'group', 'aria-label': () => t('reason.show') },
    iconButton(
      'back',
      () => t('reason.previous'),
      () => step(-1),
    ),
    playing,
    iconButton(
      'next',
      () => t('reason.next'),
      () => step(1),
    ),
    h('button', {
      type: 'button',
      class: 'small-button',
      text: () => t('reason.back'),
      onclick: back,
    }),
  );
  box.append(h('p', {}, name, what), why, held, begin, said, line);
  let here: Mistake | null = null;

  function showLine({ analysis }: State) {
    const shown = analysis?.shown;
    const move = shown?.positions[shown.at]?.last?.text;
    const had = box.contains(document.activeElement) && document.activeElement;
    begin.hidden = shown !== null || !here?.reason;
    line.hidden = said.hidden = !shown;
    playing.textContent = t(shown?.playing ? 'reason.stop' : 'reason.play');
    said.textContent = shown
      ? shown.at && move
        ? t('reason.step', { n: shown.at, all: shown.positions.length - 1, move })
        : t('reason.begin')
      : '';
    // The button that was pressed has gone.
    if (had === begin && begin.hidden) playing.focus();
    else if (had && had !== name && line.contains(had) && line.hidden) begin.focus();
  }

  function draw() {
    const state = store.get();
    here = mistakeHere(state);
    box.hidden = !here;
    if (!here) return;
    const { move, turn, reason } = here;
    const { number, side, text } = move;
    name.textContent = `${t('review.item', { number, side: sideName(side), move: text })}${signOf(here)}`;
    what.textContent = ` ${whatText(here)}`;
    const facts = () =>
      turn && move.parent === state.game.node ? drawbacks(core, state.game.line, text) : [];
    const words = reason ? reasonText(reason, text) : facts().map(tell).join(' · ');
    if (why.textContent !== words) why.textContent = words;
    why.hidden = !words;
    held.textContent = reason ? heldText(reason) : '';
    held.hidden = !reason;
    showLine(state);
  }

  observe(store, ({ analysis, game, language }) => [analysis, game, language], draw);
}
