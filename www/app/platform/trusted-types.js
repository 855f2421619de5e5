// Trusted Types, required by the page's security policy: a string can become a script URL only here, and markup or code nowhere.

const { trustedTypes } =
  /** @type {{ trustedTypes?: { createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown } }} */ (
    /** @type {unknown} */ (globalThis)
  );

// Browsers call the default policy for every untrusted URL.
trustedTypes?.createPolicy('default', { createScriptURL: ownScript });

/** Returns the URL if it is one of the page's own scripts; throws otherwise. @param {string} url */
function ownScript(url) {
  const { origin, pathname } = new URL(url, document.baseURI);
  const folder = new URL('.', document.baseURI);
  if (origin !== folder.origin || !pathname.startsWith(folder.pathname))
    throw new TypeError(`not a script of this page: ${url}`);
  return url;
}
