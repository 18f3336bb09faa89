import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { getClientConfig } from '#lib/auth/client-config.ts';
import { loadSignIn } from '#lib/auth/load-sign-in.ts';
import { loadPart } from '#lib/builds/chunks.ts';
import { whenIdle } from '#lib/when-idle.ts';
import type { SignInStep } from '#lib/auth/sign-in.ts';
import { notifyDone } from '#lib/notifier.ts';
import { clearSessionEnd } from '#lib/auth/session-end.ts';
import { nextSearch, useNext } from './identity-search.ts';
import {
  clearPendingCode,
  clearSignInStep,
  clearTypedEmail,
  cachePassword,
  storePendingCode,
  storeSignInStep,
  storeTypedEmail,
} from './identity-storage.ts';

/**
 * Returns a function that finishes the sign-in. It removes all data of a previous member and opens
 * the page that the member wanted.
 */
export function useEnter(): (target?: string) => Promise<void> {
  const router = useRouter();
  const queryClient = useQueryClient();
  const next = useNext();
  return async (target = next ?? '/') => {
    clearTypedEmail();
    clearSignInStep();
    clearPendingCode('sign-up');
    clearSessionEnd();
    queryClient.clear();
    router.clearCache();
    await router.navigate({ href: target, replace: true });
    whenIdle(fetchCredentials);
  };
}

/**
 * Fetches the identity and its credentials before the live channel needs them to sign a call. A
 * failure is harmless, because the live channel asks again and works without them.
 */
function fetchCredentials(): void {
  if (getClientConfig().identityPoolId === undefined) return;
  loadPart(() => import('#lib/auth/identity-pool.ts'))
    .then(({ readCredentials }) => readCredentials())
    .catch(() => {});
}

/**
 * Sends a new code, because the code of the sign-up may be days old. If that fails, the page still
 * accepts the old one.
 */
async function sendFreshCode(email: string): Promise<number | null> {
  try {
    const { resendAccountCode } = await loadSignIn();
    await resendAccountCode(email);
    return Date.now();
  } catch (error) {
    console.error(error);
    return null;
  }
}

interface SignInInput {
  readonly email: string;
  readonly password: string;
}

/** Returns a function that opens the next step of a sign-in. */
export function useContinueSignIn() {
  const navigate = useNavigate();
  const enter = useEnter();
  const next = useNext();
  return async (step: SignInStep, input?: SignInInput): Promise<void> => {
    switch (step.name) {
      case 'done':
        return enter();
      case 'confirm-sign-up': {
        if (!input) return;
        cachePassword(input.email, input.password);
        const sentAt = await sendFreshCode(input.email);
        storePendingCode('sign-up', { email: input.email, sentAt });
        return navigate({ to: '/register', search: nextSearch(next, 'confirm') });
      }
      case 'reset-password':
        if (input) storeTypedEmail(input.email);
        notifyDone(
          'パスワードの再設定が必要です',
          '確認コードを受け取り、新しいパスワードを設定してください。',
        );
        return navigate({ to: '/forgot-password', search: nextSearch(next) });
      default:
        storeSignInStep(step);
        return navigate({ to: '/login', search: nextSearch(next, step.name) });
    }
  };
}
