import type { Queryable, Transaction } from '#db/database.ts';

export interface MemberAccount {
  readonly sub: string;
  readonly email: string;
  readonly createdAt: Date;
}

/** The accounts, where they are ours: Amazon Cognito keeps its own. */
export interface MemberAccounts {
  readonly listBySub: (db: Queryable, subs: readonly string[]) => Promise<readonly MemberAccount[]>;
  readonly findByEmail: (db: Queryable, email: string) => Promise<MemberAccount | null>;
  /** Before deleting: waits for whoever holds it, and lets nobody hold it any more. */
  readonly close: (tx: Transaction, sub: string) => Promise<void>;
  /** With all we keep about its owner. False when there is no such account. */
  readonly delete: (tx: Transaction, sub: string) => Promise<boolean>;
}
