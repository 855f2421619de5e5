// Encodes invitations and answers as short texts that players exchange as links or QR codes. They
// contain the terms of the game and what the two browsers need to connect.
//
// Only the variable parts of a session description are included: credentials, fingerprint,
// addresses. The rest is rebuilt on the other side, so that the browser never receives unchecked
// text from a link.
import { createReader, createWriter, fromText, toText } from './bytes.ts';
import type { Side } from '../types.ts';

/** An IP address or a `.local` name. */
interface Address {
  address: string;
  port: number;
}

/** How to reach a browser, from its session description. */
export interface Contact {
  ufrag: string;
  pwd: string;
  /** Of its certificate, SHA-256. */
  fingerprint: Uint8Array;
  setup: 'actpass' | 'active' | 'passive';
  /** The most likely first. */
  addresses: Address[];
}

/** Of the game. */
export interface Terms {
  /** Of the game, 16 hexadecimal digits. */
  id: string;
  /** The number of earlier games under this id. */
  round: number;
  /** Of the inviting side. */
  colour: Side | 'lot';
  clock: { minutes: number; increment: number } | null;
  /** Its start, in Rust's link format. */
  game: string;
  /** Does it resume an earlier game? */
  resumes: boolean;
}

export interface Invitation {
  kind: 'invitation';
  contact: Contact;
  terms: Terms;
  lot: number;
}

/** `to` identifies the invitation. */
export interface Answer {
  kind: 'answer';
  contact: Contact;
  id: string;
  to: string;
  lot: number;
}

const VERSION = 1;
const KINDS = ['invitation', 'answer'] as const;
const SETUPS = ['actpass', 'active', 'passive'] as const;
const COLOURS = ['white', 'black', 'lot'] as const;

/** The maximum length, limited by what a QR code can hold and a camera can read. */
const LONGEST = 2400;
/** The maximum number of addresses: a device has few. */
const ADDRESSES = 8;
/** How many of them may be lent by servers. */
const LENT = 4;
const MINUTES = 600;
const INCREMENT = 600;

/** An invalid text: something else, damaged, or from another version. */
export class BadInvitation extends Error {
  readonly code: 'none' | 'broken' | 'version';

  constructor(code: 'none' | 'broken' | 'version') {
    super(code);
    this.code = code;
  }
}

export function write(what: Invitation | Answer): string {
  const out = createWriter();
  out.byte(VERSION);
  out.byte(KINDS.indexOf(what.kind));
  const { ufrag, pwd, fingerprint, setup, addresses } = what.contact;
  out.text(ufrag);
  out.text(pwd);
  out.all(fingerprint);
  out.byte(SETUPS.indexOf(setup));
  out.byte(addresses.length);
  for (const { address, port } of addresses) {
    const bytes = addressBytes(address);
    out.byte(bytes.kind);
    out.all(bytes.bytes);
    out.word(port);
  }
  out.byte(what.lot);
  if (what.kind === 'answer') {
    out.all(hexBytes(what.id));
    out.all(hexBytes(what.to));
  } else {
    const { id, round, colour, clock, game, resumes } = what.terms;
    out.all(hexBytes(id));
    out.word(round);
    out.byte(COLOURS.indexOf(colour) + (resumes ? 16 : 0));
    out.word(clock?.minutes ?? 0);
    out.word(clock?.increment ?? 0);
    out.text(game, true);
  }
  const bytes = out.done();
  const sum = createWriter();
  sum.all(bytes);
  sum.word(checksum(bytes));
  return toText(sum.done());
}

/** Reads a link, or the part of it after `#join=`. Throws a BadInvitation. */
export function read(text: string): Invitation | Answer {
  const bare = bareText(text);
  if (!bare) throw new BadInvitation('none');
  if (bare.length > LONGEST) throw new BadInvitation('broken');
  try {
    return readBytes(fromText(bare));
  } catch (error) {
    throw error instanceof BadInvitation ? error : new BadInvitation('broken');
  }
}

