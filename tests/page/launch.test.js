// @vitest-environment happy-dom
/** What the installed page is started with, and the offer to install it. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { takeLaunch } from '../../www/app/platform/launch.ts';
import { openPage, pass, until } from './page.js';

const shortcuts = { new: vi.fn(), continue: vi.fn() };
const open = vi.fn();
/** @param {string} query */
function launch(query) {
  history.replaceState({ kept: 1 }, '', `/merels/${query}`);
  takeLaunch(shortcuts, open);
}

beforeEach(() => {
  vi.clearAllMocks();
  history.replaceState(null, '', '/merels/');
});
afterAll(() => void vi.useRealTimers());

test('a shortcut is run once: it is gone from the address, and nothing is opened', () => {
  launch('?do=new#/learn');
  expect(shortcuts.new).toHaveBeenCalledOnce();
  expect(open).not.toHaveBeenCalled();
  expect(`${location.pathname}${location.search}${location.hash}`).toBe('/merels/#/learn');
  expect(history.state).toEqual({ kept: 1 });
  launch('?do=constructor');
  expect(shortcuts.new).toHaveBeenCalledOnce();
});

const RECORD =
  '[Site "https://example.org/#m=1.d6"]\n\n1. d6 f4 {see https://example.org/#m=1.d6} *';

test.each([
  ['a record, whatever links it has', { title: 'A game', text: RECORD }, RECORD],
  [
    'the link in a text',
    { text: 'Your turn: https://example.org/m/#m=nine,d6' },
    'https://example.org/m/#m=nine,d6',
  ],
  [
    'a link of its own',
    { title: 'Merels', text: '', url: 'https://example.org/m/#game=1.%20d6' },
    'https://example.org/m/#game=1.%20d6',
  ],
  ['a text without any', { text: 'hello https://example.org/' }, 'hello https://example.org/'],
])('shared with the page: %s', (_, parts, opened) => {
  launch(`?${new URLSearchParams(/** @type {Record<string, string>} */ (parts))}`);
  expect(open.mock.calls).toEqual([[opened]]);
});

test('a link to this very page is followed', () => {
  launch(`?text=${encodeURIComponent(`Look: ${location.origin}/merels/#join=abc`)}`);
  expect(location.hash).toBe('#join=abc');
  expect(open).not.toHaveBeenCalled();
});

describe('files', () => {
  /** @param {(() => Promise<File>)[]} getters */
  async function openFiles(...getters) {
    vi.stubGlobal('launchQueue', {
      setConsumer: (/** @type {(launch: object) => void} */ take) =>
        take({ files: getters.map((getFile) => ({ getFile })) }),
    });
    launch('');
    await vi.waitFor(() => expect(open).toHaveBeenCalled());
    return open.mock.calls[0] ?? [];
  }
  const file = (/** @type {string} */ text) => async () => new File([text], 'a.txt');

  test('one is a game or a list, several are one list', async () => {
    const [text, first] = await openFiles(file('1. d6 *'));
    expect([text, first.name]).toEqual(['1. d6 *', 'a.txt']);
    open.mockClear();
    const [both, joined] = await openFiles(file('1. d6 *'), file('1. f4 *'));
    expect(both).toBe('1. d6 *\n\n1. f4 *\n\n');
    expect(await joined.text()).toBe(both);
  });

  test('one that is gone is refused, not passed over', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    expect(await openFiles(() => Promise.reject(new Error('gone')))).toEqual(['']);
  });
});

test('files that were shared are opened once', async () => {
  const left = ['1. d6 *', '1. f4 *'].map((text) => new Response(text));
  vi.stubGlobal('caches', {
    open: async () => ({ matchAll: async () => [...left] }),
    delete: async () => left.splice(0).length > 0,
  });
  launch('?do=open&text=a+game');
  await vi.waitFor(() => expect(open).toHaveBeenCalled());
  expect(open.mock.calls[0]?.[0]).toBe('1. d6 *\n\n1. f4 *\n\n');
  open.mockClear();
  launch('?do=open');
  await vi.waitFor(() => expect(open).toHaveBeenCalled());
  expect(open.mock.calls).toEqual([['']]);
  open.mockClear();
  // A made-up address, in a browser without caches.
  vi.stubGlobal('caches', undefined);
  launch('?do=open');
  await vi.waitFor(() => expect(open).toHaveBeenCalled());
  expect(open.mock.calls).toEqual([['']]);
});

test('the whole page: a bad text that was shared is shown with the reason, and can be corrected; installing is offered where it can be', async () => {
  history.replaceState(null, '', '/?text=1.%20d6%20d6%20*');
  const page = await openPage();
  await until(() => page.sheet());
  expect(page.sheet()?.dataset.dialog).toBe('share');
  expect(/** @type {HTMLTextAreaElement} */ (page.find('#paste')).value).toBe('1. d6 d6 *');
  expect(page.text('#paste-error')).toContain('d6');
  expect(location.search).toBe('');
  page.sheet()?.close();
  const items = () => page.buttons('dialog[open] .settings-items');
  const settings = async () => {
    await page.click('.gear');
    await until(() => page.sheet()?.dataset.dialog === 'settings');
  };
  await settings();
  expect(items()).not.toContain('Install as an app');
  page.sheet()?.close();
  const prompt = vi.fn(async () => {});
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  await settings();
  await page.button('Install as an app');
  await pass();
  expect(prompt).toHaveBeenCalledOnce();
  await settings();
  expect(items()).not.toContain('Install as an app');
});
