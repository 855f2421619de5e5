import { defineConfig, devices } from '@playwright/test';
import { QUIET_FLAGS, findChromium } from '../../scripts/lib/browsers.mjs';

const ci = Boolean(process.env.CI);

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: ci,
  // A test that passes only sometimes is a failing test.
  retries: 0,
  workers: 2,
  // Bounds on hanging, not on speed: no test is to fail because the machine does something else beside it.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: findChromium(),
      args: [...QUIET_FLAGS, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  // What is tagged with one project's name would make no sense, or be measured twice, on the other.
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', grepInvert: /@desktop/, use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
});
