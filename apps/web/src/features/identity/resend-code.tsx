import { useEffect, useState } from 'react';
import { describeAuthError } from '#lib/auth-error.ts';
import { notifyError } from '#lib/notifier.ts';
import { FormError } from '#ui/form-error.tsx';
import { PlainButton } from '#ui/plain-button.tsx';
import { StatusText } from '#ui/status-text.tsx';
import { secondsToWait } from './resend-wait.ts';

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

/** Another code, at the earliest when the first has had time to arrive. */
export function ResendCode({ sentAt, send, onSent }: ResendCodeProps) {
  const [lastSentAt, setLastSentAt] = useState(sentAt);
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const now = useClock(lastSentAt !== null);
  const wait = secondsToWait(lastSentAt, now);

  async function resend(): Promise<void> {
    setState('busy');
    setProblem(null);
    try {
      await send();
      setLastSentAt(Date.now());
      setState('sent');
      onSent();
    } catch (error) {
      const text = describeAuthError(error);
      if (text === null) notifyError(error);
      setProblem(text);
      setState('idle');
    }
  }

  return (
    <>
      <FormError text={problem} />
      <StatusText>{state === 'sent' ? '新しいコードをお送りしました。' : ''}</StatusText>
      <PlainButton disabled={wait > 0 || state === 'busy'} onClick={() => void resend()}>
        {wait > 0 ? `コードを再送する（あと${wait}秒）` : 'コードを再送する'}
      </PlainButton>
    </>
  );
}
