// Exact values, loaded when they are first wanted, or when the page is idle.
import type { Store } from '../state.ts';
import type { PositionValues, State } from '../types.ts';
import type { PackClient } from './pack-client.ts';
import type { Options } from './value-source.ts';

/** What is done with the whole solution of a game, see solution.ts. */
export interface Solution {
  /** The pack of the current game, opened if necessary; null if it has none. */
  open: () => Promise<PackClient | null>;
}

export function createLazyValues(
  store: Store,
  ...rest: Parameters<typeof import('./exact-values.ts').createExactValues> extends [
    Store,
    ...infer Rest,
  ]
    ? Rest
    : never
) {
  let made: Promise<ReturnType<typeof import('./exact-values.ts').createExactValues>> | null = null;
  const get = () =>
    (made ??= import('./exact-values.ts').then(
      ({ createExactValues }) => createExactValues(store, ...rest),
      (error) => {
        // Allow a retry.
        made = null;
        throw error;
      },
    ));
  const load = () => void get().catch((error) => console.warn(error));

  const check = ({ look, study }: State) => !made && (look.values || study) && load();
  store.subscribe(check);
  check(store.get());

  return {
    load,
    /** A position's values; null if there are none. */
    async values(line: string, options?: Options): Promise<PositionValues | null> {
      const exact = await get().catch(() => null);
      return exact ? exact.values(line, options) : null;
    },
    solution: { open: async () => (await get()).solution.open() } as Solution,
  };
}
