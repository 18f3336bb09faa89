import type { FastifyBaseLogger } from 'fastify';
import type { Queryable, Transaction } from '#db/database.ts';

export interface MemberAccount {
  readonly sub: string;
  readonly email: string;
  readonly createdAt: Date;
}

export type StaffActionOnAccount = 'deleted' | 'signed-out' | 'totp-removed';

/** From where staff ask for it. */
export interface RequestSource {
  readonly address: string;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
}

/** The accounts, where they are ours: Amazon Cognito keeps its own. */
export interface MemberAccounts {
  readonly listBySub: (db: Queryable, subs: readonly string[]) => Promise<readonly MemberAccount[]>;
  readonly findByEmail: (db: Queryable, email: string) => Promise<MemberAccount | null>;
  /** Before deleting: waits for whoever holds it, and lets nobody hold it any more. */
  readonly close: (tx: Transaction, sub: string) => Promise<void>;
  readonly readSafety: (
    db: Queryable,
    sub: string,
    now: Date,
  ) => Promise<{ readonly devices: number; readonly totpEnabled: boolean } | null>;
  readonly endSessions: (tx: Transaction, source: RequestSource, sub: string) => Promise<void>;
  /** False: there is no authenticator app. */
  readonly removeTotp: (tx: Transaction, source: RequestSource, sub: string) => Promise<boolean>;
  /** After it is committed, once: a mail to the address on file, and an end to what was linked. */
  readonly follow: (
    source: RequestSource,
    member: { readonly member: string; readonly email: string | null },
    what: StaffActionOnAccount,
  ) => Promise<void>;
  /** With all we keep about its owner. False when there is no such account. */
  readonly delete: (tx: Transaction, sub: string) => Promise<boolean>;
}
