import { useMemo } from 'react';
import type { TotpSetUp } from '#entities/members/account.ts';
import type { SignInStep } from '#lib/auth/sign-in.ts';

/** A code is on its way to somebody's mailbox; the page may be reloaded meanwhile. */
export type CodePurpose = 'sign-up' | 'reset-password' | 'email-change';

export interface PendingCode {
  readonly email: string;
  /** Null: none has been sent from here. */
  readonly sentAt: number | null;
}

/** Not in the address: an e-mail address is personal data. */
const pendingCodeKey = (purpose: CodePurpose) => `tanren:code:${purpose}`;

/** As long as the code of a sign-up is good for. */
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

/** Of this tab; a sign-up also of this device, where whoever closed the tab finds it again. */
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

/** Full or forbidden storage only costs the member the reload. */
export function storePendingCode(purpose: CodePurpose, code: PendingCode): void {
  try {
    sessionStorage.setItem(pendingCodeKey(purpose), JSON.stringify(code));
    // With the time, by which it is forgotten: the address must not stay on a device for ever.
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

/** Mails take a while; and the user pool takes only a few requests in a quarter of an hour. */
const waitSeconds = 30;

/** Never more than the whole wait: the clock of the device may have been set back. */
export function secondsToWait(sentAt: number | null, now: number): number {
  if (sentAt === null) return 0;
  const left = Math.ceil((sentAt + waitSeconds * 1000 - now) / 1000);
  return Math.min(waitSeconds, Math.max(0, left));
}

/** Read once for a step: it is forgotten a moment before the page is left. */
export function usePendingCode(purpose: CodePurpose, wanted: boolean): PendingCode | null {
  return useMemo(() => (wanted ? readPendingCode(purpose) : null), [purpose, wanted]);
}

const typedEmailKey = 'tanren:email';

/** The address goes along between the pages of the way in, and stays when one is reloaded. */
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

/** In memory alone, from the sign-up to the confirmation of it: a reload forgets it. */
let signUpPassword: { readonly email: string; readonly password: string } | null = null;

export function rememberPassword(email: string, password: string): void {
  signUpPassword = { email, password };
}

export function takePassword(email: string): string | null {
  const password = signUpPassword?.email === email ? signUpPassword.password : null;
  signUpPassword = null;
  return password;
}

/**
 * Only while the page is open, and for this tab alone: a reload must show the key that the
 * authenticator app may have already, because a new one would make that worthless unnoticed.
 */
const totpSetUpKey = 'tanren:totp-set-up';

export function storeTotpSetUp(account: string, { secret, uri }: TotpSetUp): void {
  try {
    sessionStorage.setItem(totpSetUpKey, JSON.stringify({ account, secret, uri }));
  } catch (error) {
    // Full or forbidden: then a reload begins anew.
    console.error(error);
  }
}

/** Null when there is none, or when it is somebody else's. */
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

/** Only that codes were shown, never the codes: a page that was closed offers new ones. */
const unsavedCodesKey = (sub: string) => `tanren:unsaved-recovery-codes:${sub}`;

/** Records that the member has been shown recovery codes and has not confirmed that they are saved. */
export function storeUnsavedCodes(sub: string): void {
  try {
    localStorage.setItem(unsavedCodesKey(sub), 'true');
  } catch (error) {
    // A full or forbidden storage only costs the reminder.
    console.error(error);
  }
}

export function hasUnsavedCodes(sub: string): boolean {
  return localStorage.getItem(unsavedCodesKey(sub)) !== null;
}

export function clearUnsavedCodes(sub: string): void {
  localStorage.removeItem(unsavedCodesKey(sub));
}

/** What the present step of a sign-in is about; the pool keeps it for three minutes, a reload included. */
const signInStepKey = 'tanren:sign-in-step';

export function storeSignInStep(step: SignInStep): void {
  try {
    sessionStorage.setItem(signInStepKey, JSON.stringify(step));
  } catch (error) {
    // Full or forbidden: then a reload begins anew.
    console.error(error);
  }
}

type StepOf<N, S = SignInStep> = S extends SignInStep ? (N extends S['name'] ? S : never) : never;

/** Null when another step, or none, was reached in this tab. */
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
