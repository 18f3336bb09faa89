import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { PushDevice } from '@tanren/contract/members/notifications';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { formatMoment } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { Badge } from '#ui/badge.tsx';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { Note, Row, Stack } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { CardList } from '#ui/lists/cards.tsx';
import { pushHereQuery, removeDeviceMutation, testMutation } from './notifications.queries.ts';
import classes from './notifications.module.css';

/** Lists the devices that receive pushes, and sends a test. */
export function DeviceList({ devices }: { readonly devices: readonly PushDevice[] }) {
  const test = useMutation(testMutation);
  return (
    <Stack as="section" gap={12} top aria-labelledby="push-devices">
      <SectionHeading id="push-devices">通知を受け取る端末</SectionHeading>
      {devices.length === 0 ? (
        <Note>まだありません。受け取りたい端末でこの画面を開き、オンにしてください。</Note>
      ) : (
        <>
          <CardList>
            {devices.map((device) => (
              <li key={device.id}>
                <DeviceCard device={device} />
              </li>
            ))}
          </CardList>
          <PrimaryButton
            variant="default"
            aria-disabled={test.isPending}
            onClick={() => {
              if (test.isPending) return;
              test.mutate(undefined, {
                onSuccess: () => {
                  notifyDone('テスト通知を送りました', '届くまで数秒かかることがあります。');
                },
              });
            }}
          >
            テスト通知を送る
          </PrimaryButton>
        </>
      )}
    </Stack>
  );
}

function DeviceCard({ device }: { readonly device: PushDevice }) {
  const { id, name, fingerprint, addedAt, lastPushAt } = device;
  const { data: here } = useSuspenseQuery(pushHereQuery);
  const remove = useMutation(removeDeviceMutation(useQueryClient()));
  const isHere = here.kind === 'ready' && here.fingerprint === fingerprint;
  const DeviceIcon = /iPhone|iPad|Android/.test(name) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <Stack
      as="article"
      gap={12}
      rowGap={0}
      align="center"
      card
      padding="12 16"
      className={classes.device}
      aria-label={name}
    >
      <DeviceIcon size={28} stroke={1.5} aria-hidden />
      <div>
        <Row as="h3" gap={8} rowGap={0} align="center" wrap size={16}>
          {name}
          {isHere ? <Badge tone="green">この端末</Badge> : null}
        </Row>
        <Note>追加：{formatMoment(addedAt)}</Note>
        <Note>
          {lastPushAt === null ? '通知はまだありません' : `最後の通知：${formatMoment(lastPushAt)}`}
        </Note>
      </div>
      {/* This device has its own switch above the list. */}
      {isHere ? null : (
        <PlainButton
          aria-label={`${name}を外す`}
          aria-disabled={remove.isPending}
          onClick={() => {
            if (remove.isPending) return;
            remove.mutate(id, {
              onSuccess: () => {
                notifyDone('端末を外しました', `${name}には、もう通知が届きません。`);
              },
            });
          }}
        >
          外す
        </PlainButton>
      )}
    </Stack>
  );
}
