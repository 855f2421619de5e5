/**
 * `npm run fuzz [-- SECONDS [READER …] [--keep]]`: coverage-guided fuzzing of every reader, a
 * minute each. The seeds are in tests/data/fuzz. New inputs stay in target/fuzz; an input that
 * fails is copied to tests/data/fuzz, where `cargo test --test library fuzz::` replays it. With
 * `--keep`, a few of the inputs that cover new code are copied there too, replacing those kept
 * before.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT, Trouble, main, run, say } from './lib/say.mjs';

const SEEDS = join(ROOT, 'tests/data/fuzz');
const FOUND = join(ROOT, 'target/fuzz');
const TOOLS = join(ROOT, '.tools');
/** Limits per input: seconds, and MiB in one allocation and in total. */
const BOUNDS = ['-timeout=10', '-malloc_limit_mb=128', '-rss_limit_mb=1024'];
/** Limits on the inputs kept per reader: files, total bytes, bytes per file. */
const MOST_KEPT = { files: 24, bytes: 50_000, each: 8_000 };
const KEPT = 'kept-';

/**
 * Keeps some of a reader's new inputs, from the shortest to the longest.
 * @param {string} reader
 * @param {string} corpus
 */
function keep(reader, corpus) {
  const folder = join(SEEDS, reader);
  for (const file of readdirSync(folder)) if (file.startsWith(KEPT)) rmSync(join(folder, file));
  const finds = readdirSync(corpus).map((file) => ({
    file,
    size: statSync(join(corpus, file)).size,
  }));
  const short = finds
    .filter(({ size }) => size > 0 && size <= MOST_KEPT.each)
    .sort((a, b) => a.size - b.size || (a.file < b.file ? -1 : 1));
  const step = Math.max(1, short.length / MOST_KEPT.files);
  let bytes = 0;
  for (let at = 0; at < short.length && bytes < MOST_KEPT.bytes; at += step) {
    const find = short[Math.floor(at)];
    if (!find || bytes + find.size > MOST_KEPT.bytes) break;
    bytes += find.size;
    cpSync(join(corpus, find.file), join(folder, KEPT + find.file.slice(0, 12)));
  }
}

await main(async () => {
  const keeps = process.argv.includes('--keep');
  const [seconds = '60', ...wanted] = process.argv
    .slice(2)
    .filter((argument) => argument !== '--keep');
  if (!/^\d+$/.test(seconds)) throw new Trouble(`${seconds} is not a number of seconds`);
  const all = readdirSync(SEEDS);
  const readers = wanted.length ? wanted : all;
  for (const reader of readers)
    if (!all.includes(reader))
      throw new Trouble(`there is no reader called ${reader}, only ${all.join(', ')}`);

  process.env.PATH = [join(TOOLS, 'bin'), process.env.PATH].join(delimiter);
  if (!existsSync(join(TOOLS, 'bin/cargo-fuzz'))) {
    say('installing cargo-fuzz');
    await run('cargo', ['install', 'cargo-fuzz', '--locked', '--root', TOOLS]);
  }
  const env = { RUSTUP_TOOLCHAIN: 'nightly' };
  await run('cargo', ['fuzz', 'build', 'reader'], { env });

  const failed = [];
  for (const reader of readers) {
    const corpus = join(FOUND, reader);
    const artifacts = join(FOUND, `${reader}.failed`);
    for (const folder of [corpus, artifacts]) mkdirSync(folder, { recursive: true });
    say(`fuzzing ${reader} for ${seconds} s`);
    try {
      const options = [
        `-max_total_time=${seconds}`,
        `-artifact_prefix=${artifacts}/`,
        '-print_final_stats=1',
        ...BOUNDS,
      ];
      const reading = { env: { ...env, MERELS_READER: reader } };
      await run(
        'cargo',
        ['fuzz', 'run', 'reader', corpus, join(SEEDS, reader), '--', ...options],
        reading,
      );
      if (keeps) {
        await run('cargo', ['fuzz', 'cmin', 'reader', corpus], reading);
        keep(reader, corpus);
      }
    } catch {
      failed.push(reader);
      for (const file of readdirSync(artifacts))
        cpSync(join(artifacts, file), join(SEEDS, reader, file));
    }
  }
  if (failed.length)
    throw new Trouble(
      `readers that failed: ${failed.join(', ')}; the inputs are in tests/data/fuzz`,
    );
  say('no reader failed');
});
