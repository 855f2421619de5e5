/**
 * `npm run mutants [-- ARGUMENTS]`: runs cargo-mutants on the rules, the game and the notation, in
 * its own copy of the tree. All mutants take hours; `-- --shard 1/50 --shuffle` runs a random
 * fiftieth. The configuration is in .cargo/mutants.toml.
 * `npm run mutants -- page [FILE …]`: runs Stryker on pure modules of the page, also in a copy; on
 * those named in tests/page/stryker.config.json, or on others.
 */
import { Trouble, ask, main, run, say } from './lib/say.mjs';

const VERSION = '27.1.0';
/**
 * Fewer cases per property: one failure is enough. The test harness treats --fail-fast as unstable,
 * hence the first.
 */
const env = {
  RUSTC_BOOTSTRAP: '1',
  MERELS_CASES: '50',
  MERELS_POSITIONS: '50',
  MERELS_GAMES: '30',
};

await main(async () => {
  const [what, ...files] = process.argv.slice(2);
  if (what === 'page') {
    const named = files.length ? ['--mutate', files.join(',')] : [];
    return run('npx', ['stryker', 'run', 'tests/page/stryker.config.json', ...named]);
  }
  if (ask('cargo', ['mutants', '--version']) === null) {
    throw new Trouble(
      `cargo-mutants is missing. To install it, run 'cargo install --locked cargo-mutants@${VERSION}' (a few minutes).`,
    );
  }
  say('running cargo-mutants on the rules');
  await run(
    'cargo',
    ['mutants', '--timeout', '100', '--output', 'target', ...process.argv.slice(2)],
    { env },
  );
});
