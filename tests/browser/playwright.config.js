import { defineConfig, devices } from '@playwright/test';
import { QUIET_FLAGS, testedChromium } from '../../scripts/lib/browsers.mjs';

const { CI, MERELS_TESTS, MERELS_TRACE } = process.env;
/** `npm run test:all`: every test, and what makes sense on both sizes on both. */
const all = MERELS_TESTS === 'all';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(CI),
  // A test that passes only sometimes is a failing test.
  retries: 0,
  // Half of the time a test waits, for a worker, a frame or a clock.
  workers: 3,
  // Bounds on hanging, not on speed: no test is to fail because the machine does something else
  // beside it.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // A click that would wait forever says what it waits for.
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: testedChromium(),
      args: [
        ...QUIET_FLAGS,
        // Without windows letters would be hinted, and some words wider than people see them.
        '--font-render-hinting=none',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Recording costs a third of the time: only what has failed is run again with it, to be looked
    // into.
    trace: MERELS_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Waiting until men have come to rest costs a quarter of the time; where it counts, tests say so.
    contextOptions: { reducedMotion: all ? 'no-preference' : 'reduce' },
    // Every context would fetch the whole page twice; tests of offline play and updates allow it.
    serviceWorkers: 'block',
  },
  // Tags say where a test makes sense: @desktop or @phone, and no tag where it does on both.
  // `npm test` runs it once: on the phone where it is @phone or @touch (touch or the layout is what
  // it tests), else on the desktop. @slow is left to `npm run test:all`.
  projects: [
    {
      name: 'desktop',
      grepInvert: all ? /@phone/ : /@phone|@touch|@slow/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      ...(all ? { grepInvert: /@desktop/ } : { grep: /@phone|@touch/, grepInvert: /@slow/ }),
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      },
    },
  ],
});
