/** Script in every way that a text has been known to carry it, and whether it ran. */
export const SCRIPTS = [
  '<img src=x onerror="window.injected = 1">',
  '</textarea><script>window.injected = 1</script>',
  '"><svg onload="window.injected = 1">',
  'javascript:window.injected=1',
  '{{window.injected=1}}',
];

/** @param {import('@playwright/test').Page} page */
export const injected = (page) => page.evaluate(() => 'injected' in window);
