/**
 * `npm run size`: the size of the built page over the network, by kind: the first load, and
 * everything cached for offline play.
 */
import { offlineFiles } from './lib/page.mjs';
import { main } from './lib/say.mjs';
import { firstLoad, weigh } from './lib/weight.mjs';

await main(async () => {
  const all = offlineFiles().map(({ url }) => url);
  for (const [what, names] of /** @type {[string, string[]][]} */ ([
    ['The first load', firstLoad()],
    ['All that offline play keeps', all],
    ['After it, sw.js', ['sw.js']],
  ])) {
    console.log(`\n${what}, in bytes:\n`);
    console.log(
      `${''.padEnd(16)}${['files', 'plain', 'gzip', 'brotli'].map((word) => word.padStart(10)).join('')}`,
    );
    for (const [kind, { files, plain, gzip, brotli }] of weigh(names)) {
      if (files > 0)
        console.log(
          `${kind.padEnd(16)}${[files, plain, gzip, brotli].map((n) => String(n).padStart(10)).join('')}`,
        );
    }
  }
});
