/**
 * `npm run mutants [-- ARGUMENTS]`: cargo-mutants on the rules, the game and the notation, in a copy that it makes itself; hours for all of
 * them. `-- --shard 1/50 --shuffle` is a fiftieth, at random. What it tries and runs is in .cargo/mutants.toml.
 */
import { Trouble, ask, main, run, say } from './lib/say.mjs';

const VERSION = '27.1.0';
/** Fewer cases for each of the properties: one that fails is enough. The test harness takes --fail-fast for unfinished, hence the first. */
const env = { RUSTC_BOOTSTRAP: '1', MERELS_CASES: '50', MERELS_POSITIONS: '50', MERELS_GAMES: '30' };

await main(async () => {
  if (ask('cargo', ['mutants', '--version']) === null) {
    throw new Trouble(`cargo-mutants is missing: 'cargo install --locked cargo-mutants@${VERSION}' installs it, in a few minutes.`);
  }
  say('putting faults into the rules, one at a time');
  await run('cargo', ['mutants', '--timeout', '100', '--output', 'target', ...process.argv.slice(2)], { env });
});
