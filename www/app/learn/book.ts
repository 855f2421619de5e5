// What there is to read: sections of paragraphs, some with a board.
import { boardFigure, turnMarks } from '../game/figure.ts';
import type { Core } from '../types.ts';

/** A turn is drawn as an arrow; what it takes may be left out. */
export interface Section {
  title: string;
  text: string[];
  line?: string;
  turn?: string;
  caption?: string;
}

export interface Book {
  strategy: Section[];
  history: Section[];
  know: Section[];
  sources: string[];
}

/** The board of a section; null if it has none. */
export function sectionPicture(core: Pick<Core, 'read' | 'rules'>, { line, turn }: Section) {
  if (!line) return null;
  const game = core.read(line);
  const { men, spec, legal } = game.state();
  game.free();
  const move = turn && legal.find(({ text }) => text === turn || text.startsWith(`${turn}x`));
  return boardFigure(
    core.rules(spec),
    men,
    move ? { ...turnMarks(move), ...(move.text === turn ? {} : { rings: [] }) } : {},
  );
}
