/** What modules of the page look for when they are loaded, and Node has not. Import it first. */
Object.assign(globalThis, { addEventListener: () => {} });
