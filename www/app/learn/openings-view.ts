// The openings of a game: a tree of small boards to walk, and each line to watch, to practise and to
// be tested on.
import '../game/figure.css';
import './openings.css';
import { boardFigure } from '../game/figure.ts';
import {
  BOOKS,
  findNode,
  nextsOf,
  openingName,
  openingOf,
  otherNames,
  repliesOf,
  worthOf,
  type Book,
} from '../game/openings.ts';
import { h, icon, type Props } from '../ui/dom.ts';
import { currentLanguage, t } from '../i18n/i18n.ts';
import { ideaText } from '../game/idea.ts';
import { reasonText, spareText } from '../game/reason-words.ts';
import { sideName } from '../game/words.ts';
import { fresh, keepPractice } from '../storage/practice.ts';
import { natural, pliesOf, plyOf, type Ply } from './opening-run.ts';
import { runTest, testedSide, type Answer } from './opening-test.ts';
import { readPassed, savePassed } from './progress.ts';
import type { LessonTable } from '../game/lesson-board.ts';
import type { Core, ReasonInfo, Side } from '../types.ts';

/** How long a turn is looked at before the next one, in milliseconds. */
const LOOK = 900;
/** From which share of the replies on, in per cent, one counts as natural. */
const OFTEN = 10;
/** The maximum number of turns that are named. */
const NAMED = 6;

export interface Openings {
  core: Core;
  table: LessonTable;
  book: Book;
  /** The position that is looked at. */
  node: number;
  /** A link to a position of a game's book. */
  link: (game: string, node: number) => Props;
  go: (node: number) => void;
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  /** Of a right answer. */
  sound: () => void;
}

type Node = Book['nodes'][number];

interface Open extends Openings {
  here: Node;
  moves: string[];
  said: HTMLElement;
  /** What would tell the answers. */
  told: HTMLElement[];
  task: HTMLElement;
  /** What went wrong in a test. */
  missed: HTMLElement;
  buttons: Record<'watch' | 'practise' | 'test' | 'show', HTMLElement>;
  /** Counts what is begun, so that what comes late is dropped. */
  run: number;
  /** How many turns were asked for, and found at the first try. */
  asked: number;
  right: number;
}

/** What a position is worth, in words. */
function worthText(node: Node) {
  const worth = worthOf(node);
  return worth === 'draw'
    ? t('values.side.draw')
    : t('values.side.wins', { side: sideName(worth) });
}

const few = (turns: string[]) => turns.slice(0, NAMED).join(', ');

const percent = (share: number) =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(share / 100);

/** Which replies hold, and which of the natural ones do not. */
function repliesText(node: Node) {
  const replies = repliesOf(node);
  const right = replies.filter(({ holds }) => holds).map(({ turn }) => turn);
  if (right.length === replies.length) return [t('openings.all')];
  const often = replies.filter(({ holds, share }) => !holds && share >= OFTEN);
  return [
    right.length > NAMED
      ? t('explorer.holds', { n: right.length, all: replies.length })
      : t('openings.right', { moves: few(right) }),
    ...(often.length
      ? [
          t('openings.often', {
            moves: few(often.map(({ turn, share }) => `${turn} (${percent(share)})`)),
          }),
        ]
      : []),
  ];
}

/** The opening's name, its other names, what it is about, what it is worth, and what is disputed. */
function about({ book, node, here }: Open) {
  const opening = openingOf(book, node);
  const isItself = opening?.node === node;
  const others = opening && isItself ? otherNames(opening) : [];
  const { idea, disputed } = isItself ? opening : { idea: null, disputed: null };
  return [
    opening ? h('h2', { dir: 'auto', text: openingName(opening) }) : null,
    others.length
      ? h('p', { class: 'quiet', text: t('openings.also', { names: others.join(', ') }) })
      : null,
    idea ? h('p', { class: 'openings-tells', text: ideaText(idea) }) : null,
    h('p', { class: 'openings-moves openings-tells' }, h('bdi', { dir: 'ltr', text: here.moves })),
    h('p', { class: 'openings-worth', text: worthText(here) }),
    disputed
      ? h('p', { class: 'quiet', text: t('openings.disputed', { text: ideaText(disputed) }) })
      : null,
  ];
}

