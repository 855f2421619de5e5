// @vitest-environment happy-dom
/** The sheet of keys. */
import { expect, test, vi } from 'vitest';
import { createHelp } from '../../www/app/settings/help.ts';
import { createTable } from './table.js';

test.each([
  ['Linux x86_64', 'Ctrl Z', 'Ctrl Y'],
  ['Win32', 'Ctrl Z', 'Ctrl Y'],
  ['MacIntel', '⌘Z', '⇧⌘Z'],
  ['iPad', '⌘Z', '⇧⌘Z'],
])('on %s it names the keys of that keyboard', async (platform, undo, redo) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  const help = await createHelp((await createTable()).store);
  help.open();
  const keys = [...help.dialog.querySelectorAll('kbd')].map((key) => key.textContent);
  expect(keys).toContain(undo);
  expect(keys).toContain(redo);
  help.dialog.close();
});
