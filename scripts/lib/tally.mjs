/** Reads the results of cargo test, Node's test runner, Vitest and Playwright from their output. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** The maximum number of lines of a failure to repeat. */
const TOLD = 12;
/** The maximum length of each. */
const WIDTH = 300;

/**
 * Removes colours, whose escape sequences stand between numbers and words.
 * @param {string} output
 */
const plainly = (output) => output.replace(/\u001b\[[0-9;]*m/g, '');

/**
 * Adds up their summary lines.
 * @param {string} output
 * @returns {Counts}
 */
export function count(output) {
  const plain = plainly(output);
  /** @param {RegExp} pattern */
  const sum = (pattern) =>
    [...plain.matchAll(pattern)].reduce((total, [, digits]) => total + Number(digits), 0);
  return {
    passed:
      sum(/^test result: .*? (\d+) passed;/gm) +
      sum(/^ℹ pass (\d+)$/gm) +
      sum(/^ +Tests .*?(\d+) passed\b/gm) +
      sum(/^ {2}(\d+) passed\b/gm),
    failed:
      sum(/^test result: .*? (\d+) failed;/gm) +
      sum(/^ℹ (?:fail|cancelled) (\d+)$/gm) +
      sum(/^ +Tests +(\d+) failed\b/gm) +
      sum(/^ {2}(\d+) (?:failed|flaky|interrupted|did not run)\b/gm),
    skipped:
      sum(/^test result: .*? (\d+) ignored;/gm) +
      sum(/^ℹ (?:skipped|todo) (\d+)$/gm) +
      sum(/^ +Tests .*?(\d+) skipped\b/gm) +
      sum(/^ {2}(\d+) skipped\b/gm),
  };
}

/**
 * The failed tests, each with the first lines of its error.
 * @param {string} output
 * @returns {string[]}
 */
export function failures(output) {
  const lines = plainly(output).split('\n');
  const nodes = lines.indexOf('✖ failing tests:');
  /** @param {RegExp} begin @param {RegExp} end @param {number} [from] */
  const blocks = (begin, end, from = 0) =>
    lines.slice(from).flatMap((line, at, all) => {
      if (!begin.test(line)) return [];
      const told = all.slice(at + 1);
      const length = told.findIndex((other) => end.test(other));
      return [
        [
          line,
          ...told
            .slice(0, length < 0 ? TOLD : length)
            .filter((other) => other.trim())
            .slice(0, TOLD),
        ]
          .map((told) => told.slice(0, WIDTH))
          .join('\n'),
      ];
    });
  return [
    ...blocks(/^---- .+ stdout ----$/, /^(?:---- |failures:)/), // cargo
    // Playwright
    ...blocks(/^ {2}\d+\) \[\w+\] › /, /^ {2}\d+\) \[|^ {4}attachment #|^ {2}\d+ failed/),
    ...blocks(/^ FAIL {2}\S+ > /, /^ FAIL |^⎯/), // Vitest
    ...(nodes < 0 ? [] : blocks(/^✖ .+ \([\d.]+ms\)$/, /^✖ |^test at /, nodes)),
  ];
}
