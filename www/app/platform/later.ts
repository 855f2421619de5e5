// Lazy loading of parts of the page.

/**
 * Returns `later(make)`, which wraps a function that uses a part: the part is loaded on the first
 * call.
 * @param failed called when a part fails to load
 */
export function createLater(failed: () => void) {
  // The bundler's loader does not retry a failed style sheet, so a part would be shown without it.
  const failedLinks: Set<HTMLLinkElement> = new Set();
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
        const retry = link.cloneNode() as HTMLLinkElement;
        const loaded = new Promise((resolve, reject) =>
          Object.assign(retry, { onload: resolve, onerror: reject }),
        );
        link.replaceWith(retry);
        return loaded;
      }),
    );
  return <T>(make: () => Promise<T>) => {
    let made: Promise<T> | null = null;
    return (use: (part: T) => void, onError = () => {}) =>
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
