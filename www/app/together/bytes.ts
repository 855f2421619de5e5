// Reading and writing bytes, and base64 that is safe in links.

export function createWriter() {
  const bytes: number[] = [];
  return {
    byte: (n: number) => void bytes.push(n & 255),
    /** @param n up to 65535 */
    word: (n: number) => void bytes.push((n >> 8) & 255, n & 255),
    all: (all: ArrayLike<number>) => void bytes.push(...Array.from(all)),
    /** @param long may it be longer than 255 bytes? */
    text(text: string, long = false) {
      const encoded = new TextEncoder().encode(text);
      if (long) bytes.push(encoded.length >> 8);
      bytes.push(encoded.length & 255, ...encoded);
    },
    done: () => Uint8Array.from(bytes),
  };
}

/** Reads bytes; throws at the end. */
export function createReader(bytes: Uint8Array) {
  let at = 0;
  function take(n: number) {
    if (at + n > bytes.length) throw new RangeError('short');
    at += n;
    return bytes.slice(at - n, at);
  }
  const byte = () => take(1)[0] ?? 0;
  const word = () => byte() * 256 + byte();
  return {
    byte,
    word,
    take,
    text: (long = false) =>
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        take(long ? word() : byte()),
      ),
    left: () => bytes.length - at,
  };
}

/** URL-safe base64 without padding. */
export const toText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Decodes `toText`; throws for anything that it would not produce. */
export function fromText(text: string) {
  if (!/^[\w-]*$/.test(text)) throw new RangeError('letters');
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  );
  if (toText(bytes) !== text) throw new RangeError('letters');
  return bytes;
}
