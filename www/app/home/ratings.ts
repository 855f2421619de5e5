/**
 * The ratings of the levels among each other, from the weakest, which has 400: 400 points more mean
 * ten points of eleven. They are computed from the measured pairs in docs/levels.md, and
 * tests/page/ratings.test.js does it again. The perfect level was not measured.
 */
export const RATINGS = [400, 650, 960, 1200, 1440, 1640, 1880, 2090, 2400, 2600];
