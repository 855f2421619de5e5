/**
 * `npm run package`: builds the npm package in package/, to be published or installed from there.
 */
import { join } from 'node:path';
import { writePackage } from './lib/package.mjs';
import { ROOT, main, say } from './lib/say.mjs';
import { setup } from './lib/setup.mjs';
import { COMPLETE, buildWasm } from './lib/wasm.mjs';

await main(async () => {
  await setup();
  await buildWasm([COMPLETE]);
  writePackage(join(ROOT, 'package'));
  say('the package is in package/');
});
