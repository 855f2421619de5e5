/** Checks the licences, sources and known advisories of third-party code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED } from './licences.mjs';
import { ROOT, Trouble, ask, run, say } from './say.mjs';

const ADVISORIES = 'https://github.com/RustSec/advisory-db';
/** The licences allowed in the page, and those also allowed in build and test tools. */
const PERMISSIVE = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'OFL-1.1'];
const TOOLS = [
  ...PERMISSIVE,
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'Python-2.0',
  'Zlib',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
];

/**
 * Throws if something is wrong; reports what could not be looked up.
 * @param {(text: string) => void} [onOutput]
 */
export async function audit(onOutput) {
  const options = { onOutput };
  await run('cargo-deny', ['--locked', 'check', 'licenses', 'bans', 'sources'], options);
  if (ask('git', ['ls-remote', '--exit-code', ADVISORIES, 'HEAD']) === null) {
    say(
      `NOT LOOKED UP: advisories against crates, since ${ADVISORIES} cannot be reached from here`,
    );
  } else await run('cargo-deny', ['--locked', 'check', 'advisories'], options);
  npmLock();
  npmAdvisories();
}

/** Checks that every npm package is pinned by its hash and has an allowed licence. */
function npmLock() {
  /** @type {Record<string, { license?: string, integrity?: string }>} */
  const packages = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const wrong = [];
  for (const [path, { license = '', integrity }] of Object.entries(packages)) {
    const name = path.replace(/^.*node_modules\//, '');
    if (name === '') continue;
    const allowed = SHIPPED.some((pattern) => pattern.test(name)) ? PERMISSIVE : TOOLS;
    // All licences joined by AND must be allowed, or one of those joined by OR.
    const fine = (/** @type {string} */ words) =>
      words.split(' AND ').every((part) => allowed.includes(part));
    if (
      !license
        .replace(/^\((.*)\)$/, '$1')
        .split(' OR ')
        .some(fine)
    )
      wrong.push(`${name} is under ${license || 'no licence'}`);
    if (!integrity?.startsWith('sha512-')) wrong.push(`${name} is not pinned by a hash`);
  }
  if (wrong.length) throw new Trouble(`npm packages: ${wrong.join('; ')}`);
  say(`${Object.keys(packages).length - 1} npm packages: pinned, licences allowed`);
}

function npmAdvisories() {
  // It fails both if it found something and if it could not ask; the output tells which.
  const answer = ask('npm', ['audit', '--json'], { evenIfItFails: true });
  /**
   * @type {{ metadata?: { vulnerabilities: Record<string, number> }, vulnerabilities?: Record<string, { severity: string }>, message?: string }}
   */
  let found = {};
  try {
    found = JSON.parse(answer ?? '');
  } catch {
    // No output.
  }
  const { metadata, vulnerabilities = {} } = found;
  if (!metadata)
    return say(
      `NOT LOOKED UP: advisories against npm packages, since the registry says: ${found.message ?? 'nothing'}`,
    );
  const names = Object.entries(vulnerabilities).map(
    ([name, { severity }]) => `${name} (${severity})`,
  );
  if (names.length)
    throw new Trouble(`npm packages with advisories: ${names.join(', ')}; see 'npm audit'`);
  say('npm packages: no advisories');
}
