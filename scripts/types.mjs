/** `npm run types`: checks the types of all JavaScript: the page, its workers, and the tools and tests. */
import { main, run, ROOT } from './lib/say.mjs';

await main(async () => {
  for (const project of ['tsconfig.json', 'tsconfig.worker.json', 'tsconfig.node.json', 'tests/page/tsconfig.json']) {
    await run('node', [`${ROOT}node_modules/typescript/bin/tsc`, '--project', project, '--pretty', 'false']);
  }
});
