import { useState } from 'react';
import { ConfirmSignUpStep } from './confirm-sign-up-step.tsx';
import { useStep } from './identity-search.ts';
import { usePendingCode } from './use-pending-code.ts';
import { SignUpStep } from './sign-up-step.tsx';

/** Remembered by the tab, so that a reload asks for the code again and not for everything. */
export function RegisterScreen() {
  const step = useStep();
  const pending = usePendingCode('sign-up', step === 'confirm');
  // The step that is drawn first is where the page was opened; the later one was led to.
  const [first] = useState(step);
  return pending === null ? (
    <SignUpStep />
  ) : (
    <ConfirmSignUpStep email={pending.email} sentAt={pending.sentAt} takesFocus={step !== first} />
  );
}
