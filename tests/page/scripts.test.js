/** The commands of package.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, usage } from '../../scripts/lib/say.mjs';

/** @type {{ scripts: Record<string, string> }} */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

test('every command says what it does when asked for help, and does nothing else', () => {
  for (const [name, command] of Object.entries(scripts)) {
    // These have a help of their own.
    if (/^(?:vitest run|playwright test) --config \S+$/.test(command)) continue;
    const [, file = ''] = /^node (scripts\/\S+)[^&|;]*$/.exec(command) ?? [];
    expect(file, `${name}: a script of the project, and nothing after it`).not.toBe('');
    const source = readFileSync(join(ROOT, file), 'utf8');
    const called = name === 'test' ? 'npm test' : `npm run ${name}`;
    expect(usage(source), name).toContain(`\`${called}`);
    // Its options, and the steps of the tests.
    const options = source.match(/(?<=(?:includes\(|!== )')--[\w-]+(?=')/g) ?? [];
    const steps = source.match(/(?<=^(?: {4}| {2}\{ )name: ')\w+(?=')/gm) ?? [];
    for (const word of [...options, ...steps]) expect(usage(source), name).toContain(word);
    // main() answers; what stands beside it is done in any case.
    expect(source.match(/^await .*/gm), name).toEqual(['await main(async () => {']);
  }
});

test('help is the comment that a script begins with', () => {
  expect(
    usage('/**\n * `npm run x`: does *this*,\n * then that.\n */\nimport a;\n/** Not this. */'),
  ).toBe('`npm run x`: does *this*,\nthen that.');
  expect(usage('/** Short. */')).toBe('Short.');
  expect(usage('import a;\n/** No. */')).toBe('');
});
