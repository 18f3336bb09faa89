/** A code is on its way to somebody's mailbox; the page may be reloaded meanwhile. */
export type CodePurpose = 'sign-up' | 'reset-password' | 'email-change';

export interface PendingCode {
  readonly email: string;
  /** Null: none has been sent from here. */
  readonly sentAt: number | null;
}

/** For this tab only, and not in the address: an e-mail address is personal data. */
const storageKey = (purpose: CodePurpose) => `tanren:code:${purpose}`;

function isPendingCode(value: unknown): value is PendingCode {
  if (typeof value !== 'object' || value === null) return false;
  const { email, sentAt } = value as Partial<PendingCode>;
  return typeof email === 'string' && (sentAt === null || typeof sentAt === 'number');
}

export function readPendingCode(storage: Storage, purpose: CodePurpose): PendingCode | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKey(purpose)) ?? 'null');
    return isPendingCode(value) ? value : null;
  } catch {
    return null;
  }
}

/** Full or forbidden storage only costs the member the reload. */
export function keepPendingCode(storage: Storage, purpose: CodePurpose, code: PendingCode): void {
  try {
    storage.setItem(storageKey(purpose), JSON.stringify(code));
  } catch (error) {
    console.error(error);
  }
}

export function forgetPendingCode(storage: Storage, purpose: CodePurpose): void {
  storage.removeItem(storageKey(purpose));
}