/** Who uses the names. */
function sources({ book, node }: Open) {
  const opening = openingOf(book, node);
  if (!opening || opening.node !== node) return null;
  const ids = new Set([...opening.names.map(({ source }) => source), ...opening.see]);
  if (!ids.size) return null;
  const used = book.sources.filter(({ id }) => ids.has(id));
  return h(
    'section',
    { class: 'openings-sources' },
    h('h3', { text: t('learn.sources') }),
    h('ul', { lang: 'en' }, ...used.map(({ text }) => h('li', { class: 'quiet', text }))),
  );
}

/** A line as it is kept. */
const lineOf = ({ game }: Book, { moves }: Node) => `${game} ${moves}`;

const isPassed = (book: Book, node: Node) => readPassed().includes(lineOf(book, node));

const passedMark = () =>
  h(
    'span',
    { class: 'openings-passed' },
    icon('tick'),
    h('span', { class: 'unseen', text: t('openings.known') }),
  );

/** A position that follows, as a small board. */
function nextItem({ core, book, link, node }: Open, turn: string, next: number, share: number) {
  const after = book.nodes[next];
  const opening = openingOf(book, next);
  if (!after) return null;
  const isNew = opening !== openingOf(book, node);
  // The board is drawn as the move leads to it, not as the node was first reached.
  const game = core.start(book.game);
  for (const move of [...(book.nodes[node]?.moves.split(' ') ?? []), turn].filter(Boolean))
    game.play(move);
  const { men } = game.state();
  game.free();
  return h(
    'a',
    { class: 'openings-item', 'data-turn': turn, ...link(book.game, next) },
    boardFigure(core.rules(book.game), men),
    h('span', { class: 'openings-turn' }, turn, isPassed(book, after) ? passedMark() : null),
    isNew && opening
      ? h('span', { class: 'openings-name', dir: 'auto', text: openingName(opening) })
      : null,
    h('span', { class: 'quiet', text: worthText(after) }),
    share ? h('span', { class: 'quiet', text: t('openings.share', { percent: share }) }) : null,
  );
}

function nexts(open: Open) {
  const replies = nextsOf(open.book, open.node);
  return h(
    'nav',
    { class: 'openings-next' },
    ...replies.map(({ turn, next, share }) => nextItem(open, turn, next, share)),
  );
}

const games = ({ core, book, link }: Open) =>
  h(
    'nav',
    { class: 'openings-games' },
    ...BOOKS.map((game) =>
      h('a', {
        class: 'small-button',
        'aria-current': game === book.game ? 'page' : null,
        text: core.rules(game).name,
        ...link(game, 0),
      }),
    ),
  );

function say({ said }: Open, text: string, isRight = false) {
  said.replaceChildren(...(isRight ? [icon('tick')] : []), text);
}

/** Waits until the board is at rest, and a moment longer; false if something else has begun. */
async function pause(open: Open, run: number) {
  await open.table.settled();
  await new Promise((resolve) => setTimeout(resolve, LOOK));
  return run === open.run && open.said.isConnected;
}

const showTold = ({ told }: Open, shown: boolean) => told.forEach((part) => (part.hidden = !shown));

/** Shows the position; a turn of the book on the board leads on. */
function rest(open: Open) {
  const { table, book, here, moves } = open;
  open.run++;
  open.buttons.show.hidden = true;
  showTold(open, true);
  open.task.textContent = '';
  open.missed.replaceChildren();
  table.set(pliesOf(open.core, book, moves).at(-1)?.line ?? book.game, {
    coordinates: true,
    flipped: false,
  });
  table.onPlay((turn) => {
    const next = here.next[turn] ?? sameAs(open, turn);
    if (next !== undefined) open.go(next);
    else say(open, t('openings.finished'));
  });
}

/** The node after a turn that a symmetry makes the same as one of the book. */
function sameAs({ core, book, table }: Open, turn: string) {
  const game = core.read(table.line());
  game.play(turn);
  const found = findNode(book, game.line());
  game.free();
  return found?.node;
}

async function watch(open: Open) {
  const { table, book, moves } = open;
  const run = ++open.run;
  say(open, '');
  open.missed.replaceChildren();
  table.set(book.game, { coordinates: true, flipped: false });
  table.hold(true);
  for (const turn of moves) {
    if (!(await pause(open, run))) return;
    table.play(turn);
  }
  if (await pause(open, run)) rest(open);
}

