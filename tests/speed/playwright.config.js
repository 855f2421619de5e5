// What the page promises of its speed. Apart from the other tests and one at a time, so that they do not slow each other.
import { defineConfig } from '@playwright/test';
import everything from '../browser/playwright.config.js';

export default defineConfig({
  ...everything,
  outputDir: '../../test-results/speed',
  fullyParallel: false,
  workers: 1,
  timeout: 360_000,
  // Recording a trace takes a good part of the processor.
  use: { ...everything.use, trace: 'off' },
  projects: (everything.projects ?? []).filter(({ name }) => name === 'phone'),
});
