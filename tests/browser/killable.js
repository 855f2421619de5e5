/**
 * A browser with a profile on the disk, as a person's is, that can be killed like by the system: at
 * once, with all its processes.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { QUIET_FLAGS, testedChromium } from '../../scripts/lib/browsers.mjs';

/** A new profile. */
export const newProfile = () => mkdtempSync(join(tmpdir(), 'merels-profile-'));

/** @param {string} profile */
export const removeProfile = (profile) =>
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

/** @param {string} profile */
export async function launch(profile) {
  const port = join(profile, 'DevToolsActivePort');
  rmSync(port, { force: true });
  const flags = [
    ...QUIET_FLAGS,
    '--headless=new',
    '--lang=en-GB',
    '--window-size=1280,800',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  if (process.getuid?.() === 0) flags.push('--no-sandbox');
  const browser = spawn(testedChromium() ?? chromium.executablePath(), [...flags, 'about:blank'], {
    detached: true,
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => browser.once('exit', resolve));
  // The port stands in the first of its two lines.
  const address = () =>
    existsSync(port) ? /^(\d+)\n./.exec(readFileSync(port, 'utf8'))?.[1] : undefined;
  for (let waited = 0; address() === undefined && waited < 30_000; waited += 50)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const remote = await chromium.connectOverCDP(`http://127.0.0.1:${address()}`);
  const [context] = remote.contexts();
  if (!context) throw new Error('the browser has no window');
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    /** Ends it as a person does: all is written to the disk. */
    async quit() {
      const session = await remote.newBrowserCDPSession();
      await session.send('Browser.close');
      await gone;
    },
    async kill() {
      process.kill(-Number(browser.pid), 'SIGKILL');
      await gone;
      await remote.close().catch(() => {});
    },
  };
}
