import { IconAlertTriangle, IconHistory, IconShieldCheck } from '@tabler/icons-react';
import type { AuthenticationEvent } from '@tanren/contract/identity/devices';
import type { AuthenticationOperation } from '@tanren/domain/identity/authentication';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { formatMoment } from '#lib/dates.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Box, List, look, Note, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import classes from './devices.module.css';
import { eventsQuery } from './devices.queries.ts';

const rowHeight = 72;

export function EventList() {
  const query = useSuspenseInfiniteQuery(eventsQuery);
  const events = query.data.pages.flatMap(({ items }) => items);
  return (
    <Stack as="section" gap={12} align="start" top aria-labelledby="authentication-events">
      <SectionHeading id="authentication-events">ログインの記録</SectionHeading>
      <Note className={classes.hint}>
        90日分を表示します。ネットワークは、おおまかな範囲だけを記録しています。
      </Note>
      {events.length === 0 ? (
        <EmptyState Icon={IconHistory} text="記録はまだありません。" />
      ) : (
        <PagedList query={query} itemHeight={rowHeight}>
          <List divided card padding="0 16">
            {events.map((event) => {
              const EventIcon = event.outcome === 'success' ? IconShieldCheck : IconAlertTriangle;
              return (
                <Stack
                  key={event.id}
                  as="li"
                  columns="auto 1fr"
                  gap={12}
                  align="start"
                  padding="12 0"
                  className={event.outcome === 'success' ? undefined : classes.failed}
                >
                  <EventIcon
                    size={20}
                    stroke={1.75}
                    aria-hidden
                    className={look('good', 'above-2')}
                  />
                  <Box shrinks>
                    <Text>{describeEvent(event)}</Text>
                    <Note>
                      {formatMoment(event.at)}
                      {event.network === '' ? '' : `・${event.network}`}
                    </Note>
                  </Box>
                </Stack>
              );
            })}
          </List>
        </PagedList>
      )}
    </Stack>
  );
}

interface Words {
  readonly success: string;
  /** Absent for operations that cannot fail. */
  readonly failure?: string;
}

const words: Readonly<Record<AuthenticationOperation, Words>> = {
  'sign-in': { success: 'ログインしました', failure: 'パスワードが間違っていました' },
  'second-factor': {
    success: '2段階認証のコードを確認しました',
    failure: '2段階認証のコードの間違いがありました',
  },
  'recovery-code': {
    success: 'リカバリーコードを使ってログインしました',
    failure: 'リカバリーコードの間違いがありました',
  },
  'delegated-sign-in': {
    success: 'アプリからログインを引き継ぎました',
    failure: 'アプリからのログインの引き継ぎに失敗しました',
  },
  refresh: { success: 'ログインを継続しました', failure: 'ログインを継続できませんでした' },
  'sign-out': { success: 'ログアウトしました' },
  'sign-out-everywhere': { success: 'すべての端末からログアウトしました' },
  'device-ended': { success: 'ほかの端末からログアウトしました' },
  'other-devices-ended': { success: 'ほかのすべての端末からログアウトしました' },
  'sign-up': {
    success: 'アカウントを登録しました',
    failure: '登録の確認コードの間違いがありました',
  },
  'password-change': {
    success: 'パスワードを変更しました',
    failure: 'パスワードの変更で、現在のパスワードが間違っていました',
  },
  'password-reset': {
    success: 'パスワードを再設定しました',
    failure: 'パスワード再設定の確認コードの間違いがありました',
  },
  'email-change': {
    success: 'メールアドレスを変更しました',
    failure: 'メールアドレス変更の確認コードの間違いがありました',
  },
  'totp-on': {
    success: '認証アプリを設定しました',
    failure: '認証アプリの設定で、コードの間違いがありました',
  },
  'totp-off': { success: '認証アプリを解除しました' },
  'email-code-on': { success: 'メール認証を設定しました' },
  'email-code-off': { success: 'メール認証を解除しました' },
  'recovery-codes-renewed': { success: 'リカバリーコードを発行しました' },
  'ended-by-staff': { success: 'スタッフの操作で、すべての端末からログアウトしました' },
  'totp-removed-by-staff': { success: 'スタッフが認証アプリを解除しました' },
  'account-deletion': { success: 'アカウントを削除しました' },
};

/** Describes an event in the words of the account's owner. */
function describeEvent({
  operation,
  outcome,
}: Pick<AuthenticationEvent, 'operation' | 'outcome'>): string {
  const { success, failure = success } = words[operation];
  switch (outcome) {
    case 'success':
      return success;
    case 'failure':
      return failure;
    case 'locked':
      return '間違いが続いたため、一時的に受け付けを止めました';
    case 'reused':
      return 'ログイン情報が二重に使われたため、その端末からログアウトしました';
  }
}
