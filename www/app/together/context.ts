// What play between devices has on this page: its parts, and all of it that changes.
import type { Session } from '../game/session.ts';
import type { Store } from '../state.ts';
import type { Core } from '../types.ts';
import type { Connection, Next } from './connection.ts';
import type { createSheet } from './connect-dialog.ts';
import type { createGreetings } from './greetings.ts';
import type { Match } from './match.ts';
import type { createTable } from './sync.ts';
import type { Transport } from './transport.ts';

export interface Together {
  readonly store: Store;
  readonly core: Core;
  readonly session: Session;
  readonly table: ReturnType<typeof createTable>;
  readonly greetings: ReturnType<typeof createGreetings>;
  readonly sheet: ReturnType<typeof createSheet>;
  /** To other tabs of this browser. */
  readonly tabs: BroadcastChannel | null;
  connection: Connection;
  transport: Transport | null;
  match: Match | null;
  /** Stops waiting at the host's folder. */
  waiting: AbortController | null;
  /** Of the next look at the clocks. */
  timer: number;
  /** Of a connection that does not come. */
  connectTimer: number;
  /** Goes to the next state, and does what is to be done. */
  does: (next: Next) => void;
  /** Takes a message from the other device. */
  hear: (text: unknown) => void;
}

/** In milliseconds, from a monotonic clock. */
export const now = () => performance.now();
