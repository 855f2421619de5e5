/**
 * What modules of the page look for, and Node has not. Import it first. A retry keeps no test
 * running.
 */
const window = {
  setTimeout: (/** @type {() => void} */ run, /** @type {number} */ ms) =>
    setTimeout(run, ms).unref(),
};
Object.assign(globalThis, { addEventListener: () => {}, window });
