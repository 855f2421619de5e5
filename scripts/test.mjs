/**
 * `npm test`: the tests to run before a commit, step by step. The last line is the total.
 * `npm run test:all` (--all) also runs the long ones, `npm test -- --changed` only what changes
 * since the main branch can affect, and `npm test -- wasm browser` only the named steps: format,
 * lint, library, semver, audit, rust, build, types, wasm, page, browser, speed, firefox. CHROMIUM and
 * FIREFOX may hold the paths of the browsers. docs/tests.md describes the steps.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from './lib/audit.mjs';
import { changedFiles, plan } from './lib/changed.mjs';
import { drawIcons } from './lib/icons.mjs';
import { buildPage } from './lib/page.mjs';
import { ROOT, Trouble, ask, main, run, say, since } from './lib/say.mjs';
import { setup } from './lib/setup.mjs';
import { count, failures } from './lib/tally.mjs';
import { COMPLETE, PAGE, buildWasm } from './lib/wasm.mjs';

/**
 * @typedef {import('./lib/tally.mjs').Counts} Counts
 * @typedef {(onOutput: (text: string) => void, only: string[]) => Promise<void>} Body `only`: the
 *   tests to run; if empty, all
 */

const ALL = process.argv.includes('--all');
const CHANGED = process.argv.includes('--changed');

/** Settings that make the Rust tests longer in `test:all`, see docs/tests.md. */
const LONG = {
  MERELS_GAMES: '20000',
  MERELS_POSITIONS: '10000',
  MERELS_CASES: '5000',
  MERELS_SEVEN: '1',
  MERELS_PLAIN: '1',
  MERELS_EVERY: '1',
  MERELS_FEED: '3',
};

/** @type {Body} */
async function library(out) {
  await cargo(out, 'publish', '--package', 'merels', '--dry-run', '--allow-dirty');
}

/** The tag of the last release, if there is one. */
const lastRelease = () => ask('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*']);

/**
 * Does the library still have what the last release promised? A new major version promises nothing.
 * @type {Body}
 */
async function semver(out) {
  const tag = lastRelease();
  if (!tag) return say('not compared: no release is tagged (v*)');
  const major = (/** @type {string} */ text) => /^v?(\d+)/m.exec(text)?.[1];
  const version = /^version = "(.*)"$/m.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'))?.[1];
  if (major(tag) !== major(version ?? '')) return say(`not compared: ${version} follows ${tag}`);
  const compared = ['--package', 'merels', '--baseline-rev', tag, '--release-type', 'minor'];
  await cargo(out, 'semver-checks', ...compared);
}

/** @type {{ name: string, title: string, needs?: string[], all?: true, body: Body }[]} */
const STEPS = [
  {
    name: 'format',
    title: 'Rust and JavaScript are formatted',
    body: async (out, only) => {
      if (!only.length) await cargo(out, 'fmt', '--check');
      const files = only.length ? only.filter((file) => existsSync(join(ROOT, file))) : ['.'];
      await run('npx', ['prettier', '--check', '--log-level', 'warn', ...files], { onOutput: out });
    },
  },
  {
    name: 'lint',
    title: 'Rust lints: native, then WebAssembly; the documentation',
    body: async (out) => {
      await cargo(out, 'clippy', '--locked', '--all-targets', '--', '-D', 'warnings');
      // For other programs, all modules in one, then one that has least.
      for (const features of [[], ['--features', COMPLETE.features], ['--features', 'pack']]) {
        await cargo(
          out,
          'clippy',
          '--locked',
          '--package',
          'merels',
          '--lib',
          '--target',
          'wasm32-unknown-unknown',
          ...features,
          '--',
          '-D',
          'warnings',
        );
      }
      await run('cargo', ['doc', '--locked', '--no-deps'], {
        env: { RUSTDOCFLAGS: '-D warnings' },
        onOutput: out,
      });
    },
  },
  { name: 'library', title: 'The library as a package', all: true, body: library },
  {
    name: 'semver',
    title: 'The library, compared with that of the last release',
    all: true,
    body: semver,
  },
  {
    name: 'audit',
    title: 'Licences, sources and advisories of other people’s code',
    all: true,
    body: audit,
  },
  {
    name: 'rust',
    title: 'Rust tests',
    body: (out, only) =>
      run('cargo', ['test', '--locked', '--no-fail-fast', ...only], {
        env: ALL ? LONG : {},
        onOutput: out,
      }),
  },
  {
    name: 'build',
    title: 'Build of the WebAssembly and the page',
    body: async (_, only) => {
      await buildWasm([...PAGE, COMPLETE]);
      if (only.includes('wasm')) return;
      await drawIcons();
      await buildPage();
    },
  },
  // After the build, which generates the types of the WebAssembly package.
  {
    name: 'types',
    title: 'JavaScript types and lints',
    needs: ['build'],
    body: (out) => npmScript(out, 'types'),
  },
  {
    name: 'wasm',
    title: 'Tests of the WebAssembly, in Node',
    needs: ['build'],
    body: (out, only) =>
      only.length
        ? run('node', ['--import', 'tsx', '--test', '--test-reporter=spec', ...only], {
            onOutput: out,
          })
        : npmScript(out, 'test:wasm'),
  },
  {
    name: 'page',
    title: 'Tests of the page’s own state, in Node',
    needs: ['build'],
    body: (out, only) =>
      only.length
        ? run('npx', ['vitest', 'run', '--config', 'tests/page/vitest.config.js', ...only], {
            onOutput: out,
          })
        : npmScript(out, 'test:page'),
  },
  {
    name: 'browser',
    title: 'Tests of the built page, in Chromium',
    needs: ['build'],
    body: browser,
  },
  // On their own: timed tests must not share the processor with others.
  {
    name: 'speed',
    title: 'Budgets of speed, in Chromium',
    needs: ['build'],
    all: true,
    body: (out) => npmScript(out, 'test:speed'),
  },
  {
    name: 'firefox',
    title: 'Whole games in Firefox',
    needs: ['build'],
    all: true,
    body: (out) => npmScript(out, 'test:firefox'),
  },
];

