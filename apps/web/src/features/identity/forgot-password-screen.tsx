import { useState } from 'react';
import { ConfirmResetStep } from './confirm-reset-step.tsx';
import { useStep } from './identity-search.ts';
import { usePendingCode } from './use-pending-code.ts';
import { RequestResetStep } from './request-reset-step.tsx';

export function ForgotPasswordScreen() {
  const step = useStep();
  const pending = usePendingCode('reset-password', step === 'confirm');
  const [first] = useState(step);
  return pending === null ? (
    <RequestResetStep />
  ) : (
    <ConfirmResetStep email={pending.email} sentAt={pending.sentAt} takesFocus={step !== first} />
  );
}
