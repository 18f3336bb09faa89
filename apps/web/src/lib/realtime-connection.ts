import type { TanrenMqtt } from '@tanren/contract/tanren-connection';

export interface ConnectionEvents {
  readonly onMessage: (text: string) => void;
  readonly onClose: () => void;
}

/** One socket with one set of credentials; it never mends itself. */
export interface RealtimeConnection {
  readonly isOpen: () => boolean;
  /** Resolves with the broker's acknowledgement. Repeatable: it also shows that the broker is there. */
  readonly subscribe: () => Promise<void>;
  readonly close: () => void;
}

/** Resolves when the broker has accepted the credentials. */
export type OpenConnection = (
  credentials: TanrenMqtt,
  events: ConnectionEvents,
  signal: AbortSignal,
) => Promise<RealtimeConnection>;
