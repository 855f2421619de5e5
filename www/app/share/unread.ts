// What can be done about a text that cannot be read as it is: asking which game it is, opening what
// comes before the error, or putting a position right.
import { h } from '../ui/dom.ts';
import { selectField } from '../ui/dialog.ts';
import { likeliest, readable } from '../game/likely.ts';
import { t } from '../i18n/i18n.ts';
import { draftOf } from './draft-of.ts';
import type { How } from '../game/session.ts';
import type { Core, SetupDraft } from '../types.ts';
import type { Refusal } from '../../pkg/merels.js';

/** What is offered for an error in a text; null where there is nothing. */
export function remedy(
  core: Core,
  text: string,
  does: {
    error: unknown;
    how: How;
    open: (how: How) => void;
    /** Null where no position may be set up now. */
    setUp: ((draft: SetupDraft) => void) | null;
  },
) {
  const { how, open, setUp } = does;
  const { code, params, position } = (does.error ?? {}) as Partial<Refusal>;
  const button = (words: string, onclick: () => void) =>
    h('button', { type: 'button', class: 'small-button', text: words, onclick });
  const offer = (...parts: HTMLElement[]) =>
    h('div', { class: 'share-remedy', id: 'paste-remedy' }, ...parts);
  if (code === 'no-variant') {
    const given = String(params?.given ?? '');
    const games = likeliest(core, text, given);
    let answer = games[0]?.spec ?? 'nine';
    const choices = games.map(({ spec, name }) => ({ value: spec, words: name }));
    return offer(
      selectField(t('share.which', { given }), choices, answer, (spec) => (answer = spec)),
      button(t('share.open'), () => open({ ...how, answer })),
    );
  }
  if (position && setUp) return offer(button(t('menu.edit'), () => setUp(draftOf(position))));
  if (!readable(core, text, how.answer).turns) return null;
  return offer(button(t('share.begin'), () => open({ ...how, begin: true })));
}
