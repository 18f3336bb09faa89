import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { describeAuthError } from '#lib/auth/auth-error.ts';
import { notifyError } from '#lib/notifier.ts';
import { FormError } from '#ui/forms/form-page.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { useStep } from './identity-search.ts';
import {
  type CodePurpose,
  type PendingCode,
  secondsToWait,
  usePendingCode,
} from './identity-storage.ts';

export interface ConfirmStep extends PendingCode {
  /**
   * Whether the step takes the focus. The first displayed step does not, because the page was
   * opened there.
   */
  readonly takesFocus: boolean;
}

/**
 * Returns the step at which a mailed code is typed, or `null` when no code is expected. The tab
 * stores it, so that a reload asks only for the code.
 */
export function useConfirmStep(purpose: CodePurpose): ConfirmStep | null {
  const step = useStep();
  const pending = usePendingCode(purpose, step === 'confirm');
  const [first] = useState(step);
  return pending && { ...pending, takesFocus: step !== first };
}

interface CodeLeadProps {
  readonly email: string;
  readonly sent: boolean;
}

/** Explains above the code field where to look for the code. */
export function CodeLead({ email, sent }: CodeLeadProps) {
  return (
    <>
      <strong>{email}</strong>{' '}
      {sent
        ? 'に8桁の確認コードをお送りしました。メールをご確認ください。'
        : 'に届いている確認コードを入力してください。見当たらないときは再送できます。'}
    </>
  );
}

interface ResendCodeProps {
  /**
   * Time in milliseconds at which the last code was sent. `null` when none was sent from here, so
   * there is no wait.
   */
  readonly sentAt: number | null;
  readonly send: () => Promise<void>;
  /** Called after a new code was sent, which invalidates the previous one. */
  readonly onSent: () => void;
}

function useClock(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [running]);
  return now;
}

const resendKey = ['resend-code'];

/** Sends another code, after the first has had time to arrive. */
export function ResendCode({ sentAt, send, onSent }: ResendCodeProps) {
  const queryClient = useQueryClient();
  const [lastSentAt, setLastSentAt] = useState(sentAt);
  const now = useClock(lastSentAt !== null);
  const wait = secondsToWait(lastSentAt, now);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationKey: resendKey,
    mutationFn: send,
    onSuccess: () => {
      setLastSentAt(Date.now());
      onSent();
    },
    onError: (failure) => {
      if (describeAuthError(failure) === null) notifyError(failure);
    },
    meta: { errorShownByForm: true },
  });
  return (
    <>
      <FormError text={error === null ? null : describeAuthError(error)} />
      <StatusText>{isSuccess ? '新しいコードをお送りしました。' : ''}</StatusText>
      <PlainButton
        disabled={wait > 0 || isPending}
        onClick={() => {
          // React state updates too late for the second tap of a double tap.
          if (queryClient.isMutating({ mutationKey: resendKey }) === 0) mutate();
        }}
      >
        {wait > 0 ? `コードを再送する（あと${wait}秒）` : 'コードを再送する'}
      </PlainButton>
    </>
  );
}
