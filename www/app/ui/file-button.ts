// A button that asks for a file.
import { h } from './dom.ts';

/** The kinds of files, as the browser's dialog asks for them. */
export const RECORDS = '.txt,.pgn,.merels,text/plain';
export const JSON_FILES = '.json,application/json';

/** @param accept the kinds of files @param onchange called when one was chosen */
export const fileButton = (
  text: string,
  accept: string,
  onchange: (event: Event) => void,
  look = 'small-button',
) =>
  h(
    'label',
    { class: `${look} file-button` },
    h('input', { type: 'file', class: 'file', accept, onchange }),
    h('span', { text }),
  );