/** A line that went wrong comes back among one's own mistakes. */
const keep = ({ line, holding }: Ply, played: string) =>
  void keepPractice([{ line, played, holding, memory: fresh(Date.now()) }]);

/**
 * Adds the reason of a wrong turn to what is said of it, if that is still there.
 * @param text how much of the reason is told
 */
async function explain(open: Open, { line }: Ply, played: string, text: typeof reasonText) {
  const said = open.said.textContent ?? '';
  const found = await open.reason(line, played).catch(() => null);
  const words = found ? text(found, played) : '';
  if (words && open.said.textContent === said) say(open, `${said} ${words}`);
}

/** Asks for a turn that holds; resolves with it. */
const ask = (open: Open, ply: Ply, run: number) =>
  new Promise<string>((resolve) => {
    const { table, buttons } = open;
    let isKept = false;
    open.asked++;
    say(open, t('games.turn', { side: sideName(table.game().turn) }));
    const missed = (played: string) => {
      if (!isKept) keep(ply, played);
      isKept = true;
    };
    table.hold(false);
    buttons.show.hidden = false;
    buttons.show.onclick = () => {
      missed(open.moves.at(-1) ?? ply.holding[0] ?? '');
      say(open, t('openings.right', { moves: few(ply.holding) }));
    };
    table.onPlay(async (turn) => {
      table.play(turn);
      table.hold(true);
      if (ply.holding.includes(turn)) {
        buttons.show.hidden = true;
        if (!isKept) open.right++;
        open.sound();
        say(open, t('learn.right'), true);
        return resolve(turn);
      }
      missed(turn);
      say(open, t('practice.wrong', { move: turn }));
      void explain(open, ply, turn, spareText);
      if (!(await pause(open, run))) return;
      table.undo();
      table.hold(false);
    });
  });

/** The line from its start: one side's turns are asked for, where they can go wrong. */
async function alongTheLine(open: Open, run: number) {
  const { table, book, core, moves } = open;
  const plies = pliesOf(core, book, moves);
  const side = plies.at(-1)?.side;
  for (const ply of plies) {
    const { turn } = ply;
    let played = null;
    if (ply.side === side && (ply.asks || turn === null)) {
      played = await ask(open, ply, run);
      if (run !== open.run) return false;
    }
    if (turn === null) return true;
    if (!(await pause(open, run))) return false;
    if (played === turn) continue;
    if (played) table.undo();
    table.play(turn);
    table.hold(true);
  }
  return true;
}

/** Merels answers as club players do, as long as that stays in the book. */
async function afterTheLine(open: Open, run: number) {
  const { table, book } = open;
  for (;;) {
    if (!(await pause(open, run))) return false;
    const found = findNode(book, table.line());
    if (!found) return true;
    const reply = natural(nextsOf(book, found.node), Math.random());
    if (!reply) return true;
    table.play(found.seen(reply.turn));
    const ply = plyOf(book, table.line(), table.game().turn, null);
    if (!ply) return true;
    await ask(open, ply, run);
    if (run !== open.run) return false;
  }
}

/** Begins at the start of the game, with nothing that would tell the answers. */
function begin(open: Open, key: 'openings.ask' | 'openings.test-ask', side: Side) {
  const { table, book, task, node, buttons } = open;
  const opening = openingOf(book, node);
  say(open, '');
  buttons.show.hidden = true;
  showTold(open, false);
  open.missed.replaceChildren();
  task.textContent = t(key, { name: opening ? openingName(opening) : '' });
  table.set(book.game, { coordinates: true, flipped: side === 'black' });
  table.hold(true);
  return ++open.run;
}

async function practise(open: Open) {
  const run = begin(open, 'openings.ask', open.here.side === 'b' ? 'black' : 'white');
  Object.assign(open, { asked: 0, right: 0 });
  const isThrough = (await alongTheLine(open, run)) && (await afterTheLine(open, run));
  if (!isThrough || run !== open.run) return;
  open.buttons.show.hidden = true;
  showTold(open, true);
  const score = t('puzzles.progress', { n: open.right, all: open.asked });
  say(open, `${t('openings.finished')} ${score}`);
}

