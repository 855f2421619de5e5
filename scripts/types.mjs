/**
 * `npm run types`: type-checks and lints all JavaScript: the page, its workers, the scripts and the
 * tests.
 */
import { main, run, ROOT } from './lib/say.mjs';

await main(async () => {
  for (const project of [
    'tsconfig.json',
    'tsconfig.worker.json',
    'tsconfig.node.json',
    'tests/page/tsconfig.json',
  ]) {
    await run('node', [
      `${ROOT}node_modules/typescript/bin/tsc`,
      '--project',
      project,
      '--pretty',
      'false',
    ]);
  }
  await run('npx', ['oxlint', '--quiet']);
});
