// <merels-board>: shows a position or a game on any page. Its files are loaded from the folder of
// this script; nothing is sent anywhere.
import { inWords } from '../engine/in-words.ts';
import { h } from '../ui/dom.ts';
import { selectLanguage, t } from '../i18n/i18n.ts';
import { isLanguage, loadWords, preferred, type Language } from '../i18n/languages.ts';
import { refusal } from '../game/error-text.ts';
import '../i18n/show.words.ts';
import { COLOURS } from '../show/colours.ts';
import { createPlayer, type Player } from '../show/player.ts';
import player from '../show/player.css?inline';
import { createShow, mainLine } from '../show/show.ts';
import init, { Game, rules } from '../../pkg/merels.js';
import { readShown } from './read.ts';
import own from './element.css?inline';
import type { MerelsBoard as Offered } from './merels-board.d.ts';

type Words = import('../i18n/i18n.ts').Words | null;

const PACE = 1500;
const LOOKS = ['paper', 'wood', 'slate', 'contrast'];
/** Attributes that update the board in place; others rebuild it. */
const STANDING = ['ply', 'orientation', 'theme', 'look'];
/** Attributes that set another game. */
const GAMES = ['record', 'position'];

/** Shared by all elements of a page. */
let started: Promise<unknown> | null = null;

/** Loads the WebAssembly; a failed load is retried. */
function rust() {
  started ??= init().catch((error) => {
    started = null;
    throw error;
  });
  return started;
}

async function language(code: Language): Promise<{ code: Language; words: Words }> {
  try {
    return { code, words: await loadWords(code) };
  } catch (error) {
    console.warn(error);
    return { code: 'en', words: null };
  }
}

/** Shared, too. Created by the first element, as a server that imports this has no documents. */
let sheet: CSSStyleSheet | null = null;

function style() {
  if (sheet) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(COLOURS + player + own);
  return sheet;
}

/** The ply that an attribute or a property names. A framework may set the one for the other. */
function plyOf(wish: unknown) {
  if (wish === 'last') return Infinity;
  if (typeof wish === 'number') return Math.trunc(wish) || 0;
  return /^\d+$/.test(String(wish)) ? Number(wish) : 0;
}

/** Is the background that the browser gives to an element's `color-scheme` a dark one? */
function isDark(element: HTMLElement) {
  const [red = 255] = getComputedStyle(element).color.match(/\d+/g) ?? [];
  return Number(red) < 128;
}

/** What is wrong with a text. */
const message = (sentence: string) =>
  h(
    'div',
    { class: 'merels' },
    h('p', { class: 'error', part: 'error', role: 'alert', dir: 'auto', text: sentence }),
  );

