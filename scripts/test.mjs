/**
 * `npm test`: everything that has to hold, one step after another; the last line is the total.
 * `npm test -- wasm browser` runs only the steps named.
 */
import { audit } from './lib/audit.mjs';
import { drawIcons } from './lib/icons.mjs';
import { buildPage } from './lib/page.mjs';
import { Trouble, main, run, say, since } from './lib/say.mjs';
import { setup } from './lib/setup.mjs';
import { count, failures } from './lib/tally.mjs';
import { buildWasm } from './lib/wasm.mjs';

/**
 * @typedef {import('./lib/tally.mjs').Counts} Counts
 * @typedef {(onOutput: (text: string) => void) => Promise<void>} Body
 */

/** @type {{ name: string, title: string, needs?: string[], body: Body }[]} */
const STEPS = [
  { name: 'format', title: 'Rust is formatted', body: (out) => cargo(out, 'fmt', '--check') },
  {
    name: 'lint',
    title: 'Rust lints: native, then WebAssembly; the documentation',
    body: async (out) => {
      await cargo(out, 'clippy', '--locked', '--all-targets', '--', '-D', 'warnings');
      await cargo(out, 'clippy', '--locked', '--lib', '--target', 'wasm32-unknown-unknown', '--', '-D', 'warnings');
      await run('cargo', ['doc', '--locked', '--no-deps'], { env: { RUSTDOCFLAGS: '-D warnings' }, onOutput: out });
    },
  },
  { name: 'audit', title: 'Licences, sources and advisories of other people’s code', body: audit },
  { name: 'rust', title: 'Rust tests', body: (out) => cargo(out, 'test', '--locked', '--no-fail-fast') },
  {
    name: 'build',
    title: 'Build of the WebAssembly and the page',
    body: async () => {
      await buildWasm();
      await drawIcons();
      await buildPage();
    },
  },
  // After the build, which writes the types of the WebAssembly package.
  { name: 'types', title: 'JavaScript types', needs: ['build'], body: (out) => npmScript(out, 'types') },
  { name: 'wasm', title: 'Tests of the WebAssembly, in Node', needs: ['build'], body: (out) => npmScript(out, 'test:wasm') },
  { name: 'browser', title: 'Tests of the built page, in Chromium', needs: ['build'], body: (out) => npmScript(out, 'test:browser') },
  // By themselves: what is timed must not share the processor with other tests.
  { name: 'speed', title: 'Budgets of speed, in Chromium', needs: ['build'], body: (out) => npmScript(out, 'test:speed') },
  { name: 'firefox', title: 'Whole games in Firefox', needs: ['build'], body: (out) => npmScript(out, 'test:firefox') },
];

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
 * @param {Body} body
 * @returns {Promise<Counts & { trouble: string | null, failures: string[] }>}
 */
async function attempt(body) {
  let output = '';
  /** @type {string | null} */
  let trouble = null;
  try {
    await body((text) => (output += text));
  } catch (error) {
    trouble = error instanceof Trouble ? error.message : String(error instanceof Error ? error.stack : error);
    console.error(`merels: ${trouble}`);
  }
  const counts = count(output);
  // A step without tests of its own, or one that broke before its first, counts as one failure.
  if (trouble !== null && counts.failed === 0) counts.failed = 1;
  return { ...counts, trouble, failures: failures(output) };
}

/** @param {string} text */
function headline(text) {
  console.log(`\n=== ${text} ${'='.repeat(Math.max(3, 90 - text.length))}\n`);
}

await main(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new Trouble(`There is no step ${unknown.join(', ')}: the steps are ${STEPS.map(({ name }) => name).join(', ')}.`);
  }
  const steps = STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

  headline('What the tests need');
  const begin = performance.now();
  const runs = (/** @type {string} */ step) => steps.some(({ name }) => name === step);
  await setup({ lint: true, audit: runs('audit'), browser: runs('browser') || runs('speed'), firefox: runs('firefox') });
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
    const result = await attempt(missing ? async () => { throw new Trouble(`Not run: '${missing}' failed.`); } : body);
    if (result.trouble !== null) broken.push(name);
    failed.push(...result.failures);
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
    report.push(`${name.padEnd(10)}  ${since(start).padEnd(12)} ${result.trouble ?? 'good'}`);
  }

  headline(broken.length === 0 ? 'Everything holds' : `Broken: ${broken.join(', ')}`);
  // Told again, for of a long output often only the end is kept.
  for (const failure of failed) console.log(`${failure}\n`);
  for (const line of report) console.log(line);
  say(`${since(begin)} in all`);
  console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
  if (broken.length > 0) process.exitCode = 1;
});
