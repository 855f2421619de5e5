// What the page promises of its speed. Apart from the other tests and one at a time, so that they
// do not slow each other.
import { defineConfig } from '@playwright/test';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import everything from '../browser/playwright.config.js';

export default defineConfig({
  ...everything,
  outputDir: '../../test-results/speed',
  fullyParallel: false,
  workers: 1,
  timeout: 360_000,
  // As people have it: with a service worker, and all that is fetched late; but recording a trace
  // takes a good part of the processor.
  use: {
    ...everything.use,
    launchOptions: { ...everything.use?.launchOptions, executablePath: findChromium() },
    trace: 'off',
    serviceWorkers: 'allow',
    late: true,
  },
  projects: (everything.projects ?? []).flatMap(({ name, use }) =>
    name === 'phone' ? { name, use } : [],
  ),
});
