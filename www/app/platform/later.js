// Lazy loading of parts of the page.

/**
 * Returns `later(make)`, which wraps a function that uses a part: the part is loaded on the first call.
 * @param {() => void} failed called when a part fails to load
 */
export function createLater(failed) {
  // The bundler's loader does not retry a failed style sheet, so a part would be shown without it.
  /** @type {Set<HTMLLinkElement>} */
  const failedLinks = new Set();
  addEventListener(
    'error',
    ({ target }) =>
      target instanceof HTMLLinkElement && target.rel === 'stylesheet' && failedLinks.add(target),
    true,
  );
  const styles = () =>
    Promise.all(
      [...failedLinks].map((link) => {
        failedLinks.delete(link);
        const retry = /** @type {HTMLLinkElement} */ (link.cloneNode());
        const loaded = new Promise((resolve, reject) =>
          Object.assign(retry, { onload: resolve, onerror: reject }),
        );
        link.replaceWith(retry);
        return loaded;
      }),
    );
  /** @template T @param {() => Promise<T>} make */
  return (make) => {
    /** @type {Promise<T> | null} */
    let made = null;
    return (/** @type {(part: T) => void} */ use, onError = () => {}) =>
      () => {
        made ??= failedLinks.size ? styles().then(make) : make();
        made.then(use, (error) => {
          console.warn(error);
          // Allow a retry.
          made = null;
          failed();
          onError();
        });
      };
  };
}
