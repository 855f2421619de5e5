// @vitest-environment happy-dom
/** What is dropped onto the page. */
import { expect, test } from 'vitest';
import { h } from '../../www/app/ui/dom.ts';
import { listenForDrops } from '../../www/app/platform/drop.ts';

test('what is dropped onto an open dialog is opened in front of it', async () => {
  const page = h('div');
  const dialog = /** @type {HTMLDialogElement} */ (h('dialog', {}, h('p', { text: 'Rules' })));
  document.body.append(page, dialog);
  /** @type {unknown[]} */
  const opened = [];
  listenForDrops(page, (text) => opened.push(dialog.open, text));
  dialog.showModal();
  const dataTransfer = { types: ['text/plain'], files: [], getData: () => '1. d6 f4' };
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  dialog.firstElementChild?.dispatchEvent(Object.assign(drop, { dataTransfer }));
  await Promise.resolve();
  expect(opened).toEqual([false, '1. d6 f4']);
  expect(drop.defaultPrevented).toBe(true);
});
