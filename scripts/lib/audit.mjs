/** Other people's code: under which licences it stands, where it comes from, and whether anything is known against it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED } from './licences.mjs';
import { ROOT, Trouble, ask, run, say } from './say.mjs';

const ADVISORIES = 'https://github.com/RustSec/advisory-db';
/** Licences of what ends up in the page, and of what the build and the tests use besides. */
const PERMISSIVE = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'OFL-1.1'];
const TOOLS = [...PERMISSIVE, 'MPL-2.0', 'LGPL-3.0-or-later'];

/** Throws where something is wrong; what cannot be asked from here is said. @param {(text: string) => void} [onOutput] */
export async function audit(onOutput) {
  const options = { onOutput };
  await run('cargo-deny', ['--locked', 'check', 'licenses', 'bans', 'sources'], options);
  if (ask('git', ['ls-remote', '--exit-code', ADVISORIES, 'HEAD']) === null) {
    say(`NOT LOOKED UP: advisories against crates, since ${ADVISORIES} cannot be reached from here`);
  } else await run('cargo-deny', ['--locked', 'check', 'advisories'], options);
  npmLock();
  npmAdvisories();
}

/** Every npm package is pinned by its hash and under a licence that is allowed. */
function npmLock() {
  /** @type {Record<string, { license?: string, integrity?: string }>} */
  const packages = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const wrong = [];
  for (const [path, { license = '', integrity }] of Object.entries(packages)) {
    const name = path.replace(/^.*node_modules\//, '');
    if (name === '') continue;
    const allowed = SHIPPED.some((pattern) => pattern.test(name)) ? PERMISSIVE : TOOLS;
    // Of several that hold together each has to be allowed, of a choice one.
    const fine = (/** @type {string} */ words) => words.split(' AND ').every((part) => allowed.includes(part));
    if (!license.replace(/^\((.*)\)$/, '$1').split(' OR ').some(fine)) wrong.push(`${name} is under ${license || 'no licence'}`);
    if (!integrity?.startsWith('sha512-')) wrong.push(`${name} is not pinned by a hash`);
  }
  if (wrong.length) throw new Trouble(`npm packages: ${wrong.join('; ')}`);
  say(`${Object.keys(packages).length - 1} npm packages: pinned, licences allowed`);
}

function npmAdvisories() {
  // It fails where it has found something as well as where it could not ask; its answer tells which.
  const answer = ask('npm', ['audit', '--json'], { evenIfItFails: true });
  /** @type {{ metadata?: { vulnerabilities: Record<string, number> }, vulnerabilities?: Record<string, { severity: string }>, message?: string }} */
  let found = {};
  try {
    found = JSON.parse(answer ?? '');
  } catch {
    // No answer at all.
  }
  const { metadata, vulnerabilities = {} } = found;
  if (!metadata) return say(`NOT LOOKED UP: advisories against npm packages, since the registry says: ${found.message ?? 'nothing'}`);
  const names = Object.entries(vulnerabilities).map(([name, { severity }]) => `${name} (${severity})`);
  if (names.length) throw new Trouble(`npm packages with advisories: ${names.join(', ')}; see 'npm audit'`);
  say('npm packages: no advisories');
}
