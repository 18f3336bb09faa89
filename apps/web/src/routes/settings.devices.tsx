import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconInfoCircle,
  IconLogout,
} from '@tabler/icons-react';
import type { Device } from '@tanren/contract/identity/devices';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import classes from '#features/identity/devices/devices.module.css';
import {
  devicesQuery,
  endDeviceMutation,
  eventsQuery,
} from '#features/identity/devices/devices.queries.ts';
import { EventList } from '#features/identity/devices/event-list.tsx';
import { explainRejection } from '#lib/rejections.ts';
import { formatMoment } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { Badge } from '#ui/badge.tsx';
import { CardList } from '#ui/lists/cards.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { Box, Note, Row, Stack } from '#ui/layout.tsx';

export const Route = createFileRoute('/settings/devices')({
  staticData: { access: 'default', layout: 'auth', title: 'ログイン中の端末', parent: '/settings' },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.query(devicesQuery), queryClient.infiniteQuery(eventsQuery)]);
  },
  component: DevicesPage,
});

/** Devices to sign out: one of them, or all others. */
type Ending = Device | 'others';

function DevicesPage() {
  const { data } = useSuspenseQuery(devicesQuery);
  const [ending, setEnding] = useState<Ending | null>(null);
  const hasOthers = data.items.some(({ current }) => !current);
  return (
    <Page title="ログイン中の端末">
      {data.available ? (
        <Stack from={1024} gap={24} align="start" top>
          <Stack gap={12} align="start" top>
            <CardList>
              {data.items.map((device) => (
                <li key={device.deviceId}>
                  <DeviceCard
                    device={device}
                    onEnd={() => {
                      setEnding(device);
                    }}
                  />
                </li>
              ))}
            </CardList>
            {hasOthers ? (
              <PrimaryButton
                variant="default"
                onClick={() => {
                  setEnding('others');
                }}
              >
                ほかのすべての端末からログアウト
              </PrimaryButton>
            ) : null}
            <Note className={classes.hint}>
              心当たりのない端末があるときは、その端末からログアウトして、
              <Link to="/settings/change-password">パスワードを変更</Link>してください。
            </Note>
          </Stack>
          <EventList />
        </Stack>
      ) : (
        <Notice Icon={IconInfoCircle}>
          ご利用のログインサービスでは、端末ごとの一覧と記録を表示できません。マイページの「すべての端末からログアウト」で、まとめてログアウトできます。
        </Notice>
      )}
      {ending === null ? null : (
        <EndDialog
          ending={ending}
          onDismiss={() => {
            setEnding(null);
          }}
        />
      )}
    </Page>
  );
}

function DeviceCard({ device, onEnd }: { readonly device: Device; readonly onEnd: () => void }) {
  const { name, current, signedInAt, lastSeenAt } = device;
  const isMobile = /iPhone|iPad|Android/.test(name);
  const DeviceIcon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <Stack
      as="article"
      columns="auto 1fr"
      gap={12}
      rowGap={0}
      align="center"
      card
      padding="12 16"
      className={classes.card}
      aria-label={name}
    >
      <DeviceIcon size={28} stroke={1.5} aria-hidden />
      <Box shrinks>
        <Row as="h2" gap={8} rowGap={0} align="center" wrap size={16}>
          {name}
          {current ? <Badge tone="green">この端末</Badge> : null}
        </Row>
        <Note>ログイン：{formatMoment(signedInAt)}</Note>
        <Note>最後の利用：{formatMoment(lastSeenAt)}</Note>
      </Box>
      {current ? null : (
        <Box narrow className={classes.end}>
          <PlainButton aria-label={`${name}からログアウト`} onClick={onEnd}>
            ログアウト
          </PlainButton>
        </Box>
      )}
    </Stack>
  );
}

function EndDialog({
  ending,
  onDismiss,
}: {
  readonly ending: Ending;
  readonly onDismiss: () => void;
}) {
  const { mutate, isPending, error } = useMutation(endDeviceMutation(useQueryClient()));
  const all = ending === 'others';
  const confirm = () => {
    if (isPending) return;
    mutate(all ? null : ending.deviceId, {
      onSuccess: () => {
        onDismiss();
        notifyDone(
          'ログアウトしました',
          all
            ? 'この端末以外の、すべての端末からログアウトしました。'
            : `${ending.name}からログアウトしました。`,
        );
      },
    });
  };
  return (
    <ConfirmDialog
      title={
        all ? 'ほかのすべての端末からログアウトしますか' : `${ending.name}からログアウトしますか`
      }
      keep="ログアウトしない"
      confirm="ログアウトする"
      Icon={IconLogout}
      confirming="ログアウトしています…"
      busy={isPending}
      onConfirm={confirm}
      onDismiss={onDismiss}
    >
      <p>
        {all
          ? 'この端末のほかは、もう一度ログインするまで使えなくなります。マシンに接続しているときは、接続も解除します。カレンダー用URLは使えなくなります。'
          : 'その端末では、もう一度ログインするまで使えなくなります。'}
      </p>
      <FormError text={error === null ? null : explainRejection(error)} />
    </ConfirmDialog>
  );
}
