import { IconMoon } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { DeviceList } from '#features/members/notifications/device-list.tsx';
import { KindTable } from '#features/members/notifications/kind-table.tsx';
import classes from '#features/members/notifications/notifications.module.css';
import {
  notificationSettingsQuery,
  pushHereQuery,
} from '#features/members/notifications/notifications.queries.ts';
import { ThisDevice } from '#features/members/notifications/this-device.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { Note, Stack } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/settings/notifications')({
  staticData: { access: 'default', layout: 'auth', title: '通知の設定', parent: '/settings' },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.query(notificationSettingsQuery),
      queryClient.query(pushHereQuery),
    ]);
  },
  component: NotificationsPage,
});

function NotificationsPage() {
  const { data: settings } = useSuspenseQuery(notificationSettingsQuery);
  return (
    <Page title="通知の設定" wide>
      <Stack from={1024} gap={24} top>
        <Stack gap={24} top>
          <ThisDevice settings={settings} />
          <KindTable choices={settings.choices} hasDevice={settings.devices.length > 0} />
          <MailAddress email={settings.email} />
        </Stack>
        <Stack gap={24} top>
          <Notice Icon={IconMoon}>
            22:00〜翌7:00の通知は朝にお届けします（キャンセル待ちの空きを除く）。
          </Notice>
          <DeviceList devices={settings.devices} />
        </Stack>
      </Stack>
    </Page>
  );
}

function MailAddress({ email }: { readonly email: string | null }) {
  if (email === null) return null;
  return (
    <Note className={classes.hint}>
      メールの宛先：{email}（<Link to="/settings/email">変更する</Link>）
    </Note>
  );
}
