// Exact values, loaded when they are first wanted, or when the page is idle.
import { setExact, setSolving, type Store } from '../state.ts';
import { idleSolving } from './solving.ts';
import type { Core, PositionValues, ReasonInfo, State } from '../types.ts';
import type { PackClient } from './pack-client.ts';
import type { Options, Why } from './value-source.ts';

/** What is done with the whole solution of a game, see solution.ts. */
export interface Solution {
  /** The pack of the current game, opened if necessary; null if it has none. */
  open: () => Promise<PackClient | null>;
}

type Made = ReturnType<typeof import('./exact-values.ts').createExactValues>;
type Rest =
  Parameters<typeof import('./exact-values.ts').createExactValues> extends [
    Store,
    Core,
    ...infer Rest,
  ]
    ? Rest
    : never;

export function createLazyValues(store: Store, core: Core, ...rest: Rest) {
  let coming: Promise<Made> | null = null;
  let made: Made | null = null;
  const get = () =>
    (coming ??= import('./exact-values.ts').then(
      ({ createExactValues }) => (made = createExactValues(store, core, ...rest)),
      (error) => {
        // Allow a retry.
        coming = null;
        throw error;
      },
    ));
  /** Resolves when it is there, or cannot be loaded now. */
  const load = async () => {
    await get().catch((error) => console.warn(error));
  };

  const check = ({ look, analysis }: State) => {
    if (!coming && (look.values || analysis)) void load();
  };
  store.subscribe((now, before) => {
    // Until it is there, what is known of another game is known here.
    if (!made && now.rules.spec !== before.rules.spec)
      store.update((s) =>
        setExact(setSolving(s, idleSolving(core.solvable(now.rules.spec))), null),
      );
    check(now);
  });
  check(store.get());

  return {
    load,
    /** A position's values; null if there are none. */
    async values(line: string, options?: Options): Promise<PositionValues | null> {
      const exact = await get().catch(() => null);
      return exact ? exact.values(line, options) : null;
    },
    /** Why a turn gave its value away; null if it did not, or if that is not known. */
    async reason(line: string, turn: string, why?: Why): Promise<ReasonInfo | null> {
      const exact = await get().catch(() => null);
      return exact ? exact.reason(line, turn, why) : null;
    },
    solution: { open: async () => (await get()).solution.open() } as Solution,
  };
}
