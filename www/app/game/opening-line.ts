// The name of the opening, over the board as long as the game is in the book. Loaded on demand; the
// book is fetched once something has been played.
import './opening-line.css';
import { h } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { bookOf, findNode, openingName, openingOf, type Book } from './openings.ts';
import type { Store } from '../state.ts';

/** What a position's opening is called; nothing outside the book. */
function nameIn(book: Book, line: string) {
  const found = findNode(book, line);
  const opening = found && openingOf(book, found.node);
  return opening ? openingName(opening) : '';
}

export function showOpening(store: Store, board: HTMLElement) {
  const name = h('p', { class: 'opening', dir: 'auto' });
  board.append(name);
  let asked = '';

  function show() {
    const { game, rules, editor } = store.get();
    asked = editor || !game.moves.length ? '' : game.line;
    if (!asked) return void (name.textContent = '');
    const line = asked;
    void bookOf(rules.spec)
      .catch(() => null)
      .then((book) => {
        if (line === asked) name.textContent = book ? nameIn(book, line) : '';
      });
  }

  observe(store, ({ game, rules, editor, language }) => [game.line, rules, editor, language], show);
}
