// A read-only view of the game as `window.merels`, for tests.
import type { EngineClient } from './engine/client.ts';
import type { Store } from './state.ts';

export function exposeForTests(store: Store, engine: EngineClient) {
  const view = {
    get line() {
      return store.get().game.line;
    },
    get legal() {
      return store.get().game.legal.map((m) => m.text);
    },
    get thinking() {
      return store.get().thinking;
    },
    get solving() {
      const { status, stored } = store.get().solving;
      return { status, stored };
    },
    get outcome() {
      return store.get().game.outcome;
    },
    get files() {
      return engine.files();
    },
  };
  Object.defineProperty(window, 'merels', { value: Object.freeze(view) });
}
