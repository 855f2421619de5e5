/** `npm run audit`: licences, sources and advisories of everything that others have made (deny.toml). */
import { audit } from './lib/audit.mjs';
import { main } from './lib/say.mjs';
import { setup } from './lib/setup.mjs';

await main(async () => {
  await setup({ audit: true });
  await audit();
});
