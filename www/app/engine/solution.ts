// What a person does with the whole solution of a game: keeps it on this device, or removes it.
import { setLook, setSolving, type Store } from '../state.ts';
import type { Solution } from './lazy-values.ts';

export function createKeeping(store: Store, solution: Solution) {
  const setKeeping = (keeping: boolean) => store.update((s) => setLook(s, { keeping }));

  return {
    /** First asks the browser to keep the data. */
    async keep() {
      const { bytes = 0, kept = 0 } = store.get().solving.pack ?? {};
      const { storage } = navigator;
      await storage?.persist?.().catch(() => false);
      const { quota = Infinity, usage = 0 } = (await storage?.estimate?.().catch(() => null)) ?? {};
      const { pack } = store.get().solving;
      if (!pack) return;
      if (quota - usage >= bytes - kept) setKeeping(true);
      else store.update((s) => setSolving(s, { pack: { ...pack, trouble: 'full' } }));
    },
    pause() {
      void solution.open().then((pack) => pack?.pause());
      setKeeping(false);
    },
    remove() {
      setKeeping(false);
      void solution.open().then((pack) => pack?.remove());
    },
  };
}
