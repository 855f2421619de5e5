/**
 * `npm run test:wasm`: runs the tests of the WebAssembly package in Node. `npm run test:firefox`:
 * plays whole games in Firefox, one test at a time.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, main, run } from './lib/say.mjs';

await main(async () => {
  const [, , name = ''] = process.argv;
  const folder = join(ROOT, 'tests', name);
  const files = readdirSync(folder).filter((file) => file.endsWith('.test.mjs'));
  await run('node', [
    // The page's modules are TypeScript.
    '--import',
    'tsx',
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${name === 'firefox' ? 1 : 4}`,
    ...files.map((file) => join(folder, file)),
  ]);
});
