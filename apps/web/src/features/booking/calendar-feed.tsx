import {
  IconAlertTriangle,
  IconCalendarOff,
  IconCheck,
  IconCopy,
  IconRefresh,
} from '@tabler/icons-react';
import {
  deleteCalendarFeed,
  getCalendarFeed,
  renewCalendarFeed,
} from '@tanren/contract/booking/calendar-feed';
import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { formatGymDate, gymDateOf } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { copyBox } from '#ui/copy-text.tsx';
import { PlainButton, PrimaryButton, primaryButtonLink } from '#ui/buttons.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Notice, StatusText } from '#ui/feedback/notices.tsx';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import classes from './calendar-feed.module.css';

/** Lets the member subscribe to their reservations in a calendar app through a private address. */
export function CalendarFeedSection() {
  const queryClient = useQueryClient();
  const { data, isPending, refetch } = useQuery(calendarFeedQuery);
  const renew = useMutation(renewCalendarFeedMutation(queryClient));
  const stop = useMutation(stopCalendarFeedMutation(queryClient));
  // The server returns the address only once, so it exists only as long as this page.
  const [address, setAddress] = useState<string | null>(null);
  const busy = renew.isPending || stop.isPending;

  /**
   * Returns `false` without running when another change is under way, such as after a double tap.
   * The notifier shows failures.
   */
  async function runOnce(change: () => Promise<void>): Promise<boolean> {
    if (queryClient.isMutating({ mutationKey }) > 0) return false;
    await change().catch(() => {});
    return true;
  }

  const renewAddress = () =>
    runOnce(async () => {
      const { url } = await renew.mutateAsync();
      setAddress(url);
    });

  const stopAddress = () =>
    runOnce(async () => {
      await stop.mutateAsync();
      setAddress(null);
      notifyDone('連携を停止しました', 'これまでのURLは使えなくなりました。');
    });

  if (isPending) return <Skeleton height={192} />;
  return (
    <Card heading="カレンダーと連携">
      <Stack gap={16} above={8}>
        <Text quiet>
          お使いのカレンダーアプリに、予約を自動で表示します。変更やキャンセルも反映されます。
        </Text>
        {address === null ? null : <FeedAddress key={address} address={address} />}
        {data === undefined ? (
          <>
            <Text>連携の状態を確認できませんでした。</Text>
            <PlainButton onClick={() => void refetch()}>もう一度試す</PlainButton>
          </>
        ) : null}
        {data?.createdAt === null ? (
          <PrimaryButton variant="default" aria-disabled={busy} onClick={() => void renewAddress()}>
            {renew.isPending ? 'カレンダー用URLを作っています…' : 'カレンダー用URLを作る'}
          </PrimaryButton>
        ) : null}
        {typeof data?.createdAt === 'string' ? (
          <FeedChoices
            createdAt={data.createdAt}
            shown={address !== null}
            busy={busy}
            renew={renewAddress}
            stop={stopAddress}
          />
        ) : null}
      </Stack>
    </Card>
  );
}

const calendarFeedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: ({ signal }) => callApi(getCalendarFeed, {}, signal),
  meta: { errorShownByPage: true },
});

const mutationKey = ['calendar-feed'];
/** Runs the changes one after the other, so that the address shown last is the one that works. */
const scope = { id: 'calendar-feed' };

function renewCalendarFeedMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [...mutationKey, 'renew'],
    scope,
    mutationFn: () => callApi(renewCalendarFeed, {}),
    // The status is also read again after a lost answer, because the server may have issued a new
    // address that the page never received.
    onSettled: () => queryClient.invalidateQueries(calendarFeedQuery),
  });
}

function stopCalendarFeedMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [...mutationKey, 'stop'],
    scope,
    mutationFn: () => callApi(deleteCalendarFeed, {}),
    onSettled: () => queryClient.invalidateQueries(calendarFeedQuery),
  });
}

