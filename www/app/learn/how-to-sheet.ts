// How to play, in a sheet: in pictures where a game goes like Nine Men's Morris, else its rules.
// For somebody who was invited.
import loadWords from '../i18n/howto.words.ts';
import { introduction } from '../game/introduction.ts';
import { createDialog } from '../ui/dialog.ts';
import { t } from '../i18n/i18n.ts';
import type { Core, RulesInfo } from '../types.ts';

/** @param rules shows those of the game at the table */
export async function createHowToSheet(
  core: Core,
  pictures: () => Promise<HTMLElement>,
  rules: () => void,
) {
  await loadWords();
  let body: HTMLElement[] = [];
  const sheet = createDialog('howto', () => ({ title: t('howto.title'), body }));
  sheet.dialog.addEventListener('close', () => sheet.dialog.replaceChildren());
  return {
    async open(game: RulesInfo) {
      if (!introduction(core, game).asNine) return rules();
      body = [await pictures()];
      sheet.open();
    },
  };
}
