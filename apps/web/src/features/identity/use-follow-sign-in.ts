import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { getClientConfig, loadSignIn } from '#lib/auth/auth.ts';
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
  rememberPassword,
  storePendingCode,
  storeSignInStep,
  storeTypedEmail,
} from './identity-storage.ts';

/** Signed in: nothing of whoever was here before stays, and on to where the member wanted to go. */
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
 * Fetches the identity and its credentials ahead of the live channel, which signs a call with them.
 * A failure is harmless: the live channel asks again, and does without them.
 */
function fetchCredentials(): void {
  if (getClientConfig().identityPoolId === undefined) return;
  loadPart(() => import('#lib/auth/identity-pool.ts'))
    .then(({ readCredentials }) => readCredentials())
    .catch(() => {});
}

/** The code of the sign-up may be days old; should no new one go out, the page still takes the old. */
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

/** Leads to whatever a sign-in needs next. */
export function useFollowSignIn() {
  const navigate = useNavigate();
  const enter = useEnter();
  const next = useNext();
  return async (step: SignInStep, input?: SignInInput): Promise<void> => {
    switch (step.name) {
      case 'done':
        return enter();
      case 'confirm-sign-up': {
        if (!input) return;
        rememberPassword(input.email, input.password);
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