/**
 * Failed tests are run again with a trace, for debugging; they still count as failed.
 * @type {Body}
 */
async function browser(out, only) {
  // Of a spec, all tests or the one that begins at a line.
  const specs = only.map((name) => name.replace(/^([\w-]+)/, '/$1.spec.js'));
  /** @type {Record<string, string>} */
  const env = ALL ? { MERELS_TESTS: 'all' } : {};
  const playwright = ['playwright', 'test', '--config', 'tests/browser/playwright.config.js'];
  try {
    await run('npx', [...playwright, ...specs], { env, onOutput: out });
  } catch (error) {
    headline('The failed tests once more, with traces in test-results');
    await run('npx', [...playwright, '--last-failed'], {
      env: { ...env, MERELS_TRACE: '1' },
    }).catch(() => {});
    throw error;
  }
}

/**
 * @param {(text: string) => void} onOutput
 * @param {string[]} args
 */
const cargo = (onOutput, ...args) => run('cargo', args, { onOutput });

/**
 * @param {(text: string) => void} onOutput
 * @param {string} name
 */
const npmScript = (onOutput, name) => run('npm', ['run', '--silent', name], { onOutput });

/**
 * Says what to do if a step is named without the build that it needs.
 * @param {string} name
 */
function checkBuilt(name) {
  const modules = name === 'page' || name === 'browser' ? PAGE : [COMPLETE];
  const missing = modules.find(({ folder }) => !existsSync(join(ROOT, folder, 'merels.js')));
  if (missing)
    throw new Trouble(`Not run: ${missing.folder} is not built: run 'npm test -- build ${name}'.`);
}

/**
 * @param {Body} body
 * @param {string[]} only
 * @returns {Promise<Counts & { trouble: string | null, failures: string[] }>}
 */
async function attempt(body, only) {
  let output = '';
  /** @type {string | null} */
  let trouble = null;
  try {
    await body((text) => (output += text), only);
  } catch (error) {
    trouble =
      error instanceof Trouble
        ? error.message
        : String(error instanceof Error ? error.stack : error);
    console.error(`merels: ${trouble}`);
  }
  const counts = count(output);
  // A step that has no tests, or breaks before the first one, counts as one failure.
  if (trouble !== null && counts.failed === 0) counts.failed = 1;
  return { ...counts, trouble, failures: failures(output) };
}

/** @param {string} text */
function headline(text) {
  console.log(`\n=== ${text} ${'='.repeat(Math.max(3, 90 - text.length))}\n`);
}

await main(async () => {
  const wanted = process.argv.slice(2).filter((arg) => arg !== '--all' && arg !== '--changed');
  const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new Trouble(
      `There is no step ${unknown.join(', ')}: the steps are ${STEPS.map(({ name }) => name).join(', ')}; or --changed, or --all.`,
    );
  }
  if (CHANGED && wanted.length > 0)
    throw new Trouble('--changed chooses the steps itself: do not name any.');
  const files = CHANGED ? changedFiles() : [];
  /** @type {ReturnType<typeof plan>} */
  const chosen = CHANGED ? plan(files) : new Map(wanted.map((name) => [name, null]));
  const steps = STEPS.filter(({ name, all }) =>
    CHANGED || wanted.length > 0 ? chosen.has(name) : ALL || !all,
  );
  if (CHANGED) {
    for (const file of files) say(`changed: ${file}`);
    for (const { name } of steps) say(`running: ${[name, ...(chosen.get(name) ?? [])].join(' ')}`);
    if (steps.length === 0) return say('no tested file has changed');
  }

  headline('Setting up');
  const begin = performance.now();
  const runs = (/** @type {string} */ step) => steps.some(({ name }) => name === step);
  await setup({
    lint: runs('format') || runs('lint'),
    audit: runs('audit'),
    semver: runs('semver') && lastRelease() !== null,
    browser: ALL || runs('speed') ? true : runs('browser') && 'shell',
    firefox: runs('firefox'),
  });
  const report = [`set up      ${since(begin)}`];
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const broken = [];
  /** @type {string[]} */
  const failed = [];
  for (const [index, { name, title, needs = [], body }] of steps.entries()) {
    headline(`${index + 1}/${steps.length} ${title}`);
    const start = performance.now();
    const missing = needs.find((need) => broken.includes(need));
    /** @type {Body} */
    const checked = async (onOutput, only) => {
      if (missing) throw new Trouble(`Not run: '${missing}' failed.`);
      if (needs.includes('build') && !runs('build')) checkBuilt(name);
      await body(onOutput, only);
    };
    const result = await attempt(checked, chosen.get(name) ?? []);
    if (result.trouble !== null) broken.push(name);
    failed.push(...result.failures);
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
    report.push(`${name.padEnd(10)}  ${since(start).padEnd(12)} ${result.trouble ?? 'good'}`);
  }

  headline(broken.length === 0 ? 'All passed' : `Failed: ${broken.join(', ')}`);
  // Repeated here because often only the end of a long output is kept.
  for (const failure of failed) console.log(`${failure}\n`);
  for (const line of report) console.log(line);
  say(`${since(begin)} in total`);
  console.log(
    `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
  );
  if (broken.length > 0) process.exitCode = 1;
});
