// Parts of the page that are fetched when they are first wanted.

/**
 * Gives `later(make)`, which turns a use of such a part into something that can be called.
 * @param {() => void} failed told where a part did not come
 */
export function createLater(failed) {
  // A style that did not come is not asked for a second time along with its part, which would stand there without it.
  /** @type {Set<HTMLLinkElement>} */
  const lost = new Set();
  addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && lost.add(target), true);
  const styles = () =>
    Promise.all(
      [...lost].map((link) => {
        lost.delete(link);
        const again = /** @type {HTMLLinkElement} */ (link.cloneNode());
        const come = new Promise((resolve, reject) => Object.assign(again, { onload: resolve, onerror: reject }));
        link.replaceWith(again);
        return come;
      }),
    );
  /** @template T @param {() => Promise<T>} make */
  return (make) => {
    /** @type {Promise<T> | null} */
    let made = null;
    return (/** @type {(part: T) => void} */ use, otherwise = () => {}) => () => {
      made ??= lost.size ? styles().then(make) : make();
      made.then(use, (error) => {
        console.warn(error);
        // Asked again, it may come.
        made = null;
        failed();
        otherwise();
      });
    };
  };
}
