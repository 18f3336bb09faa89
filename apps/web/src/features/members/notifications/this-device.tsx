import { IconBell, IconBellOff, IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { notifyDone } from '#lib/notifier.ts';
import { explainRejection } from '#lib/rejections.ts';
import { Notice } from '#ui/feedback/notices.tsx';
import { SwitchTrack } from '#ui/forms/choice-fields.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { Note, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { menuRow, MenuRowContent, RowList } from '#ui/lists/menu-section.tsx';
import { InstallPictures } from './install-pictures.tsx';
import {
  type NotificationSettings,
  pushHereQuery,
  switchPushMutation,
} from './notifications.queries.ts';
import classes from './notifications.module.css';
import { PushRejected } from './push-device.ts';

/** Shows whether this browser receives pushes, and what to do if it cannot. */
export function ThisDevice({ settings }: { readonly settings: NotificationSettings }) {
  const { data: here } = useSuspenseQuery(pushHereQuery);
  switch (here.kind) {
    case 'ready':
      return <PushSwitch settings={settings} fingerprint={here.fingerprint} />;
    case 'install':
      return (
        <Stack as="section" gap={12} top card padding={16} aria-labelledby="install-first">
          <SectionHeading id="install-first">
            ホーム画面に追加すると、通知を受け取れます
          </SectionHeading>
          <p>
            iPhoneとiPadでは、ホーム画面に追加したTANRENだけが通知を受け取れます（iOS・iPadOS
            16.4以降）。追加したら、ホーム画面のTANRENを開いて、この画面でオンにしてください。
          </p>
          <InstallPictures />
        </Stack>
      );
    case 'denied':
      return <PermissionDenied />;
    case 'unsupported':
      return (
        <Notice Icon={IconInfoCircle}>
          このブラウザでは、プッシュ通知を受け取れません。メールでのお知らせは、下の表でお選びいただけます。
        </Notice>
      );
  }
}

interface PushSwitchProps {
  readonly settings: NotificationSettings;
  readonly fingerprint: string | null;
}

function PushSwitch({ settings, fingerprint }: PushSwitchProps) {
  const { mutate, isPending, error } = useMutation(switchPushMutation(useQueryClient()));
  const { devices, vapidPublicKey } = settings;
  const device = devices.find((each) => each.fingerprint === fingerprint) ?? null;
  // Another account may have switched pushes on in this browser, which does not count for this
  // account.
  const on = device !== null;
  const toggle = () => {
    if (isPending) return;
    mutate(
      { on: !on, vapidPublicKey, deviceId: device?.id ?? null },
      {
        onSuccess: () => {
          if (on) notifyDone('通知をオフにしました', 'この端末には、もう通知が届きません。');
          else notifyDone('通知をオンにしました', 'この端末に通知が届きます。');
        },
      },
    );
  };
  const isRejected = error instanceof PushRejected;
  return (
    <Stack gap={12} top>
      <RowList>
        <li>
          <button
            type="button"
            role="switch"
            aria-checked={on}
            aria-disabled={isPending}
            className={menuRow}
            onClick={toggle}
          >
            <MenuRowContent
              Icon={on ? IconBell : IconBellOff}
              label="この端末で通知を受け取る"
              end={<SwitchTrack on={on} />}
            />
          </button>
        </li>
      </RowList>
      {on ? null : (
        <Note className={classes.hint}>
          オンにすると、下で選んだプッシュ通知がこの端末に届きます。
        </Note>
      )}
      <FormError text={error === null || isRejected ? null : explainPush(error)} />
      {isRejected ? <PermissionDenied /> : null}
    </Stack>
  );
}

/** Explains the error. The messages of the browsers' push services do not help a member. */
function explainPush(error: Error): string {
  if (error instanceof DOMException) {
    return 'このブラウザの通知サービスにつながりませんでした。通信を確認して、もう一度お試しください。';
  }
  return explainRejection(error);
}

function PermissionDenied() {
  return (
    <Stack as="section" gap={12} top card padding={16} aria-labelledby="permission-denied">
      <SectionHeading id="permission-denied">通知が許可されていません</SectionHeading>
      <p>
        端末の設定で許可すると、受け取れるようになります。許可したら、この画面を開き直してください。
      </p>
      <dl>
        <Text as="dt" weight={700}>
          iPhone・iPad
        </Text>
        <dd>設定アプリの「通知」で「TANREN」を選び、「通知を許可」をオンにします。</dd>
        <Text as="dt" weight={700} above={8}>
          Android
        </Text>
        <dd>
          アドレスの左のアイコンをタップし、「権限」の「通知」をオンにします。ホーム画面に追加した場合は、アイコンを長押しして「アプリ情報」の「通知」をオンにします。
        </dd>
        <Text as="dt" weight={700} above={8}>
          パソコン
        </Text>
        <dd>アドレスの左のアイコンを押し、「通知」を「許可」にします。</dd>
      </dl>
    </Stack>
  );
}