/** Says how a turn of a test was, marks a wrong one, and keeps it among one's own mistakes. */
function hear(open: Open, { ply, played, right, instead }: Answer) {
  const goesOn = instead === null ? [] : [t('openings.goes-on', { move: instead })];
  if (right) {
    open.sound();
    return say(open, [t('learn.right'), ...goesOn].join(' '), true);
  }
  keep(ply, played);
  const to = open.table.game().last?.to;
  if (to) open.table.draw([{ from: to, to }]);
  const holds = t('openings.right', { moves: few(ply.holding) });
  say(open, [t('practice.wrong', { move: played }), holds].join(' '));
  void explain(open, ply, played, reasonText);
}

/** A turn that went wrong, after its test. */
const missedItem = ({ ply, n, played }: Answer) =>
  h(
    'li',
    { value: String(n) },
    h('bdi', { dir: 'ltr', class: 'openings-turn', text: played }),
    ' ',
    t('openings.right', { moves: few(ply.holding) }),
  );

async function test(open: Open) {
  const { table, book, here } = open;
  const plies = pliesOf(open.core, book, open.moves);
  const side = testedSide(plies);
  const run = begin(open, 'openings.test-ask', side);
  const answers = await runTest({
    table,
    book,
    plies,
    side,
    pause: () => pause(open, run),
    // What was said of the turn before stays.
    asked: () => open.said.textContent || say(open, t('games.turn', { side: sideName(side) })),
    heard: (answer) => hear(open, answer),
  });
  if (!answers || run !== open.run) return;
  showTold(open, true);
  open.task.textContent = '';
  const missed = answers.filter(({ right }) => !right);
  const isPassing = answers.length > 0 && !missed.length;
  if (isPassing) savePassed(lineOf(book, here));
  const score = { n: answers.length - missed.length, all: answers.length };
  say(open, t(isPassing ? 'openings.passed' : 'openings.failed', score), isPassing);
  open.missed.replaceChildren(...missed.map(missedItem));
  // What stands above it again may have pushed it out of sight.
  (open.missed.lastElementChild ?? open.said).scrollIntoView({ block: 'nearest' });
}

const button = (text: string, onclick: () => void, isFirst = false) =>
  h('button', {
    type: 'button',
    class: isFirst ? 'button primary' : 'small-button',
    text,
    onclick,
  });

export function openingsView(openings: Openings) {
  const { book, node } = openings;
  const here = book.nodes[node] ?? (book.nodes[0] as Node);
  const buttons = {
    watch: button(t('openings.watch'), () => void watch(open)),
    practise: button(t('openings.practise'), () => void practise(open), true),
    test: button(t('openings.test'), () => void test(open)),
    show: button(t('mistakes.show'), () => {}),
  };
  const open: Open = {
    ...openings,
    node: book.nodes[node] ? node : 0,
    here,
    moves: here.moves.split(' ').filter(Boolean),
    said: h('p', { class: 'lesson-said', role: 'status' }),
    task: h('p', { class: 'lesson-task' }),
    missed: h('ol', { class: 'openings-missed' }),
    told: [],
    buttons,
    run: 0,
    asked: 0,
    right: 0,
  };
  for (const name of ['watch', 'practise', 'test'] as const)
    buttons[name].hidden = !open.moves.length;
  open.table.onChange(() => {});
  open.table.onWords((text) => say(open, text));
  const replies = h(
    'div',
    { class: 'openings-replies' },
    ...repliesText(here).map((text) => h('p', { text })),
  );
  const next = nexts(open);
  const head = about(open).filter((part) => part !== null);
  const tells = head.filter((part) => part.classList.contains('openings-tells'));
  open.told = [...tells, replies, next];
  rest(open);
  return h(
    'div',
    { class: 'lesson openings' },
    h('div', { class: 'lesson-table' }, open.table.element),
    h(
      'div',
      { class: 'lesson-words' },
      open.moves.length ? null : games(open),
      ...head,
      replies,
      open.task,
      open.said,
      open.missed,
      next,
      sources(open),
    ),
    h(
      'div',
      { class: 'lesson-foot' },
      h('div', { class: 'lesson-buttons' }, buttons.watch, buttons.test, buttons.show),
      buttons.practise,
    ),
  );
}
