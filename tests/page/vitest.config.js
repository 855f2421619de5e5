// Tests of the page's own state, in Node. A file that needs a document says so in its first line.
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import page from '../../vite.config.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

export default mergeConfig(
  page,
  defineConfig({
    root,
    // Whether data/nine is there or not.
    define: {
      __PACKS__: JSON.stringify({
        nine: { folder: 'data/nine-00000000/', version: '00000000', bytes: 60_000_000 },
      }),
    },
    test: {
      include: ['tests/page/*.test.js'],
      pool: 'threads',
      // The default leaves a core idle, and nothing else runs beside these tests.
      maxWorkers: '100%',
      // On a busy machine a file is long in loading.
      testTimeout: 20_000,
      restoreMocks: true,
      unstubGlobals: true,
    },
  }),
);
