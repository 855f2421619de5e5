// Where the browser checks it (Trusted Types, asked for by the page's security policy), text can become a script's address only
// here, and markup or code nowhere.

const { trustedTypes } = /** @type {{ trustedTypes?: { createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown } }} */ (/** @type {unknown} */ (globalThis));

// The default policy: browsers ask it of every address that is not trusted yet.
trustedTypes?.createPolicy('default', { createScriptURL: ownScript });

/** The address of one of the page's own scripts. @param {string} url */
function ownScript(url) {
  const { origin, pathname } = new URL(url, document.baseURI);
  const folder = new URL('.', document.baseURI);
  if (origin !== folder.origin || !pathname.startsWith(folder.pathname)) throw new TypeError(`not a script of this page: ${url}`);
  return url;
}
