// Trusted Types, required by the page's security policy: a string can become a script URL only
// here, and markup or code nowhere.

const { trustedTypes } = globalThis as unknown as {
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown;
  };
};

// Browsers call the default policy for every untrusted URL.
trustedTypes?.createPolicy('default', { createScriptURL: ownScript });

/** Returns the URL if it is one of the page's own scripts; throws otherwise. */
function ownScript(url: string) {
  const { origin, pathname } = new URL(url, document.baseURI);
  const folder = new URL('.', document.baseURI);
  if (origin !== folder.origin || !pathname.startsWith(folder.pathname))
    throw new TypeError(`not a script of this page: ${url}`);
  return url;
}
