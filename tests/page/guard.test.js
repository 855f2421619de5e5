/** The page's calls of Rust, when one of them traps. */
import { expect, test, vi } from 'vitest';
import { loadCore } from '../../www/app/engine/core.ts';
import { recover } from '../../www/app/platform/recover.ts';
import { Game } from '../../www/pkg/merels.js';
import { core } from './core.js';

vi.mock('../../www/app/platform/recover.ts', () => ({ recover: vi.fn() }));

test('what is refused is no trap; after a trap nothing is called any more', async () => {
  const game = core.start('nine');
  expect(() => game.play('d8')).toThrow(/./);
  expect(() => core.rules('ten thousand')).toThrow(/./);
  expect(recover).not.toHaveBeenCalled();
  const trap = new WebAssembly.RuntimeError('unreachable');
  vi.spyOn(Game.prototype, 'undo').mockImplementation(() => {
    throw trap;
  });
  const { instantiate } = WebAssembly;
  const loading = loadCore();
  expect(WebAssembly.instantiate, 'nothing else on the page is changed').toBe(instantiate);
  const again = await loading;
  game.play('d6');
  expect(() => game.undo()).toThrow(trap);
  expect(recover).toHaveBeenCalledExactlyOnceWith(trap);
  for (const call of [() => game.line(), () => again.version(), () => core.start('nine')])
    expect(call).toThrow('the rules have failed before');
  expect(recover).toHaveBeenCalledOnce();
});
