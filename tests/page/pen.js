/** A canvas's pen that draws nothing, for documents in Node. @type {any} */
export const pen = new Proxy(
  {},
  {
    get: (_, name) => (name === 'measureText' ? () => ({ width: 10 }) : () => pen),
    set: () => true,
  },
);
