import {
  fetchMFAPreference,
  setUpTOTP,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { withSession } from './session-end.ts';

export async function readTotpState(): Promise<boolean> {
  const { enabled } = await withSession(() => fetchMFAPreference());
  return enabled?.includes('TOTP') ?? false;
}

export interface TotpSetUp {
  readonly secret: string;
  /** For the QR code. */
  readonly uri: string;
}

export async function startTotpSetUp(account: string): Promise<TotpSetUp> {
  const setUp = await withSession(() => setUpTOTP());
  return { secret: setUp.sharedSecret, uri: setUp.getSetupUri('TANREN', account).href };
}

export async function finishTotpSetUp(code: string): Promise<void> {
  await withSession(() => verifyTOTPSetup({ code }));
  await withSession(() => updateMFAPreference({ totp: 'PREFERRED' }));
}

export async function turnTotpOff(): Promise<void> {
  await withSession(() => updateMFAPreference({ totp: 'DISABLED' }));
}
