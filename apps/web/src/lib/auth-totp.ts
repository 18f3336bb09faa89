import {
  fetchMFAPreference,
  setUpTOTP,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';

export async function readTotpState(): Promise<boolean> {
  const { enabled } = await fetchMFAPreference();
  return enabled?.includes('TOTP') ?? false;
}

export interface TotpSetUp {
  readonly secret: string;
  /** For the QR code. */
  readonly uri: string;
}

export async function startTotpSetUp(account: string): Promise<TotpSetUp> {
  const setUp = await setUpTOTP();
  return { secret: setUp.sharedSecret, uri: setUp.getSetupUri('TANREN', account).href };
}

export async function finishTotpSetUp(code: string): Promise<void> {
  await verifyTOTPSetup({ code });
  await updateMFAPreference({ totp: 'PREFERRED' });
}

export async function turnTotpOff(): Promise<void> {
  await updateMFAPreference({ totp: 'DISABLED' });
}
