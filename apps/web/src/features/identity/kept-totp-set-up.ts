import type { TotpSetUp } from '#lib/auth-totp.ts';

/**
 * Only while the page is open, and for this tab alone: a reload must show the key that the
 * authenticator app may have already, because a new one would make that worthless unnoticed.
 */
const storageKey = 'tanren:totp-set-up';

export function keepTotpSetUp(account: string, { secret, uri }: TotpSetUp): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ account, secret, uri }));
  } catch (error) {
    // Full or forbidden: then a reload begins anew.
    console.error(error);
  }
}

/** Null when there is none, or when it is somebody else's. */
export function readTotpSetUp(account: string): TotpSetUp | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const kept = value as (Partial<TotpSetUp> & { readonly account?: unknown }) | null;
    if (kept?.account !== account) return null;
    const { secret, uri } = kept;
    const isWhole = typeof secret === 'string' && uri?.startsWith('otpauth:') === true;
    return isWhole ? { secret, uri } : null;
  } catch {
    return null;
  }
}

export function forgetTotpSetUp(): void {
  sessionStorage.removeItem(storageKey);
}
