/**
 * The whole page in Node: www/index.html and everything that main.ts makes of it, but nothing is
 * drawn, and the workers answer at once. For what the page wires together; one page a file. For
 * files with a document.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { core } from './core.js';
import { pen } from './pen.js';

/** A computer that plays the first turn there is, and values that never come. */
class FakeWorker {
  /** @type {((event: { data: unknown }) => void) | null} */
  onmessage = null;
  onerror = null;
  onmessageerror = null;
  /** @param {string | URL} address */
  constructor(address) {
    const solves = /solver|pack/.test(String(address));
    this.tell({ type: solves ? 'listening' : 'ready' });
    // It says that it lives as long as it computes.
    this.beating = solves ? setInterval(() => this.tell({ type: 'alive' }), 1000) : undefined;
  }
  /** @param {unknown} data */
  tell(data) {
    queueMicrotask(() => this.onmessage?.({ data }));
  }
  /** @param {any} message */
  postMessage(message) {
    const { type, id, line, name } = message;
    if (type === 'load') this.tell({ type: 'loaded', name, error: null });
    else if (type === 'explore') this.tell({ type: 'explored', line, explored: null });
    else if (type === 'analyse')
      this.tell({ type: 'found', id, findings: { lines: [], nodes: 1, nps: 1, done: true } });
    else if (type === 'go') {
      const game = core.read(line);
      for (const move of message.moves) game.play(move);
      const move = message.only?.[0] ?? game.state().legal[0]?.text;
      game.free();
      this.tell({ type: 'best', id, move, info: null, lines: [] });
    }
  }
  terminate() {
    clearInterval(this.beating);
    this.onmessage = null;
  }
}

/**
 * As the machine has it: parts of the page are fetched from the disk, whatever the page's clock
 * says.
 */
const { setTimeout: really } = globalThis;

/** What the page fetches, from the disk. @param {string} address */
async function fetchFile(address) {
  const { pathname } = new URL(address, 'http://here');
  return new Response(readFileSync(join(import.meta.dirname, '../..', pathname)));
}

/** Lets so much of the page's time pass. @param {number} [millis] */
export const pass = async (millis = 0) => void (await vi.advanceTimersByTimeAsync(millis));

/** Waits until something is so: a part of the page has been fetched. @param {() => unknown} so */
export async function until(so) {
  for (let tries = 0; !so(); tries++) {
    if (tries > 1000) throw new Error(`never: ${so}`);
    await new Promise((resolve) => really(resolve, 5));
    await pass(5);
  }
}

/** Opens the page. */
export async function openPage() {
  vi.useFakeTimers();
  localStorage.clear();
  // Nothing here can sound.
  localStorage.setItem('merels.look', JSON.stringify({ version: 1, volume: 0 }));
  const html = readFileSync(join(import.meta.dirname, '../../www/index.html'), 'utf8');
  document.body.innerHTML = (/<body>([^]*)<\/body>/.exec(html)?.[1] ?? '').replace(
    /<script[^]*?<\/script>/g,
    '',
  );
  HTMLCanvasElement.prototype.getContext = /** @type {any} */ (() => pen);
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { load: async () => [], addEventListener: () => {} },
  });
  Object.assign(globalThis, { Worker: FakeWorker, fetch: fetchFile });
  Element.prototype.scrollIntoView = () => {};
  await import('../../www/app/main.ts');
  await until(() => document.getElementById('page')?.dataset.ready);
  const { merels } =
    /** @type {{ merels: { line: string, legal: string[], outcome: object | null } }} */ (
      /** @type {unknown} */ (window)
    );
  const find = (/** @type {string} */ css) =>
    /** @type {HTMLElement | null} */ (document.querySelector(css));
  /** Presses what is there. @param {string} css */
  async function click(css) {
    const found = find(css);
    if (!found) throw new Error(`there is no ${css}`);
    found.click();
    await pass();
  }
  return {
    merels,
    find,
    text: (/** @type {string} */ css) => find(css)?.textContent ?? '',
    /** What stands open in front of the page. */
    sheet: () => /** @type {HTMLDialogElement | null} */ (find('dialog[open]')),
    /** A key, with the focus on nothing. @param {string} key @param {KeyboardEventInit} [how] */
    async key(key, how) {
      /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }),
      );
      await pass(100);
    },
    /**
     * Begins a new game from the form.
     * @param {'computer' | 'people' | 'watch'} mode
     * @param {string} [spec]
     */
    async start(mode, spec = 'nine') {
      await click('[data-action=new]');
      await until(() => find('dialog[open]'));
      await click('dialog[open] [data-item=change]');
      await click(`dialog[open] input[name=mode][value=${mode}]`);
      await click(`dialog[open] input[name=variant][value=${spec}]`);
      await click('dialog[open] .primary');
    },
    /** Presses points as a screen reader does. @param {string[]} points */
    async press(...points) {
      for (const point of points) await click(`#board [data-point="${point}"]`);
    },
    click,
    /** Goes through a door. @param {string} name */
    door: (name) => click(`[data-door=${name}]`),
    /**
     * Asks for the end of the game: by giving up, or by a draw.
     * @param {'resign' | 'offer'} [item] pressed there
     */
    async resign(item) {
      await click('#actions [data-action=resign]');
      await until(() => find('dialog[open]'));
      if (item) await click(`dialog[open] [data-item=${item}]`);
    },
    /** The buttons of a place that can be pressed, by their words. @param {string} css */
    buttons: (css) =>
      [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`${css} button`))]
        .filter((b) => !b.hidden)
        .map((b) => b.textContent || b.getAttribute('aria-label')),
    /** Presses the button with these words. @param {string} words @param {string} [css] where */
    async button(words, css = 'body') {
      const found = [
        .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`${css} button`)),
      ].find(
        (b) => !b.hidden && (b.textContent === words || b.getAttribute('aria-label') === words),
      );
      if (!found) throw new Error(`no button says ${words}`);
      found.click();
      await pass();
    },
  };
}
