/** Where this machine's browsers are, and how the tests start Chromium. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const CHROMIUM = {
  names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  elsewhere: ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
};
/** Chromium without its own windows and menus, which the tests do not look at: without them the tests take a third less time. */
const SHELL = { names: ['chromium-headless-shell', 'chrome-headless-shell'], elsewhere: [] };
const FIREFOX = { names: ['firefox-esr', 'firefox'], elsewhere: ['/Applications/Firefox.app/Contents/MacOS/firefox'] };

/**
 * The program named by the variable CHROMIUM, else the first one found, else undefined.
 * @param {{ shell?: boolean }} [wish] `shell`: preferably one without windows of its own
 */
export const findChromium = ({ shell = false } = {}) => process.env.CHROMIUM || (shell && find(SHELL)) || find(CHROMIUM);

/** The Chromium that the browser tests run in: in `npm run test:all` the one that people have. */
export const testedChromium = () => findChromium({ shell: process.env.MERELS_TESTS !== 'all' });

/** The same of Firefox, and of the variable FIREFOX. */
export const findFirefox = () => process.env.FIREFOX || find(FIREFOX);

/** @param {{ names: string[], elsewhere: string[] }} program */
function find({ names, elsewhere }) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere].find(existsSync);
}

/** Without these Chromium calls its maker's servers, which the tests neither need nor want. */
export const QUIET_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];
