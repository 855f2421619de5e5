// The moves of a game as a table, with glyphs; comments and variations stand below the move that
// they belong to.
import './move-tree.css';
import { h, put, reveal } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import { GLYPHS, SIGNS, glyphName, judgedText } from '../game/glyphs.ts';
import { sideName } from '../game/words.ts';
import type { Judged } from '../../pkg/merels.js';
import type { Store } from '../state.ts';
import type { MoveNode, Side, State } from '../types.ts';
import type { Acts } from './acts.ts';

/**
 * The maximum depth of indentation. Deeper variations are put in brackets: a record may nest
 * thousands.
 */
const INDENTED = 12;

/** What the moves are written with. */
interface Tree {
  box: HTMLElement;
  acts: Acts;
  /** The side that begins. */
  first: Side;
  /** The turns that a finished review has judged, by node. */
  turns: Map<number, Judged>;
}

/** A line of moves that is being written. */
interface Line {
  next: MoveNode | undefined;
  /** Alternatives to it. */
  others: MoveNode[];
  /** Alternatives to the move before, which come first. */
  beside: MoveNode[];
  numbered: boolean;
  into: HTMLElement;
  close: string;
}

/** The turns that a finished review has judged. */
const judged = ({ analysis }: State) =>
  analysis?.review && !analysis.review.live && !analysis.review.running
    ? analysis.review.info.turns
    : null;

/** What stands behind a move, and how it is said: its own glyphs, or else what the review says. */
function remarks({ turns }: Tree, { id, glyphs }: MoveNode): [string, string[]] {
  if (glyphs.length)
    return [glyphs.map((g) => GLYPHS[g] ?? `$${g}`).join(''), glyphs.map(glyphName)];
  const turn = turns.get(id);
  const sign = turn && SIGNS[turn.judgement];
  return sign ? [sign, [judgedText(turn)]] : ['', []];
}

/** @param number shown before it */
function button(tree: Tree, node: MoveNode, number: string) {
  const [marks, said] = remarks(tree, node);
  const words = [
    t('moves.go', { number: node.number, side: sideName(node.side), move: node.text }),
    ...said,
  ];
  return h(
    'button',
    {
      type: 'button',
      class: 'tree-move',
      dir: 'ltr',
      'data-node': node.id,
      tabindex: -1,
      'aria-label': words.join(', '),
      onclick: () => tree.acts.goTo(node.id),
    },
    number ? h('span', { class: 'tree-number', text: number }) : null,
    node.text,
    marks ? h('span', { class: 'tree-marks', text: marks }) : null,
  );
}

/** A move in a line of text. */
const inText = (tree: Tree, node: MoveNode, numbered: boolean) => [
  button(
    tree,
    node,
    node.side === tree.first ? `${node.number}. ` : numbered ? `${node.number}… ` : '',
  ),
  ' ',
];

/**
 * A move of the main line, in the column of its side.
 * @param numbered does a row begin with it?
 */
function inTable(tree: Tree, node: MoveNode, numbered: boolean) {
  const begins = node.side === tree.first;
  const move = button(tree, node, '');
  move.classList.add(begins ? 'first' : 'second');
  if (!begins && !numbered) return [move, ' '];
  return [
    h('span', { class: 'tree-number', 'aria-hidden': 'true', text: `${node.number}.` }),
    ' ',
    begins ? '' : h('span', { class: 'tree-gap', 'aria-hidden': 'true', text: '… ' }),
    move,
    ' ',
  ];
}

/** Begins a variation of a line, which `depth` lines lead to. */
function branch(line: Line, next: MoveNode, depth: number): Line {
  line.numbered = true;
  const indented = depth <= INDENTED;
  const into = indented ? h('div', { class: 'tree-variation' }) : line.into;
  line.into.append(indented ? into : '(');
  return { next, others: [], beside: [], numbered: true, into, close: indented ? '' : ') ' };
}

/**
 * Renders the moves with their variations. Iterative, since the nesting may be deep.
 * @param others alternatives to the first move
 */
