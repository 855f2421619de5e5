// Converts a game for display elsewhere: all positions of one line, with texts in the current
// language.
import { currentLanguage, t } from '../i18n/i18n.ts';
import { GLYPHS } from '../game/glyphs.ts';
import { endOf, endText, moveText, namesIn, sideName } from '../game/words.ts';
import type { Game, GameState, MoveNode, RulesInfo, Side } from '../types.ts';
import type { Ply, Show, Shown } from './types.ts';

const LETTERS = { white: 'W', black: 'B', '': '-' };
const SIDES = ['white', 'black'] as const;

/** The main line: the first variation at each position. */
export function mainLine(moves: MoveNode[]): MoveNode[] {
  return lineWhere(moves, (after) => after[0]);
}

/** The line with these moves, up to the first one that is missing. */
export function lineOf(moves: MoveNode[], texts: string[]): MoveNode[] {
  return lineWhere(moves, (after, n) => after.find(({ text }) => text === texts[n]));
}

function lineWhere(
  moves: MoveNode[],
  choose: (after: MoveNode[], n: number) => MoveNode | undefined,
): MoveNode[] {
  const after: Map<number, MoveNode[]> = new Map();
  for (const move of moves) after.set(move.parent, [...(after.get(move.parent) ?? []), move]);
  const line: MoveNode[] = [];
  for (
    let next = choose(after.get(0) ?? [], 0);
    next;
    next = choose(after.get(next.id) ?? [], line.length)
  )
    line.push(next);
  return line;
}

/**
 * @param game used on request to compute positions; freed by the caller
 * @param line the moves to show
 */
export function createShow(game: Game, rules: RulesInfo, line: MoveNode[]): Shown {
  const { comment } = game.state();
  const named = namesIn(game, { finished: true });
  const players = {
    white: named?.white || sideName('white'),
    black: named?.black || sideName('black'),
  };
  const show: Show = {
    lang: currentLanguage(),
    dir: t('language.direction'),
    comment,
    board: rules.board,
    first: rules.options.find((o) => o.key === 'first')?.value === 'black' ? 'black' : 'white',
    players,
    moves: line.map(({ text, number, side, comment: remark, glyphs }) => {
      const marked = text + glyphs.map((g) => GLYPHS[g] ?? `$${g}`).join('');
      return {
        text: marked,
        label: t('moves.go', { number, side: sideName(side), move: marked }),
        number,
        side,
        comment: remark,
      };
    }),
    words: {
      first: t('show.first'),
      back: t('show.back'),
      play: t('show.play'),
      pause: t('show.pause'),
      next: t('show.next'),
      last: t('show.last'),
      flip: t('show.flip'),
      buttons: t('show.buttons'),
      moves: t('moves.label'),
      board: t('board.label', { variant: rules.name }),
      help: line.length ? t('show.help') : '',
      rank: t('read.rank'),
      man: t('read.man'),
      empty: t('read.empty'),
      white: sideName('white'),
      black: sideName('black'),
    },
  };
  return {
    show,
    ply(n) {
      game.goTo(line[n - 1]?.id ?? 0);
      return plyOf(game.state());
    },
  };
}

function plyOf(game: GameState): Ply {
  const { line, men, marked, used, turn, last, hands, lost } = game;
  const end = endOf(game);
  const status = end ? endText(end) : t('status.paused', { side: sideName(turn) });
  const count = (side: Side) =>
    [
      hands[side] ? t('player.hand', { n: hands[side] }) : '',
      lost[side] ? t('player.lost', { n: lost[side] }) : '',
    ]
      .filter(Boolean)
      .join(' · ');
  const [white = '', black = ''] = SIDES.map(count);
  return {
    line,
    men: men.map((man, i) => (marked.includes(i) ? 'X' : LETTERS[man])).join(''),
    ...(used.white.length + used.black.length ? { used } : {}),
    turn,
    said: last ? t('live.move', { move: moveText(last, game), status }) : status,
    counts: { white, black },
    last: last && {
      from: last.kind === 'remove' ? (last.captures[0] ?? null) : last.from,
      to: last.to,
      closes: last.closes,
    },
    won: end?.reason === 'mill',
  };
}
