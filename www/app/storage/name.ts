// The name of a person, as anyone may have written it: one short line.

/** No control characters, and none that turn the direction of the text around. */
const NAME = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]{0,20}$/u;

export const isName = (value: unknown): value is string =>
  typeof value === 'string' && NAME.test(value);
