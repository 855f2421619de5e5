/**
 * `npm run reproduce`: builds the last commit twice, in two folders, and compares every file.
 * Prints their SHA-256 hashes, to compare a published build with.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, Trouble, ask, main, run, say } from './lib/say.mjs';

/**
 * The SHA-256 hash of every file in a folder.
 * @param {string} folder
 * @returns {Map<string, string>}
 */
function hashes(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return new Map(
    names.sort().map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}

await main(async () => {
  const place = mkdtempSync(join(tmpdir(), 'merels-reproduce-'));
  try {
    const commit = ask('git', ['rev-parse', 'HEAD']);
    if (commit === null) throw new Trouble('there is no commit here');
    const built = [];
    for (const name of ['one', 'the-other-one']) {
      const folder = join(place, name);
      await run('git', ['clone', '--quiet', ROOT, folder]);
      // HEAD may move in the meantime.
      await run('git', ['-C', folder, 'checkout', '--quiet', commit]);
      // The tools can be shared: they are pinned, and the set-up checks them.
      cpSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
      symlinkSync(join(ROOT, '.tools'), join(folder, '.tools'));
      say(`building ${commit.slice(0, 10)} in ${folder}`);
      await run('npm', ['--prefix', folder, 'run', '--silent', 'build'], {
        env: { CARGO_TARGET_DIR: join(folder, 'target') },
      });
      built.push(hashes(join(folder, 'dist')));
    }
    const [one = new Map(), other = new Map()] = built;
    for (const [name, hash] of one) console.log(`${hash}  ${name}`);
    const differ = [...new Set([...one.keys(), ...other.keys()])].filter(
      (name) => one.get(name) !== other.get(name),
    );
    if (differ.length)
      throw new Trouble(`two builds of the same commit differ in ${differ.join(', ')}`);
    say(`two builds of the same commit have the same ${one.size} files, byte for byte`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
