/**
 * The npm package: packed, installed elsewhere, the examples of both READMEs run, its types
 * checked.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { writePackage } from '../../scripts/lib/package.mjs';
import { ROOT } from '../../scripts/lib/say.mjs';

const folder = mkdtempSync(join(tmpdir(), 'merels-package-'));
const home = join(folder, 'consumer');

/** What a program prints. @param {string} program @param {string[]} args @param {string} cwd */
function printed(program, args, cwd) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** The block of code of a language in a text. @param {string} text @param {string} language */
const block = (text, language) =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(text)?.[1] ?? '';

before(() => {
  writePackage(join(folder, 'package'));
  const [packed] = JSON.parse(
    printed('npm', ['pack', '--json', '--pack-destination', folder], join(folder, 'package')),
  );
  mkdirSync(home);
  writeFileSync(
    join(home, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  );
  printed(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)],
    home,
  );
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('the package has what it should and nothing else', () => {
  const installed = join(home, 'node_modules', 'merels');
  assert.deepEqual(readdirSync(installed).sort(), [
    'LICENSE',
    'README.md',
    'browser.js',
    'merels.d.ts',
    'merels.js',
    'merels_bg.wasm',
    'node.js',
    'openings',
    'package.json',
  ]);
  assert.deepEqual(
    readdirSync(join(installed, 'openings')).sort(),
    ['eleven', 'lasker', 'nine', 'twelve'].map((game) => `${game}.json`),
  );
  const { name, version, license, types, sideEffects, exports } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  );
  const cargo = readFileSync(join(ROOT, 'Cargo.toml'), 'utf8');
  assert.equal(name, 'merels');
  assert.match(cargo, new RegExp(`^version = "${version}"$`, 'm'));
  assert.deepEqual([license, types, sideEffects], ['MIT', './merels.d.ts', ['./node.js']]);
  assert.deepEqual(Object.keys(exports['.']), ['types', 'node', 'default']);
  const declarations = readFileSync(join(installed, 'merels.d.ts'), 'utf8');
  assert.doesNotMatch(declarations, /\bany\b(?=[,;)\]|>])/, 'nothing is untyped');
  assert.doesNotMatch(
    declarations,
    /^ {4}\w+: .*(?:\bundefined\b|\bMap<)/m,
    'data has null and plain objects',
  );
});

for (const [name, least, most] of /** @type {[string, number, number][]} */ ([
  ['README.md', 4, 6],
  ['docs/package.md', 16, 24],
]))
  test(`the example of ${name} prints what it says`, () => {
    const text = readFileSync(join(ROOT, name), 'utf8');
    const example = block(text, 'js');
    const count = example.split('\n').filter((line) => line.trim()).length;
    assert.ok(count >= least && count <= most, `${count} lines`);
    writeFileSync(join(home, 'example.js'), example);
    assert.equal(printed('node', ['example.js'], home), block(text, 'text'));
  });

test('the example of reasons prints what it says', () => {
  const docs = readFileSync(join(ROOT, 'docs', 'package.md'), 'utf8');
  const part = docs.split('## Why a turn was a mistake')[1] ?? '';
  writeFileSync(join(home, 'reasons.js'), block(part, 'js'));
  assert.equal(printed('node', ['reasons.js'], home), block(part, 'text'));
});

test('the example of the values of Nine prints what it says', () => {
  const docs = readFileSync(join(ROOT, 'docs', 'package.md'), 'utf8');
  const part = docs.split("## The values of Nine Men's Morris")[1] ?? '';
  symlinkSync(join(ROOT, 'data'), join(home, 'data'), 'junction');
  writeFileSync(join(home, 'nine.js'), block(part, 'js'));
  assert.equal(printed('node', ['nine.js'], home), block(part, 'text'));
});

test('the example of reading prints what it says', () => {
  const docs = readFileSync(join(ROOT, 'docs', 'package.md'), 'utf8');
  const part = docs.split('## Reading what others write')[1] ?? '';
  writeFileSync(join(home, 'reading.js'), block(part, 'js'));
  assert.equal(printed('node', ['reading.js'], home), block(part, 'text'));
});

test('in a browser, a page of HTML in place of the WebAssembly is named, and what to do', () => {
  const html = 'data:text/html,<!doctype html>';
  writeFileSync(
    join(home, 'moved.js'),
    `import init from './node_modules/merels/browser.js';
init({ module_or_path: '${html}' }).catch(({ message, cause }) => console.log(cause.name, message));`,
  );
  assert.match(
    printed('node', ['moved.js'], home),
    /^CompileError What was fetched as merels_bg\.wasm is not WebAssembly\..*optimizeDeps\.exclude/,
  );
});

test('its types hold a strict program', () => {
  cpSync(join(ROOT, 'tests', 'wasm', 'consumer.ts'), join(home, 'consumer.ts'));
  const options = [
    '--strict',
    '--noEmit',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--moduleResolution',
    'nodenext',
    '--noUncheckedIndexedAccess',
  ];
  // In a browser; and in Node alone, where it names nothing that only a browser has.
  const nodeOnly = ['--lib', 'es2023', '--types', 'node'];
  const nodeTypes = ['--typeRoots', join(ROOT, 'node_modules', '@types')];
  for (const more of [[], [...nodeOnly, ...nodeTypes]])
    printed(
      'node',
      [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), ...options, ...more, 'consumer.ts'],
      home,
    );
});
