/** The page's own modules, which are TypeScript, for the scripts. */

/**
 * @param {string} file in www/app
 * @returns {Promise<any>}
 */
export async function fromPage(file) {
  // Imported late: on a fresh checkout the set-up installs it first.
  const { tsImport } = await import('tsx/esm/api');
  return tsImport(`../../www/app/${file}`, import.meta.url);
}
