import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { startSessionAnew } from '#lib/session-end.ts';
import { useNext } from './identity-search.ts';
import { forgetPendingCode } from './pending-code.ts';
import { forgetTypedEmail } from './typed-email.ts';

/** Signed in: nothing of whoever was here before stays, and on to where the member wanted to go. */
export function useEnter(): (target?: string) => Promise<void> {
  const router = useRouter();
  const queryClient = useQueryClient();
  const next = useNext();
  return async (target = next ?? '/') => {
    forgetTypedEmail(sessionStorage);
    forgetPendingCode('sign-up');
    startSessionAnew();
    queryClient.clear();
    router.clearCache();
    await router.navigate({ href: target, replace: true });
  };
}
