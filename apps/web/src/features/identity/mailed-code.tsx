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
  /** The step that is drawn first is where the page was opened; a later one was led to. */
  readonly takesFocus: boolean;
}

/**
 * The step of a page at which a mailed code is typed; null: there is none to wait for. The tab
 * remembers it, so that a reload asks for the code again and not for everything.
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

/** Above the field for a mailed code: where to look for it. */
export function CodeLead({ email, sent }: CodeLeadProps) {
  return (
    <>
      <strong>{email}</strong>{' '}
      {sent
        ? 'に確認コードをお送りしました。メールに書かれた数字を入力してください。'
        : 'に届いている確認コードを入力してください。見当たらないときは再送できます。'}
    </>
  );
}

interface ResendCodeProps {
  /** When the last code was sent; null: none from here, so none has to be waited for. */
  readonly sentAt: number | null;
  readonly send: () => Promise<void>;
  /** The code before does not count any more. */
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

/** Another code, at the earliest when the first has had time to arrive. */
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
          // The state is too late for the second tap of a double tap.
          if (queryClient.isMutating({ mutationKey: resendKey }) === 0) mutate();
        }}
      >
        {wait > 0 ? `コードを再送する（あと${wait}秒）` : 'コードを再送する'}
      </PlainButton>
    </>
  );
}
