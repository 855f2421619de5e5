// How to play, in a sheet: in pictures where a game goes like Nine Men's Morris, else its rules. For somebody who was invited.
import loadWords from '../i18n/howto.words.js';
import { introduction } from '../home/introduction.js';
import { createDialog } from '../platform/dialog.js';
import { t } from '../i18n/i18n.js';

/**
 * @param {import('../types').Core} core
 * @param {() => Promise<HTMLElement>} pictures
 * @param {() => void} rules shows those of the game at the table
 */
export async function createHowToSheet(core, pictures, rules) {
  await loadWords();
  /** @type {HTMLElement[]} */
  let body = [];
  const sheet = createDialog('howto', () => ({ title: t('howto.title'), body }));
  sheet.dialog.addEventListener('close', () => sheet.dialog.replaceChildren());
  return {
    /** @param {import('../types').RulesInfo} game */
    async open(game) {
      if (!introduction(core, game).asNine) return rules();
      body = [await pictures()];
      sheet.open();
    },
  };
}
