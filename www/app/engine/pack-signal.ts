// What one function waits for and another reports, as often as it happens.

/** `next` resolves at the next call of `give`. */
export function createSignal() {
  let resolve = () => {};
  const renew = () => new Promise<void>((give) => (resolve = give));
  let next = renew();
  return {
    next: () => next,
    give() {
      resolve();
      next = renew();
    },
  };
}
