import type {
  AuthenticationOperation,
  AuthenticationOutcome,
} from '@tanren/domain/authentication-events';
import type { FastifyBaseLogger } from 'fastify';

export interface AccountDevice {
  readonly originJti: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Whoever asks for it, and from where. */
export interface Asker {
  readonly sub: string;
  readonly email: string;
  readonly address: string;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
}

export interface EventPageRequest {
  readonly sub: string;
  readonly cursor: string | null;
  readonly limit: number;
}

export interface AccountEvent {
  readonly id: number;
  readonly at: Date;
  readonly operation: AuthenticationOperation;
  readonly outcome: AuthenticationOutcome;
  readonly network: string;
  readonly requestId: string;
}

/** The sign-ins of an account, where it is ours. */
export interface AccountDevices {
  readonly list: (sub: string) => Promise<readonly AccountDevice[]>;
  /** False: the asker is not signed in there. */
  readonly end: (asker: Asker, device: string) => Promise<boolean>;
  readonly endOthers: (asker: Asker, keep: string) => Promise<number>;
  readonly countRecoveryCodes: (sub: string) => Promise<number>;
  /** Null: there is no authenticator app in use. */
  readonly renewRecoveryCodes: (asker: Asker) => Promise<string[] | null>;
  readonly listEvents: (
    request: EventPageRequest,
  ) => Promise<{ items: readonly AccountEvent[]; nextCursor: string | null }>;
}
