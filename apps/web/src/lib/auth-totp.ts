import {
  fetchMFAPreference,
  setUpTOTP,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { readIdentity, renewIdentity } from './auth.ts';
import { withRecentAuthentication } from './recent-authentication.ts';
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
  const setUp = await withRecentAuthentication(() => withSession(() => setUpTOTP()));
  return { secret: setUp.sharedSecret, uri: setUp.getSetupUri('TANREN', account).href };
}

export async function finishTotpSetUp(code: string): Promise<void> {
  await withRecentAuthentication(() => withSession(() => verifyTOTPSetup({ code })));
  await prefer('PREFERRED');
  await renewOfWorkers();
}

export async function turnTotpOff(): Promise<void> {
  await prefer('DISABLED');
  await renewOfWorkers();
}

/** Trainers and staff must use an app: their tokens say whether it is missing. */
async function renewOfWorkers(): Promise<void> {
  const groups = (await readIdentity())?.groups ?? [];
  if (groups.includes('trainer') || groups.includes('staff')) await renewIdentity();
}

async function prefer(totp: 'PREFERRED' | 'DISABLED'): Promise<void> {
  await withRecentAuthentication(() => withSession(() => updateMFAPreference({ totp })));
}
