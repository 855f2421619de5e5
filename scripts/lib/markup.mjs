/**
 * As much of a document as the page's functions need to make elements in Node, where these become
 * text.
 */

/** Elements of HTML without an end. */
const VOID = new Set(['br', 'hr', 'img', 'link', 'meta']);
const SVG = 'http://www.w3.org/2000/svg';

/** What has a meaning in HTML, in texts and in attributes. @param {string} text */
export const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

export class Markup {
  /** @type {Map<string, string>} */
  #attributes = new Map();
  /** @type {(Markup | string)[]} */
  #children = [];
  /** @type {Markup | null} */
  #parent = null;

  /** @param {string} tag @param {boolean} drawn is it a part of a drawing? */
  constructor(tag, drawn = false) {
    this.tag = tag;
    this.drawn = drawn;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.#attributes.delete(name);
  }

  /** @param {string} text */
  set textContent(text) {
    this.#children = [text];
  }

  /** @returns {Markup | null} */
  get firstElementChild() {
    for (const child of this.#children) if (typeof child !== 'string') return child;
    return null;
  }

  /** @param {(Markup | string)[]} nodes */
  append(...nodes) {
    for (const node of nodes) if (typeof node !== 'string') node.#parent = this;
    this.#children.push(...nodes);
  }

  /** @param {(Markup | string)[]} nodes */
  after(...nodes) {
    if (!this.#parent) return;
    const siblings = this.#parent.#children;
    siblings.splice(siblings.indexOf(this) + 1, 0, ...nodes);
  }

  /** @returns {string} */
  get outerHTML() {
    const attributes = [...this.#attributes]
      .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escaped(value)}"`))
      .join('');
    if (VOID.has(this.tag)) return `<${this.tag}${attributes}>`;
    if (this.drawn && !this.#children.length) return `<${this.tag}${attributes}/>`;
    const inner = this.#children.map((child) =>
      typeof child === 'string' ? escaped(child) : child.outerHTML,
    );
    return `<${this.tag}${attributes}>${inner.join('')}</${this.tag}>`;
  }
}

/** In the place of a browser's `document`. */
export const markupDocument = {
  /** @param {string} tag */
  createElement: (tag) => new Markup(tag),
  /** @param {string} space @param {string} tag */
  createElementNS: (space, tag) => new Markup(tag, space === SVG),
};
