import { type ReactNode, useEffect, useState } from 'react';
import { type AuthErrorName, describeAuthError } from '#lib/auth-error.ts';
import { notifyError } from '#lib/notifier.ts';
import { FormError } from '#ui/form-error.tsx';
import type { FormSpec, Values } from '#ui/form-rules.ts';
import { PlainButton } from '#ui/plain-button.tsx';
import { StatusText } from '#ui/status-text.tsx';
import { useForm } from '#ui/use-form.ts';
import { secondsToWait } from './identity-storage.ts';
import classes from './identity.module.css';

interface IdentityFormOptions<N extends string> {
  readonly fields: FormSpec<N>;
  readonly submit: (values: Values<N>) => Promise<void>;
  /** Sentences that mean something else on this page. */
  readonly words?: Partial<Record<AuthErrorName, string>>;
  /** Which field a refusal is about. */
  readonly blames?: Partial<Record<AuthErrorName, N>>;
}

/** A form whose refusals come from the user pool; what it cannot explain becomes a toast. */
export function useIdentityForm<N extends string>({
  fields,
  submit,
  words = {},
  blames = {},
}: IdentityFormOptions<N>) {
  return useForm<N>({
    fields,
    submit,
    explain: (error) => {
      const text = describeAuthError(error, words);
      if (text === null) {
        notifyError(error);
        return null;
      }
      const field = error instanceof Error ? blames[error.name as AuthErrorName] : undefined;
      return field === undefined ? { text } : { text, field };
    },
  });
}

/** Where else to go, below the form. */
export function PageLinks({ children }: { readonly children: ReactNode }) {
  return <div className={classes.links}>{children}</div>;
}

/** Not for the member: a password manager must learn whose new password it is asked to keep. */
export function UsernameForManagers({ email }: { readonly email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}

interface CodeLeadProps {
  readonly email: string;
  readonly sent: boolean;
}

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
