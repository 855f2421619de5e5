// The clocks that are offered.

/** Minutes for each player. */
export const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60];
/** Seconds added for each turn. */
export const INCREMENTS = [0, 1, 2, 3, 5, 10, 15, 30];
