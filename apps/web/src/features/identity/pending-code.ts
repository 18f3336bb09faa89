/** A code is on its way to somebody's mailbox; the page may be reloaded meanwhile. */
export type CodePurpose = 'sign-up' | 'reset-password' | 'email-change';

export interface PendingCode {
  readonly email: string;
  /** Null: none has been sent from here. */
  readonly sentAt: number | null;
}

/** Not in the address: an e-mail address is personal data. */
const storageKey = (purpose: CodePurpose) => `tanren:code:${purpose}`;

/** As long as the code of a sign-up is good for. */
const signUpMs = 24 * 60 * 60 * 1000;

function isPendingCode(value: unknown): value is PendingCode {
  if (typeof value !== 'object' || value === null) return false;
  const { email, sentAt } = value as Partial<PendingCode>;
  return typeof email === 'string' && (sentAt === null || typeof sentAt === 'number');
}

function read(storage: Storage, purpose: CodePurpose): PendingCode | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKey(purpose)) ?? 'null');
    return isPendingCode(value) ? value : null;
  } catch {
    return null;
  }
}

/** Of this tab; a sign-up also of this device, where whoever closed the tab finds it again. */
export function readPendingCode(purpose: CodePurpose): PendingCode | null {
  const ofTab = read(sessionStorage, purpose);
  return ofTab !== null || purpose !== 'sign-up' ? ofTab : readSignUpOfDevice();
}

function readSignUpOfDevice(): PendingCode | null {
  const found = read(localStorage, 'sign-up');
  if (found === null || Date.now() - (found.sentAt ?? 0) < signUpMs) return found;
  forgetPendingCode('sign-up');
  return null;
}

/** Full or forbidden storage only costs the member the reload. */
export function keepPendingCode(purpose: CodePurpose, code: PendingCode): void {
  try {
    sessionStorage.setItem(storageKey(purpose), JSON.stringify(code));
    // With the time, by which it is forgotten: the address must not stay on a device for ever.
    const dated = { ...code, sentAt: code.sentAt ?? Date.now() };
    if (purpose === 'sign-up') localStorage.setItem(storageKey(purpose), JSON.stringify(dated));
  } catch (error) {
    console.error(error);
  }
}

export function forgetPendingCode(purpose: CodePurpose): void {
  sessionStorage.removeItem(storageKey(purpose));
  localStorage.removeItem(storageKey(purpose));
}
