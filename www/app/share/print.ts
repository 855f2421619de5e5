// A game on paper: its players, its turns with comments and variations, and boards where the main
// line has a comment, and at its end. Loaded on demand.
import '../game/figure.css';
import './print.css';
import { boardFigure } from '../game/figure.ts';
import { GLYPHS } from '../game/glyphs.ts';
import { h } from '../ui/dom.ts';
import type { Core, RulesInfo } from '../types.ts';

/** Comments, brackets, and whatever spaces separate. */
const TOKEN = /\{(?:[^}\\]|\\.)*\}|[()]|[^\s(){}]+/g;
/** A tag of a record, a line each. */
const TAG = /^\[(\w+) "((?:[^"\\]|\\.)*)"\]$/gm;
const NUMBER = /^\d+(?:\.|…)+$/;
/** What is not known, as in PGN. */
const UNKNOWN = /^[?.*]*$/;

/** Without its braces, and with what had a backslash. */
const commentOf = (token: string) =>
  token
    .slice(1, -1)
    .replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
    .trim();

/** The tags that have something to say. */
const tagsOf = (record: string) =>
  Object.fromEntries(
    [...record.matchAll(TAG)]
      .map(([, name = '', value = '']) => [name, value.replace(/\\(.)/g, '$1')])
      .filter(([, value = '']) => !UNKNOWN.test(value)),
  ) as Record<string, string | undefined>;

/** The boards after the turns of the main line, as they are asked for. */
function boardsOf(core: Core, record: string, rules: RulesInfo) {
  const game = core.fromRecord(record);
  const line: number[] = [0];
  for (const { id, parent } of game.state().moves) if (parent === line.at(-1)) line.push(id);
  const board = (ply: number, caption: string) => {
    game.goTo(line[ply] ?? 0);
    return h(
      'figure',
      { class: 'print-board' },
      boardFigure(rules, game.state().men),
      h('figcaption', { dir: 'ltr', text: caption }),
    );
  };
  return { board, plies: line.length - 1, free: () => game.free() };
}

/** The turns of a record as they are set: the main line stands out. */
function turnsOf(core: Core, record: string, rules: RulesInfo) {
  const boards = boardsOf(core, record, rules);
  const parts: (HTMLElement | string)[] = [];
  let [depth, ply, number, last] = [0, 0, '', ''];
  for (const [token] of record.replace(TAG, '').matchAll(TOKEN)) {
    if (token === '(') depth += 1;
    if (/^[$)]/.test(token) && parts.at(-1) === ' ') parts.pop();
    if (token.startsWith('{')) {
      parts.push(h('span', { class: 'print-comment', text: commentOf(token) }), ' ');
      if (depth === 0 && ply) parts.push(boards.board(ply, last));
    } else if (token.startsWith('$')) parts.push(GLYPHS[Number(token.slice(1))] ?? token, ' ');
    else if (token === '(') parts.push(token);
    else if (depth) parts.push(token, ' ');
    else if (NUMBER.test(token)) parts.push(h('b', { text: (number = token) }), ' ');
    else if (ply < boards.plies) {
      ply += 1;
      last = `${number} ${token}`;
      parts.push(h('b', { text: token }), ' ');
    } else if (token !== '*') parts.push(token);
    if (token === ')') depth -= 1;
  }
  parts.push(boards.board(boards.plies, last));
  boards.free();
  return parts;
}

/** @param record with its tags */
export function gameSheet(core: Core, record: string, rules: RulesInfo) {
  const { Event: event, White: white, Black: black, Date: date, Result: result } = tagsOf(record);
  const about = [event === rules.name ? undefined : rules.name, date?.replaceAll('.', '-'), result];
  return h(
    'article',
    // On paper, whatever the look.
    { class: 'print-game', 'data-look': 'paper', 'data-shade': 'light' },
    h('h1', { text: event ?? rules.name }),
    white || black
      ? h('p', { class: 'print-players', text: `${white ?? '?'} – ${black ?? '?'}` })
      : null,
    h('p', { class: 'quiet', text: about.filter(Boolean).join(' · ') }),
    h('div', { class: 'print-turns' }, ...turnsOf(core, record, rules)),
  );
}

/** Prints it: on paper it stands in the place of the page. */
export function printGame(...game: Parameters<typeof gameSheet>) {
  document.querySelector('.print-game')?.remove();
  const sheet = gameSheet(...game);
  document.body.append(sheet);
  addEventListener('afterprint', () => sheet.remove(), { once: true });
  print();
}
