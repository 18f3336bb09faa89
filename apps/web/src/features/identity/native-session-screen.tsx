import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { signOutHere } from '#lib/auth-account.ts';
import { describeAuthError } from '#lib/auth-error.ts';
import { signInWithCode } from '#lib/auth-sign-in.ts';
import { readIdentity } from '#lib/auth.ts';
import { notifyError } from '#lib/notifier.ts';
import { FormError } from '#ui/form-error.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { StatusText } from '#ui/status-text.tsx';
import { keepNext } from './identity-search.ts';
import { type NativeSessionLink, takeNativeSessionLink } from './native-session.ts';
import { useEnter } from './use-enter.ts';

const usedUp = 'このリンクは使用済みか、有効期限が切れています。';

async function signInBy({ username, code }: NativeSessionLink): Promise<void> {
  const identity = await readIdentity();
  if (identity?.username === username) return;
  if (identity !== null) await signOutHere();
  await signInWithCode(username, code);
}

function explain(error: unknown): string {
  const text = describeAuthError(error, { NotAuthorizedException: usedUp });
  if (text !== null) return text;
  notifyError(error);
  return 'サインインできませんでした。';
}

type Progress = { readonly kind: 'working' } | { readonly kind: 'failed'; readonly why: string };

/** Opened by the member's own app, with a code behind the `#`. */
export function NativeSessionScreen() {
  const navigate = useNavigate();
  const enter = useEnter();
  const [link] = useState(takeNativeSessionLink);
  const [progress, setProgress] = useState<Progress>(
    link === null ? { kind: 'failed', why: usedUp } : { kind: 'working' },
  );
  // The code is good for one try: nothing but a new link may start another.
  const enterNow = useEffectEvent(enter);
  useEffect(() => {
    if (link === null) return;
    signInBy(link)
      .then(() => enterNow(link.next ?? '/'))
      .catch((error: unknown) => {
        setProgress({ kind: 'failed', why: explain(error) });
      });
  }, [link]);
  return (
    <FormPage title="アプリからのサインイン">
      <StatusText>{progress.kind === 'working' ? 'サインインしています…' : ''}</StatusText>
      {progress.kind === 'failed' ? (
        <>
          <FormError text={progress.why} />
          <p style={{ margin: 0 }}>
            アプリからもう一度お試しいただくか、メールアドレスでサインインしてください。
          </p>
          <PrimaryButton
            onClick={() => void navigate({ to: '/login', search: keepNext(link?.next ?? null) })}
          >
            サインイン
          </PrimaryButton>
        </>
      ) : null}
    </FormPage>
  );
}
