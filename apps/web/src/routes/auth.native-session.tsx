import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { nextSearch } from '#features/identity/identity-search.ts';
import {
  storeNativeSessionLink,
  type NativeSessionLink,
  takeNativeSessionLink,
} from '#features/identity/native-session.ts';
import { useEnter } from '#features/identity/use-continue-sign-in.ts';
import { describeAuthError } from '#lib/auth/auth-error.ts';
import { signInWithCode } from '#lib/auth/sign-in.ts';
import { type Identity, readIdentity } from '#lib/auth/auth.ts';
import { notifyError } from '#lib/notifier.ts';
import { FormError, FormPage } from '#ui/forms/form-page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';

export const Route = createFileRoute('/auth/native-session')({
  staticData: { access: 'public', layout: 'simple', title: 'アプリからのログイン', parent: null },
  beforeLoad: ({ preload }) => {
    // The hash is read from the window, because the router has decoded its own and its parts can no
    // longer be separated.
    if (preload || !storeNativeSessionLink(window.location.hash)) return;
    throw redirect({ to: '/auth/native-session', replace: true });
  },
  component: NativeSessionPage,
});

const usedUp = 'このリンクは使用済みか、有効期限が切れています。';

function explain(error: unknown): string {
  const text = describeAuthError(error, { NotAuthorizedException: usedUp });
  if (text !== null) return text;
  notifyError(error);
  return 'ログインできませんでした。';
}

type Progress =
  | { readonly kind: 'working' }
  /** No member, or another one, is signed in on this device. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * Signs in with a link that the member's own app opened, with a code after the `#`. Strangers can
 * create such links for their own accounts, so the page always asks before it signs in.
 */
function NativeSessionPage() {
  const navigate = useNavigate();
  const enter = useEnter();
  const [link] = useState(takeNativeSessionLink);
  const [present, setPresent] = useState<Identity | null>(null);
  const [progress, setProgress] = useState<Progress>(
    link === null ? { kind: 'failed', why: usedUp } : { kind: 'working' },
  );

  const run = (act: () => Promise<void>) => {
    act().catch((error: unknown) => {
      setProgress({ kind: 'failed', why: explain(error) });
    });
  };
  const redeem = async ({ username, code, next }: NativeSessionLink) => {
    setProgress({ kind: 'working' });
    await signInWithCode(username, code);
    await enter(next ?? '/');
  };
  // The code can be used once, so only a new link may start another attempt.
  const begin = useEffectEvent((given: NativeSessionLink) => {
    run(async () => {
      const identity = await readIdentity();
      setPresent(identity);
      if (identity?.username === given.username) await enter(given.next ?? '/');
      else setProgress({ kind: 'asking' });
    });
  });
  useEffect(() => {
    if (link !== null) begin(link);
  }, [link]);

  const wayOut = present === null ? 'ログインしない' : '切り替えない';
  const goHome = () => void navigate({ to: '/' });
  return (
    <FormPage title="アプリからのログイン">
      <StatusText>{progress.kind === 'working' ? 'ログインしています…' : ''}</StatusText>
      {progress.kind === 'asking' && link !== null ? (
        <>
          {present === null ? (
            <p style={{ margin: 0 }}>
              リンクを作成したアプリのアカウントで、この端末にログインします。
            </p>
          ) : (
            <p style={{ margin: 0 }}>
              この端末では、今 <strong>{nameOf(present)}</strong>{' '}
              でログインしています。切り替えると、このアカウントからログアウトし、リンクを作成したアプリのアカウントでログインします。
            </p>
          )}
          <p style={{ margin: 0 }}>
            ご自身のアプリから開いたリンクでないときは、「{wayOut}」を選んでください。
          </p>
          <PrimaryButton
            onClick={() => {
              run(() => redeem(link));
            }}
          >
            {present === null ? 'ログインする' : '切り替える'}
          </PrimaryButton>
          <PrimaryButton variant="default" onClick={goHome}>
            {wayOut}
          </PrimaryButton>
        </>
      ) : null}
      {progress.kind === 'failed' ? (
        <>
          <FormError text={progress.why} />
          {present === null ? (
            <>
              <p style={{ margin: 0 }}>
                アプリからもう一度お試しいただくか、メールアドレスでログインしてください。
              </p>
              <PrimaryButton
                onClick={() =>
                  void navigate({ to: '/login', search: nextSearch(link?.next ?? null) })
                }
              >
                ログイン
              </PrimaryButton>
            </>
          ) : (
            <>
              <p style={{ margin: 0 }}>
                {nameOf(present)}{' '}
                でのログインはそのままです。切り替えるときは、アプリからもう一度お試しください。
              </p>
              <PrimaryButton onClick={goHome}>ホームへ</PrimaryButton>
            </>
          )}
        </>
      ) : null}
    </FormPage>
  );
}

function nameOf(identity: Identity | null): string {
  return identity?.email ?? '別のアカウント';
}
