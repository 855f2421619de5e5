/**
 * `npm run audit`: checks the licences, sources and advisories of all third-party code (deny.toml).
 */
import { audit } from './lib/audit.mjs';
import { main } from './lib/say.mjs';
import { setup } from './lib/setup.mjs';

await main(async () => {
  await setup({ audit: true });
  await audit();
});
