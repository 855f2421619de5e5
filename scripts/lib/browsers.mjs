/** Finds the installed browsers, and the flags with which the tests start Chromium. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const CHROMIUM = {
  names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  elsewhere: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
};
/**
 * Chromium without its own windows and menus, which the tests do not need. They take a third less
 * time with it.
 */
const SHELL = { names: ['chromium-headless-shell', 'chrome-headless-shell'], elsewhere: [] };
const FIREFOX = {
  names: ['firefox-esr', 'firefox'],
  elsewhere: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
};

/**
 * The path in the variable CHROMIUM, or else the first Chromium found, if any.
 * @param {{ shell?: boolean }} [wish] `shell`: prefers one without windows
 */
export const findChromium = ({ shell = false } = {}) =>
  process.env.CHROMIUM || (shell && findShell()) || find(CHROMIUM);

/** The one without windows, if it is there. */
export const findShell = () => find(SHELL);

/** The Chromium for the browser tests; `npm run test:all` uses the complete one. */
export const testedChromium = () => findChromium({ shell: process.env.MERELS_TESTS !== 'all' });

/** The same for Firefox and the variable FIREFOX. */
export const findFirefox = () => process.env.FIREFOX || find(FIREFOX);

/** @param {{ names: string[], elsewhere: string[] }} program */
function find({ names, elsewhere }) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...elsewhere,
  ].find(existsSync);
}

/** Keep Chromium from contacting its maker's servers. */
export const QUIET_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];
