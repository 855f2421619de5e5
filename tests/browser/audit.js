/** The accessibility audit (axe) of what a page shows. */
import axe from 'axe-core';
import { expect, test } from './fixtures.js';
import { still } from './table.js';

/** What depends on colours and sizes, and so on the light and the screen. */
const BY_SIGHT = ['color-contrast', 'target-size'];
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Audits a screen: in full on the desktop by day, elsewhere for what looks different there.
 * @param {import('@playwright/test').Page} page
 * @param {string} where the screen's name, for the message
 * @param {boolean} [again] the same screen in other colours
 */
export async function audit(page, where, again = false) {
  // Half a megabyte to parse, so once a document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Colours are measured when nothing is half faded in.
  await still(page);
  const found = await page.evaluate(
    async ({ partly, bySight, standards }) => {
      const part = partly || matchMedia('(prefers-color-scheme: dark)').matches;
      const run = /** @type {typeof import('axe-core').run} */ (
        /** @type {any} */ (window).axe.run
      );
      const { violations, passes } = await run(document, {
        runOnly: part ? bySight : standards,
        resultTypes: ['violations'],
        // Of style sheets, which none of the rules reads.
        preload: false,
        elementRef: false,
      });
      const said = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((n) => `${n.target} ${n.failureSummary}`).join('; ')}`,
      );
      return { passed: passes.length, violations: said };
    },
    {
      partly: again || test.info().project.name === 'phone',
      bySight: BY_SIGHT,
      standards: STANDARDS,
    },
  );
  expect(found.violations, where).toEqual([]);
  expect(found.passed, `${where}: something is audited`).toBeGreaterThan(0);
}
