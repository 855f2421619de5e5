// @vitest-environment happy-dom
/** What closes a dialog: a press on the backdrop, both ends of it there. */
import { expect, test } from 'vitest';
import { createDialog } from '../../www/app/ui/dialog.ts';

test.each([
  ['both ends on the backdrop', true, true, false],
  ['dragged out of the dialog', false, true, true],
  ['dragged into it', true, false, true],
  ['both ends within', false, false, true],
])('a press with %s', (_, began, ended, open) => {
  const { dialog, open: show } = createDialog('test', () => ({ title: 'A title', body: [] }));
  show();
  expect(dialog.open).toBe(true);
  const inside = dialog.querySelector('h2') ?? dialog;
  (began ? dialog : inside).dispatchEvent(new Event('pointerdown', { bubbles: true }));
  (ended ? dialog : inside).dispatchEvent(new Event('click', { bubbles: true }));
  expect(dialog.open).toBe(open);
});