/** The part after `#join=`, or the whole text if it looks like that; otherwise ''. */
export function bareText(text: string) {
  // Messengers may break lines and add words.
  const found = /#join=([\w-]+)/.exec(text)?.[1];
  if (found) return found;
  const joined = text.replace(/\s+/g, '');
  return /^[\w-]{60,}$/.test(joined) ? joined : '';
}

function readBytes(bytes: Uint8Array): Invitation | Answer {
  if (bytes[0] !== VERSION) throw new BadInvitation(bytes.length > 40 ? 'version' : 'broken');
  const body = bytes.subarray(0, -2);
  const end = createReader(bytes.slice(-2));
  if (end.word() !== checksum(body)) throw new BadInvitation('broken');
  const from = createReader(body);
  from.byte();
  const kind = one(KINDS, from.byte());
  const ufrag = credential(from.text(), 4);
  const pwd = credential(from.text(), 22);
  const fingerprint = from.take(32);
  const setup = one(SETUPS, from.byte());
  if ((setup === 'actpass') !== (kind === 'invitation')) throw new RangeError('setup');
  const addresses: Address[] = [];
  const count = from.byte();
  if (count > ADDRESSES) throw new RangeError('addresses');
  for (let i = 0; i < count; i++) {
    const family = from.byte();
    const address = addressText(family, from.take(sizeOf(family)));
    const port = from.word();
    if (!port) throw new RangeError('port');
    addresses.push({ address, port });
  }
  const lot = from.byte();
  const contact = { ufrag, pwd, fingerprint, setup, addresses };
  const id = hex(from.take(8));
  if (kind === 'answer') {
    const to = hex(from.take(4));
    if (from.left()) throw new RangeError('more');
    return { kind, contact, id, to, lot };
  }
  const round = from.word();
  const flags = from.byte();
  const colour = one(COLOURS, flags & 15);
  if (flags & 224) throw new RangeError('flags');
  const minutes = from.word();
  const increment = from.word();
  if (minutes > MINUTES || increment > INCREMENT || (increment && !minutes))
    throw new RangeError('clock');
  const game = from.text(true);
  // Rust parses it later; here it only has to be valid in a link.
  if (!/^[!-~]+$/.test(game) || from.left()) throw new RangeError('game');
  const clock = minutes ? { minutes, increment } : null;
  return {
    kind,
    contact,
    lot,
    terms: { id, round, colour, clock, game, resumes: (flags & 16) !== 0 },
  };
}

/** Identifies an invitation, so that its answer can be matched. */
export const tag = ({ fingerprint }: Contact) => hex(fingerprint.slice(0, 4));

/** A new id for a game. */
export const newGameId = () => hex(crypto.getRandomValues(new Uint8Array(8)));

/**
 * Draws lots from a random byte of each device, so that neither can predict the result.
 * @returns the inviter's side
 */
export const castLots = (inviter: number, guest: number): Side =>
  (inviter ^ guest) & 1 ? 'black' : 'white';

/* Session descriptions. */

/** Parses a session description. Throws if it is not usable here. */
export function contactOf(sdp: string): Contact {
  const value = (name: string) => new RegExp(`^a=${name}:(.*?)\\s*$`, 'm').exec(sdp)?.[1] ?? '';
  const [hash = '', print = ''] = value('fingerprint').split(' ');
  const fingerprint = Uint8Array.from(print.split(':'), (byte) => Number.parseInt(byte, 16));
  if (hash.toLowerCase() !== 'sha-256' || fingerprint.length !== 32)
    throw new Error(`a fingerprint by ${hash}`);
  /** Its own, and those that a STUN or TURN server lent it. */
  const found: { host: Address[]; lent: Address[] } = { host: [], lent: [] };
  for (const [, address = '', port = '', kind] of sdp.matchAll(
    /^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (host|srflx|relay)/gim,
  )) {
    try {
      addressBytes(address);
      if (Number(port))
        found[kind === 'host' ? 'host' : 'lent'].push({ address, port: Number(port) });
    } catch {
      // An unknown kind of address.
    }
  }
  const lent = found.lent.slice(0, LENT);
  const addresses = [...found.host.slice(0, ADDRESSES - lent.length), ...lent];
  const setup = value('setup');
  return {
    ufrag: value('ice-ufrag'),
    pwd: value('ice-pwd'),
    fingerprint,
    setup: one(
      SETUPS,
      SETUPS.findIndex((s) => s === setup),
    ),
    addresses,
  };
}