/** Where a server imports this, there are no elements. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

class MerelsBoard extends Base implements Offered {
  static observedAttributes = [
    ...GAMES,
    ...STANDING,
    'coordinates',
    'moves',
    'autoplay',
    'speed',
    'lang',
  ];

  #frame = h('div', { class: 'frame' });
  /** Has the colours that the page's `color-scheme` asks for. */
  #scheme = h('div', { class: 'scheme' }, this.#frame);
  #player: Player | null = null;
  /** Aborted when the content is replaced or the element removed. */
  #life = new AbortController();
  /** Is an update scheduled? */
  #due = false;
  /** Start at the position given by the attributes, rather than keep the current one? */
  #afresh = true;
  /** The ply that was set before there was a board. */
  #wish: number | null = null;
  #text = new MutationObserver(() => this.#renew(true));

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [style()];
    // The element's own content is visible until the board is ready.
    shadow.append(this.#scheme, h('slot'));
    // Its colour is another: so is the page's scheme, or the device's.
    this.#scheme.addEventListener('transitionend', ({ target }) => {
      if (target === this.#scheme) this.#applyTheme();
    });
  }

  connectedCallback() {
    this.#text.observe(this, { childList: true, characterData: true, subtree: true });
    MerelsBoard.#page ??= new MutationObserver(() => {
      for (const element of MerelsBoard.#all) element.#renew(false);
    });
    MerelsBoard.#page.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['lang'],
    });
    MerelsBoard.#all.add(this);
    this.#renew(true);
  }

  disconnectedCallback() {
    this.#text.disconnect();
    MerelsBoard.#all.delete(this);
    if (!MerelsBoard.#all.size) MerelsBoard.#page?.disconnect();
    this.#end();
  }

  attributeChangedCallback(name: string) {
    if (name === 'ply') this.#wish = null;
    if (!this.isConnected) return;
    if (!this.#player || !STANDING.includes(name)) return this.#renew(GAMES.includes(name));
    if (name === 'ply') this.#player.go(this.#begin);
    else if (name === 'orientation') this.#player.flip(this.#flipped);
    else this.#applyTheme();
  }

  /** All elements, which follow the page's language. */
  static #all: Set<MerelsBoard> = new Set();
  static #page: MutationObserver | null = null;

  /* The public interface, see merels-board.d.ts. */

  get ply() {
    return this.#player?.ply ?? 0;
  }

  set ply(n) {
    if (this.#player) this.#player.go(plyOf(n));
    else this.#wish = plyOf(n);
  }

  get line() {
    return this.#player?.position.line ?? '';
  }

  get playing() {
    return this.#player?.playing ?? false;
  }

  play() {
    if (!this.playing) this.#player?.start();
  }

  pause() {
    this.#player?.pause();
  }

  /* Implementation. */

  get #flipped() {
    return this.getAttribute('orientation') === 'black';
  }

  get #begin() {
    return plyOf(this.getAttribute('ply'));
  }

  get #pace() {
    const wish = Number(this.getAttribute('speed'));
    return wish > 0 ? wish : PACE;
  }

  get #language(): Language {
    // Inside a shadow root there may be no such ancestor.
    const tag = (this.closest('[lang]') ?? document.documentElement).getAttribute('lang');
    if (!tag) return preferred();
    const code = tag.toLowerCase().split('-')[0];
    return isLanguage(code) ? code : 'en';
  }

  #applyTheme = () => {
    const theme = this.getAttribute('theme');
    const look = this.getAttribute('look') ?? '';
    this.#frame.dataset.look = LOOKS.includes(look) ? look : 'paper';
    this.#frame.dataset.shade =
      theme === 'light' || theme === 'dark' ? theme : isDark(this.#scheme) ? 'dark' : 'light';
    this.#player?.retheme();
  };

  /** Schedules an update, once per microtask. */
  #renew(afresh: boolean) {
    this.#afresh ||= afresh;
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected) void this.#show();
    });
  }

  #end() {
    this.#life.abort();
    this.#life = new AbortController();
    this.#player = null;
    this.#afresh = true;
  }

  async #show() {
    const begin = this.#afresh ? this.#begin : this.ply;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const plays = this.#afresh ? this.hasAttribute('autoplay') && !calm : this.playing;
    const focused = this.shadowRoot?.activeElement?.classList.contains('stage') ?? false;
    this.#end();
    const { signal } = this.#life;
    try {
      const [catalogue] = await Promise.all([language(this.#language), rust()]);
      if (signal.aborted) return;
      // Elements may differ in language, so everything from here on is synchronous.
      selectLanguage(catalogue.code, catalogue.words);
      this.#fill(begin, catalogue, signal);
      this.#afresh = false;
      if (plays) this.play();
      if (focused) this.#stage?.focus({ preventScroll: true });
    } catch (error) {
      if (signal.aborted) return;
      console.warn(error);
      this.#fail(t('show.failed'));
    }
  }

  get #stage() {
    return this.#frame.querySelector('.stage') as HTMLElement | null;
  }

  #fill(begin: number, catalogue: { code: Language; words: Words }, signal: AbortSignal) {
    const position = this.getAttribute('position');
    const text = this.getAttribute('record') ?? position ?? this.textContent ?? '';
    if (!text.trim()) return this.#say(t('show.empty'));
    let game: Game;
    let remarks: string[] = [];
    let failure: string | null = null;
    try {
      if (text === position) game = Game.fromPosition(text);
      else ({ game, remarks, failure } = readShown(text));
    } catch (error) {
      return this.#fail(refusal(error));
    }
    signal.addEventListener('abort', () => game.free());
    const state = game.state();
    const { show, ply } = createShow(game, inWords(rules(state.spec)), mainLine(state.moves));
    this.#clear();
    const inside = h('div');
    this.#frame.append(inside, ...[...remarks, failure ?? []].flat().map(message));
    this.#applyTheme();
    this.#player = createPlayer(
      inside,
      {
        show,
        ply(n) {
          selectLanguage(catalogue.code, catalogue.words);
          return ply(n);
        },
      },
      {
        ply: this.#wish ?? begin,
        flipped: this.#flipped,
        coordinates: this.getAttribute('coordinates') !== 'off',
        list: this.getAttribute('moves') !== 'off',
        pace: this.#pace,
        signal,
        onPly: (ply) =>
          this.#tell('merels-ply', {
            ply,
            line: this.line,
            move: show.moves[ply - 1]?.text ?? null,
          }),
      },
    );
    this.#wish = null;
    if (failure) this.#tell('merels-error', { message: failure });
  }

  #tell(event: keyof HTMLElementEventMap, detail: object) {
    this.dispatchEvent(new CustomEvent(event, { bubbles: true, composed: true, detail }));
  }

  /** Says that nothing can be shown, and why. */
  #fail(sentence: string) {
    this.#say(sentence);
    this.#tell('merels-error', { message: sentence });
  }

  /** Shows a message instead of the board. */
  #say(sentence: string) {
    this.#clear();
    this.#applyTheme();
    this.#frame.append(message(sentence));
  }

  #clear() {
    this.#frame.replaceChildren();
    this.shadowRoot?.querySelector('slot')?.remove();
  }
}

if (globalThis.customElements && !customElements.get('merels-board'))
  customElements.define('merels-board', MerelsBoard);

export { MerelsBoard };