function write(tree: Tree, first: MoveNode, others: MoveNode[], after: Map<number, MoveNode[]>) {
  const table = h('div', { class: 'tree-table' });
  tree.box.append(table);
  /** The open lines, the innermost last. */
  const lines: Line[] = [
    { next: first, others, beside: [], numbered: true, into: table, close: '' },
  ];
  for (let line = lines.at(-1); line; line = lines.at(-1)) {
    const other = line.beside.shift();
    if (other) {
      lines.push(branch(line, other, lines.length));
      continue;
    }
    const { next, into } = line;
    if (!next) {
      into.append(line.close);
      lines.pop();
      continue;
    }
    into.append(...(into === table ? inTable : inText)(tree, next, line.numbered));
    if (next.comment) into.append(h('span', { class: 'tree-comment', text: next.comment }), ' ');
    const following = after.get(next.id) ?? [];
    Object.assign(line, {
      next: following[0],
      others: following.slice(1),
      beside: line.others,
      numbered: next.comment !== '' || following[0]?.side === next.side,
    });
  }
}

/** All that the tree shows, to skip redundant rebuilds. */
const keyOf = ({ game: { moves, comment }, language }: State, turns: Judged[]) =>
  JSON.stringify([
    language.current,
    comment,
    turns.map(({ node, judgement }) => [node, judgement]),
    moves.map((m) => [m.id, m.parent, m.text, m.glyphs, m.comment]),
  ]);

function build(box: HTMLElement, acts: Acts, { game, rules }: State, judged: Judged[]) {
  const { moves, comment } = game;
  const begins = rules.options.find(({ key }) => key === 'first')?.value;
  const turns = new Map(judged.map((turn) => [turn.node, turn]));
  const after: Map<number, MoveNode[]> = new Map();
  for (const move of moves) after.set(move.parent, [...(after.get(move.parent) ?? []), move]);
  const [first, ...others] = after.get(0) ?? [];
  box.replaceChildren();
  if (comment) box.append(h('p', { class: 'tree-comment', text: comment }));
  if (!first) return box.append(h('p', { class: 'quiet', text: t('moves.none') }));
  write({ box, acts, first: begins === 'black' ? 'black' : 'white', turns }, first, others, after);
}

/** Marks the current move, which Tab stops at; returns its button. */
function mark(box: HTMLElement, node: number) {
  const had = box.contains(document.activeElement);
  let current: HTMLElement | null = null;
  const buttons = box.querySelectorAll('button') as NodeListOf<HTMLElement>;
  for (const el of buttons) {
    const here = el.dataset.node === String(node);
    el.tabIndex = -1;
    if (here) {
      el.setAttribute('aria-current', 'step');
      current = el;
    } else el.removeAttribute('aria-current');
  }
  const stop = current ?? buttons[0];
  if (stop) stop.tabIndex = 0;
  if (had && stop) stop.focus({ preventScroll: true });
  return current;
}

export function createTree(store: Store, box: HTMLElement, acts: Acts) {
  put(box, { role: 'group', 'aria-label': () => t('analysis.tree') });
  /** What was rendered last, see `keyOf`. */
  let built = '';
  /** The button of the current move. */
  let current: HTMLElement | null = null;

  /** The moves scroll by themselves, aside on phones, or with what stands below them. */
  const scrollers = [box, box.parentElement ?? box];
  function follow() {
    for (const el of scrollers)
      if (current) reveal(el, current);
      else el.scrollTo(0, 0);
  }
  // A window that is turned, or a list above, leaves another number of rows. A comment that is
  // being written stays where it is.
  const observer = new ResizeObserver(
    () => document.activeElement?.matches('textarea') || follow(),
  );
  for (const el of scrollers) observer.observe(el);

  observe(
    store,
    (state) => [state.analysis === null, judged(state), state.game, state.language],
    () => {
      const state = store.get();
      if (!state.analysis) return;
      const turns = judged(state) ?? [];
      const key = keyOf(state, turns);
      if (key !== built) build(box, acts, state, turns);
      built = key;
      current = mark(box, state.game.node);
      follow();
    },
  );
}