/** Rebuilds a session description with a single data channel. */
export function descriptionOf({ ufrag, pwd, fingerprint, setup, addresses }: Contact) {
  const print = [...fingerprint]
    .map((byte) => byte.toString(16).padStart(2, '0').toUpperCase())
    .join(':');
  return [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    // Where an address comes from only matters for the order in which they are tried: the priority
    // of a host, decreasing.
    ...addresses.map(
      ({ address, port }, i) =>
        `a=candidate:${i + 1} 1 udp ${126 * 2 ** 24 + (65535 - i) * 256 + 255} ${address} ${port} typ host`,
    ),
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${pwd}`,
    `a=fingerprint:sha-256 ${print}`,
    `a=setup:${setup}`,
    'a=mid:0',
    'a=sctp-port:5000',
    'a=max-message-size:262144',
    '',
  ].join('\r\n');
}

/* Encoding. */

function one<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError('choice');
  return found;
}

/** Checks an ICE ufrag or password: RFC 8839, 5.4. */
function credential(text: string, least: number) {
  if (text.length < least || !/^[A-Za-z0-9+/]+$/.test(text)) throw new RangeError('credential');
  return text;
}

const hex = (bytes: ArrayLike<number>) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const hexBytes = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Kinds of addresses: IPv4, IPv6, and the random mDNS names that browsers use instead. */
const V4 = 4;
const V6 = 6;
const NAME = 0;

function sizeOf(kind: number) {
  if (kind !== V4 && kind !== V6 && kind !== NAME) throw new RangeError('address');
  return kind === V4 ? 4 : 16;
}

function addressBytes(address: string): { kind: number; bytes: Uint8Array } {
  const uuid =
    /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\.local$/i.exec(
      address,
    );
  if (uuid) return { kind: NAME, bytes: hexBytes(uuid.slice(1).join('')) };
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) {
    const bytes = address.split('.').map(Number);
    if (bytes.every((n) => n <= 255)) return { kind: V4, bytes: Uint8Array.from(bytes) };
  }
  if (/^[0-9a-f:]+$/i.test(address) && address.includes(':')) {
    const [head = '', tail] = address.split('::');
    const groups = (part: string) =>
      part ? part.split(':').map((g) => Number.parseInt(g, 16)) : [];
    const [before, after] = [groups(head), groups(tail ?? '')];
    const gap = 8 - before.length - after.length;
    if ((tail === undefined ? gap === 0 : gap > 0) && address.split('::').length <= 2) {
      const all = [...before, ...Array.from({ length: gap }, () => 0), ...after];
      if (all.every((g) => g >= 0 && g <= 65535))
        return { kind: V6, bytes: Uint8Array.from(all.flatMap((g) => [g >> 8, g & 255])) };
    }
  }
  throw new RangeError('address');
}

function addressText(kind: number, bytes: Uint8Array) {
  if (kind === V4) return [...bytes].join('.');
  const text = hex(bytes);
  if (kind === V6)
    return (text.match(/.{4}/g) ?? []).map((g) => g.replace(/^0{1,3}/, '')).join(':');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}.local`;
}

/** Fletcher's checksum, to detect damaged texts. */
function checksum(bytes: Uint8Array) {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 255;
    b = (b + a) % 255;
  }
  return b * 256 + a;
}
