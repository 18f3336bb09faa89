import { notificationKindNames } from '@tanren/domain/members/notification-texts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import {
  unsubscribeMutation,
  unsubscriptionQuery,
} from '#features/members/notifications/notifications.queries.ts';
import { isApiError } from '#lib/errors.ts';
import { explainRejection } from '#lib/rejections.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { FormError, FormPage } from '#ui/forms/form-page.tsx';

interface UnsubscribeSearch {
  /** Token of the link. Absent when the address was cut off on its way. */
  readonly token?: string | undefined;
}

/**
 * Target of the link in mails. Opening it changes nothing, because mail servers open links by
 * themselves.
 */
export const Route = createFileRoute('/unsubscribe')({
  staticData: { access: 'public', layout: 'simple', title: 'メールの配信停止', parent: null },
  validateSearch: ({ token }: Record<string, unknown>): UnsubscribeSearch => ({
    token: typeof token === 'string' && /^[\w.-]{20,200}$/.test(token) ? token : undefined,
  }),
  component: UnsubscribePage,
});

function UnsubscribePage() {
  const { token } = Route.useSearch();
  return (
    <FormPage title="メールの配信停止">
      {token === undefined ? <BrokenLink /> : <Unsubscription token={token} />}
    </FormPage>
  );
}

function BrokenLink() {
  return (
    <>
      <FormError text="このリンクは正しくありません。メールの中のリンクをもう一度開いてください。" />
      <SettingsLink />
    </>
  );
}

function Unsubscription({ token }: { readonly token: string }) {
  const { data, error } = useQuery(unsubscriptionQuery(token));
  const { mutate, isPending, isSuccess, error: rejection } = useMutation(unsubscribeMutation);
  if (isApiError(error, 404)) return <BrokenLink />;
  if (error !== null) return <FormError text={explainRejection(error)} />;
  if (data === undefined) return <StatusText>確認しています…</StatusText>;
  const name = notificationKindNames[data.kind];
  if (isSuccess || data.stopped) {
    return (
      <>
        <StatusText>「{name}」のメールの配信を停止しました。</StatusText>
        <SettingsLink />
      </>
    );
  }
  return (
    <>
      <p>「{name}」のメールの配信を停止しますか。ほかの種類のメールは、今までどおり届きます。</p>
      <FormError text={rejection === null ? null : explainRejection(rejection)} />
      <PrimaryButton
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate(token);
        }}
      >
        {isPending ? '停止しています…' : '配信を停止する'}
      </PrimaryButton>
      <SettingsLink />
    </>
  );
}

/** Links to the settings, which ask a visitor to sign in first. */
function SettingsLink() {
  return (
    <p>
      メールと通知の種類は、<Link to="/settings/notifications">通知の設定</Link>
      でお選びいただけます。
    </p>
  );
}
