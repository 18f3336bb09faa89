import { NewPasswordStep } from './new-password-step.tsx';
import { TotpStep } from './totp-step.tsx';

export function LaterSignInStep({ step }: { readonly step: 'totp' | 'new-password' }) {
  return step === 'totp' ? <TotpStep /> : <NewPasswordStep />;
}
