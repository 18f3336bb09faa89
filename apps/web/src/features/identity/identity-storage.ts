import { useMemo } from 'react';
import type { TotpSetUp } from '#entities/members/account.ts';
import type { SignInStep } from '#lib/auth/sign-in.ts';

/** Reason for which a code was mailed. The page may be reloaded before it arrives. */
export type CodePurpose = 'sign-up' | 'reset-password' | 'email-change';

export interface PendingCode {
  readonly email: string;
  /** Time in milliseconds at which the code was sent. `null` when this page has sent none. */
  readonly sentAt: number | null;
}

/**
 * Returns the storage key of a pending code. The email address is stored under it and not put into
 * the URL, because it is personal data.
 */
const pendingCodeKey = (purpose: CodePurpose) => `tanren:code:${purpose}`;

/** Validity of a sign-up code in milliseconds. */
const signUpMs = 24 * 60 * 60 * 1000;

function isPendingCode(value: unknown): value is PendingCode {
  if (typeof value !== 'object' || value === null) return false;
  const { email, sentAt } = value as Partial<PendingCode>;
  return typeof email === 'string' && (sentAt === null || typeof sentAt === 'number');
}

function read(storage: Storage, purpose: CodePurpose): PendingCode | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(pendingCodeKey(purpose)) ?? 'null');
    return isPendingCode(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Returns the pending code of this tab. A sign-up is also stored for the device, so that it is
 * found after the tab was closed.
 */
export function readPendingCode(purpose: CodePurpose): PendingCode | null {
  const ofTab = read(sessionStorage, purpose);
  return ofTab !== null || purpose !== 'sign-up' ? ofTab : readSignUpOfDevice();
}

function readSignUpOfDevice(): PendingCode | null {
  const found = read(localStorage, 'sign-up');
  if (found === null || Date.now() - (found.sentAt ?? 0) < signUpMs) return found;
  clearPendingCode('sign-up');
  return null;
}

/** Stores a pending code. If storage is full or forbidden, a reload starts from the beginning. */
export function storePendingCode(purpose: CodePurpose, code: PendingCode): void {
  try {
    sessionStorage.setItem(pendingCodeKey(purpose), JSON.stringify(code));
    // The time limits how long the address stays on the device.
    const dated = { ...code, sentAt: code.sentAt ?? Date.now() };
    if (purpose === 'sign-up') localStorage.setItem(pendingCodeKey(purpose), JSON.stringify(dated));
  } catch (error) {
    console.error(error);
  }
}

export function clearPendingCode(purpose: CodePurpose): void {
  sessionStorage.removeItem(pendingCodeKey(purpose));
  localStorage.removeItem(pendingCodeKey(purpose));
}

/**
 * Seconds before another code can be requested. Mails take a while, and the user pool accepts only
 * a few requests in 15 minutes.
 */
const waitSeconds = 30;

/**
 * Returns the seconds left to wait. The result never exceeds the whole wait, because the device's
 * clock may have been set back.
 */
export function secondsToWait(sentAt: number | null, now: number): number {
  if (sentAt === null) return 0;
  const left = Math.ceil((sentAt + waitSeconds * 1000 - now) / 1000);
  return Math.min(waitSeconds, Math.max(0, left));
}

/**
 * Returns the pending code, which is read once per step, because it is removed a moment before the
 * page is left.
 */
export function usePendingCode(purpose: CodePurpose, wanted: boolean): PendingCode | null {
  return useMemo(() => (wanted ? readPendingCode(purpose) : null), [purpose, wanted]);
}

const typedEmailKey = 'tanren:email';

/** Stores the typed address for the other sign-in pages and for a reload. */
export function storeTypedEmail(email: string): void {
  try {
    sessionStorage.setItem(typedEmailKey, email);
  } catch (error) {
    console.error(error);
  }
}

export function readTypedEmail(): string {
  return sessionStorage.getItem(typedEmailKey) ?? '';
}

export function clearTypedEmail(): void {
  sessionStorage.removeItem(typedEmailKey);
}

/**
 * Password between the sign-up and its confirmation. It is only in memory, so a reload clears it.
 */
let signUpPassword: { readonly email: string; readonly password: string } | null = null;

export function cachePassword(email: string, password: string): void {
  signUpPassword = { email, password };
}

export function takePassword(email: string): string | null {
  const password = signUpPassword?.email === email ? signUpPassword.password : null;
  signUpPassword = null;
  return password;
}

/**
 * Storage key of the authenticator setup in this tab. A reload must show the same key, because a
 * new one would silently invalidate the key that the app may already have.
 */
const totpSetUpKey = 'tanren:totp-set-up';

export function storeTotpSetUp(account: string, { secret, uri }: TotpSetUp): void {
  try {
    sessionStorage.setItem(totpSetUpKey, JSON.stringify({ account, secret, uri }));
  } catch (error) {
    // Storage may be full or forbidden. A reload then starts from the beginning.
    console.error(error);
  }
}

/** Returns the stored setup, or `null` when there is none or it belongs to another account. */
export function readTotpSetUp(account: string): TotpSetUp | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(totpSetUpKey) ?? 'null');
    const stored = value as (Partial<TotpSetUp> & { readonly account?: unknown }) | null;
    if (stored?.account !== account) return null;
    const { secret, uri } = stored;
    const isWhole = typeof secret === 'string' && uri?.startsWith('otpauth:') === true;
    return isWhole ? { secret, uri } : null;
  } catch {
    return null;
  }
}

export function clearTotpSetUp(): void {
  sessionStorage.removeItem(totpSetUpKey);
}

/**
 * Returns the key under which it is stored that codes were shown. The codes themselves are never
 * stored, and a page that was closed offers new ones.
 */
const unsavedCodesKey = (sub: string) => `tanren:unsaved-recovery-codes:${sub}`;

/** Records that the member has been shown recovery codes and has not confirmed saving them. */
export function storeUnsavedCodes(sub: string): void {
  try {
    localStorage.setItem(unsavedCodesKey(sub), 'true');
  } catch (error) {
    // If storage is full or forbidden, only the reminder is lost.
    console.error(error);
  }
}

export function hasUnsavedCodes(sub: string): boolean {
  return localStorage.getItem(unsavedCodesKey(sub)) !== null;
}

export function clearUnsavedCodes(sub: string): void {
  localStorage.removeItem(unsavedCodesKey(sub));
}

/**
 * Storage key of the current sign-in step. The pool keeps the step for three minutes, so a reload
 * can continue.
 */
const signInStepKey = 'tanren:sign-in-step';

export function storeSignInStep(step: SignInStep): void {
  try {
    sessionStorage.setItem(signInStepKey, JSON.stringify(step));
  } catch (error) {
    // Storage may be full or forbidden. A reload then starts from the beginning.
    console.error(error);
  }
}

type StepOf<N, S = SignInStep> = S extends SignInStep ? (N extends S['name'] ? S : never) : never;

/** Returns the stored step, or `null` when this tab has reached another step or none. */
export function readSignInStep<N extends SignInStep['name']>(name: N): StepOf<N> | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(signInStepKey) ?? 'null');
    const stored = value as SignInStep | null;
    return stored?.name === name ? (stored as StepOf<N>) : null;
  } catch {
    return null;
  }
}

export function clearSignInStep(): void {
  sessionStorage.removeItem(signInStepKey);
}
