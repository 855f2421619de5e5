import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { version } from './load.mjs';

test('the WebAssembly is of the crate in this folder', () => {
  const manifest = readFileSync(new URL('../../Cargo.toml', import.meta.url), 'utf8');
  assert.equal(version(), manifest.match(/^version = "(.+)"$/m)?.[1]);
});
