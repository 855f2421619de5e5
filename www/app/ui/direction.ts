// The direction in which the page is read.

/** Does the page run from right to left? */
export const isMirrored = () => document.documentElement.dir === 'rtl';

/**
 * Where an arrow key leads in a row that is read: 1 onward, -1 back, 0 for other keys. Boards and
 * graphs are not mirrored.
 */
export const stepOf = (key: string): -1 | 0 | 1 =>
  key === 'ArrowLeft' || key === 'ArrowRight'
    ? (key === 'ArrowLeft') === isMirrored()
      ? 1
      : -1
    : 0;
