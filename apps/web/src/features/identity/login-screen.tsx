import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyScreen } from '#lib/chunks.ts';
import { useStep } from './identity-search.ts';
import { PasswordStep } from './password-step.tsx';

const route = getRouteApi('/login');

/** Few sign-ins have a second step; everybody's first load does without its code. */
const LaterStep = lazyScreen(() => import('./later-sign-in-step.tsx'), 'LaterSignInStep');

export function LoginScreen() {
  const words = route.useLoaderData();
  const step = useStep();
  if (step !== 'totp' && step !== 'new-password') return <PasswordStep words={words} />;
  return (
    <Suspense>
      <LaterStep step={step} />
    </Suspense>
  );
}
