// The tests of single modules, for Stryker: those of whole screens, which use nearly every module,
// would take a mutant from one second to twenty.
import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vitest.config.js';

const config = mergeConfig(page, defineConfig({}));
config.test.include = [
  'clock-state',
  'connection',
  'lesson-run',
  'links',
  'pack-pieces',
  'puzzle-run',
  'ratings',
  'record',
  'tally',
  'timing',
].map((name) => `tests/page/${name}.test.js`);

export default config;
