import { useMemo } from 'react';
import type { TotpSetUp } from '#entities/members/account.ts';
import type { SignInStep } from '#lib/auth/sign-in.ts';
import { deviceStorage, type SafeStorage, tabStorage } from '#lib/browser-storage.ts';

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

function read(storage: SafeStorage, purpose: CodePurpose): PendingCode | null {
  const value = storage.readJson(pendingCodeKey(purpose));
  return isPendingCode(value) ? value : null;
}

/**
 * Returns the pending code of this tab. A sign-up is also stored for the device, so that it is
 * found after the tab was closed.
 */
export function readPendingCode(purpose: CodePurpose): PendingCode | null {
  const ofTab = read(tabStorage, purpose);
  return ofTab !== null || purpose !== 'sign-up' ? ofTab : readSignUpOfDevice();
}

function readSignUpOfDevice(): PendingCode | null {
  const found = read(deviceStorage, 'sign-up');
  if (found === null || Date.now() - (found.sentAt ?? 0) < signUpMs) return found;
  clearPendingCode('sign-up');
  return null;
}

/** Stores a pending code. If storage is full or forbidden, a reload starts from the beginning. */
export function storePendingCode(purpose: CodePurpose, code: PendingCode): void {
  tabStorage.saveJson(pendingCodeKey(purpose), code);
  // The time limits how long the address stays on the device.
  const dated = { ...code, sentAt: code.sentAt ?? Date.now() };
  if (purpose === 'sign-up') deviceStorage.saveJson(pendingCodeKey(purpose), dated);
}

export function clearPendingCode(purpose: CodePurpose): void {
  tabStorage.remove(pendingCodeKey(purpose));
  deviceStorage.remove(pendingCodeKey(purpose));
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
  tabStorage.save(typedEmailKey, email);
}

export function readTypedEmail(): string {
  return tabStorage.read(typedEmailKey) ?? '';
}

export function clearTypedEmail(): void {
  tabStorage.remove(typedEmailKey);
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
  tabStorage.saveJson(totpSetUpKey, { account, secret, uri });
}

/** Returns the stored setup, or `null` when there is none or it belongs to another account. */
export function readTotpSetUp(account: string): TotpSetUp | null {
  type Stored = { readonly [Name in 'account' | keyof TotpSetUp]?: unknown };
  const stored = tabStorage.readJson(totpSetUpKey) as Stored | null;
  if (stored?.account !== account) return null;
  const { secret, uri } = stored;
  const isWhole = typeof secret === 'string' && typeof uri === 'string';
  return isWhole && uri.startsWith('otpauth:') ? { secret, uri } : null;
}

export function clearTotpSetUp(): void {
  tabStorage.remove(totpSetUpKey);
}

/**
 * Returns the key under which it is stored that codes were shown. The codes themselves are never
 * stored, and a page that was closed offers new ones.
 */
const unsavedCodesKey = (sub: string) => `tanren:unsaved-recovery-codes:${sub}`;

/** Records that the member has been shown recovery codes and has not confirmed saving them. */
export function storeUnsavedCodes(sub: string): void {
  deviceStorage.save(unsavedCodesKey(sub), 'true');
}

export function hasUnsavedCodes(sub: string): boolean {
  return deviceStorage.read(unsavedCodesKey(sub)) !== null;
}

export function clearUnsavedCodes(sub: string): void {
  deviceStorage.remove(unsavedCodesKey(sub));
}

/**
 * Storage key of the current sign-in step. The pool keeps the step for three minutes, so a reload
 * can continue.
 */
const signInStepKey = 'tanren:sign-in-step';

export function storeSignInStep(step: SignInStep): void {
  tabStorage.saveJson(signInStepKey, step);
}

type StepOf<N, S = SignInStep> = S extends SignInStep ? (N extends S['name'] ? S : never) : never;

/** Returns the stored step, or `null` when this tab has reached another step or none. */
export function readSignInStep<N extends SignInStep['name']>(name: N): StepOf<N> | null {
  const stored = tabStorage.readJson(signInStepKey) as SignInStep | null;
  return stored?.name === name ? (stored as StepOf<N>) : null;
}

export function clearSignInStep(): void {
  tabStorage.remove(signInStepKey);
}