interface FeedChoicesProps {
  readonly createdAt: string;
  /** Whether the address is visible on the page. */
  readonly shown: boolean;
  readonly busy: boolean;
  /** `renew` and `stop` resolve to whether they ran. */
  readonly renew: () => Promise<boolean>;
  readonly stop: () => Promise<boolean>;
}

const warnings = {
  renew: {
    title: 'カレンダー用URLを作り直しますか',
    text: '新しいURLを作ります。これまでのURLは使えなくなるため、カレンダーアプリに登録し直してください。',
    keep: '作り直さない',
    Icon: IconRefresh,
    confirm: '作り直す',
    confirming: '作り直しています…',
  },
  stop: {
    title: '連携を停止しますか',
    text: 'これまでのURLは使えなくなり、カレンダーアプリに予約が表示されなくなります。予約はキャンセルされません。',
    keep: '停止しない',
    Icon: IconCalendarOff,
    confirm: '停止する',
    confirming: '停止しています…',
  },
} as const;

/**
 * Shows the buttons to renew and to stop an existing address. Neither can be undone, so both ask
 * first.
 */
function FeedChoices({ createdAt, shown, busy, renew, stop }: FeedChoicesProps) {
  const [openWarning, setOpenWarning] = useState<keyof typeof warnings | null>(null);
  const { text, ...question } = warnings[openWarning ?? 'renew'];
  const close = () => {
    setOpenWarning(null);
  };
  const confirm = async () => {
    if (await (openWarning === 'renew' ? renew() : stop())) close();
  };
  return (
    <>
      {shown ? null : (
        <Text>
          {formatGymDate(gymDateOf(createdAt))}
          に作ったURLで連携しています。URLがわからなくなったときは、作り直してください。
        </Text>
      )}
      <Row gap={8} wrap className={classes.choices}>
        <PlainButton onClick={() => setOpenWarning('renew')}>URLを作り直す</PlainButton>
        <PlainButton onClick={() => setOpenWarning('stop')}>連携を停止する</PlainButton>
      </Row>
      {openWarning === null ? null : (
        <ConfirmDialog {...question} busy={busy} onConfirm={() => void confirm()} onDismiss={close}>
          <p>{text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * Shows the newly issued address with buttons to copy it and to open it in this device's calendar.
 */
function FeedAddress({ address }: { readonly address: string }) {
  const box = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  // The focus moves to the address for members who use a keyboard or a screen reader.
  useEffect(() => {
    box.current?.focus();
  }, []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Some browsers refuse access to the clipboard, and others do not have it without https.
      if (box.current) getSelection()?.selectAllChildren(box.current);
      setCopied(false);
    }
  }

  const CopyIcon = copied === true ? IconCheck : IconCopy;
  return (
    <Stack gap={16}>
      <Stack justify="start" raised className={copyBox}>
        <Text
          ref={box}
          as="code"
          tabIndex={-1}
          code
          size={14}
          leading="loose"
          className={classes.address}
          aria-label="カレンダー用URL"
        >
          {address}
        </Text>
        <PlainButton onClick={() => void copy()}>
          <CopyIcon size={20} stroke={1.75} aria-hidden />
          {copied === true ? 'コピーしました' : 'コピーする'}
        </PlainButton>
        <StatusText>
          {copied === false ? 'コピーできませんでした。選択された文字をコピーしてください。' : null}
        </StatusText>
      </Stack>
      <a
        href={address.replace(/^https?:/, 'webcal:')}
        className={primaryButtonLink}
        data-variant="default"
      >
        カレンダーアプリで開く
      </a>
      <Notice Icon={IconAlertTriangle}>
        このURLは今だけ表示されます。知っている人は誰でも予約の日時と場所を見られるため、ほかの人に教えないでください。
      </Notice>
      <Note>
        Googleカレンダーでは、パソコンの「他のカレンダー」から「URLで追加」を選び、貼り付けてください。変更の反映に時間がかかることがあります。
      </Note>
    </Stack>
  );
}
