import { useNavigate } from '@tanstack/react-router';
import type { SignInStep } from '#lib/auth-sign-in.ts';
import { loadSignUp } from '#lib/auth-parts.ts';
import { notifyDone } from '#lib/notifier.ts';
import { keepNext, useNext } from './identity-search.ts';
import { keepPassword } from './kept-password.ts';
import { keepPendingCode } from './pending-code.ts';
import { keepTypedEmail } from './typed-email.ts';
import { useEnter } from './use-enter.ts';

/** The code of the sign-up may be days old; should no new one go out, the page still takes the old. */
async function sendFreshCode(email: string): Promise<number | null> {
  try {
    const { resendAccountCode } = await loadSignUp();
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
    switch (step) {
      case 'done':
        return enter();
      case 'confirm-sign-up': {
        if (!input) return;
        keepPassword(input.email, input.password);
        const sentAt = await sendFreshCode(input.email);
        keepPendingCode('sign-up', { email: input.email, sentAt });
        return navigate({ to: '/register', search: keepNext(next, 'confirm') });
      }
      case 'reset-password':
        if (input) keepTypedEmail(sessionStorage, input.email);
        notifyDone(
          'パスワードの再設定が必要です',
          '確認コードを受け取り、新しいパスワードを設定してください。',
        );
        return navigate({ to: '/forgot-password', search: keepNext(next) });
      case 'totp':
      case 'new-password':
        return navigate({ to: '/login', search: keepNext(next, step) });
    }
  };
}
