import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { describeAuthError } from '#lib/auth-error.ts';
import { notifyDone, notifyError } from '#lib/notifier.ts';

/**
 * Nothing of the member stays in this tab. To be called when their page has been left: what it
 * shows would be asked for anew, without a token.
 */
export function useForgetMember(): () => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return () => {
    queryClient.clear();
    router.clearCache();
    sessionStorage.clear();
  };
}

export function useLeave() {
  const router = useRouter();
  const forgetMember = useForgetMember();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);

  async function leave(signOut: () => Promise<void>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await signOut();
      await router.navigate({ to: '/login' });
      forgetMember();
    } catch (error) {
      const text = describeAuthError(error);
      if (text === null) notifyError(error);
      else notifyDone('サインアウトできませんでした', text);
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  }

  return { busy, leave };
}
