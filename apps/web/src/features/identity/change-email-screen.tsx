import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmEmailStep } from './confirm-email-step.tsx';
import { useStep } from './identity-search.ts';
import { NewEmailStep } from './new-email-step.tsx';
import { usePendingCode } from './use-pending-code.ts';

const route = getRouteApi('/settings/email');

export function ChangeEmailScreen() {
  const { email } = route.useLoaderData();
  const step = useStep();
  const pending = usePendingCode('email-change', step === 'confirm');
  const [first] = useState(step);
  return pending === null ? (
    <NewEmailStep current={email} />
  ) : (
    <ConfirmEmailStep email={pending.email} sentAt={pending.sentAt} takesFocus={step !== first} />
  );
}
