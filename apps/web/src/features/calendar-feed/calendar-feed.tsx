import {
  deleteCalendarFeed,
  getCalendarFeed,
  renewCalendarFeed,
} from '@tanren/contract/calendar-feed';
import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { formatGymDate, gymDayOf } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { AlertDialog } from '#ui/dialogs/dialogs.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import classes from './calendar-feed.module.css';
import { FeedAddress } from './feed-address.tsx';

export const calendarFeedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: ({ signal }) => callApi(getCalendarFeed, {}, signal),
  meta: { toldByPage: true },
});

/** One after the other: the address shown last must be the one that works. */
const scope = { id: 'calendar-feed' };

export function renewCalendarFeedMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['calendar-feed', 'renew'],
    scope,
    mutationFn: () => callApi(renewCalendarFeed, {}),
    // After a lost answer, too: there may be a new address that nobody has seen.
    onSettled: () => queryClient.invalidateQueries(calendarFeedQuery),
  });
}

export function stopCalendarFeedMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['calendar-feed', 'stop'],
    scope,
    mutationFn: () => callApi(deleteCalendarFeed, {}),
    onSettled: () => queryClient.invalidateQueries(calendarFeedQuery),
  });
}

interface FeedWarningProps {
  readonly title: string;
  readonly text: string;
  readonly refusal: string;
  readonly consent: string;
  readonly progress: string;
  /** Tells its own failures. */
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
}

export function FeedWarning(props: FeedWarningProps) {
  const { title, text, refusal, consent, progress, act, onClose } = props;
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);

  async function proceed(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await act();
    } finally {
      onClose();
    }
  }

  function dismiss(): void {
    if (!isBusy.current) onClose();
  }

  return (
    <AlertDialog
      title={title}
      onDismiss={dismiss}
      actions={
        <>
          <PrimaryButton variant="default" aria-disabled={busy} onClick={dismiss}>
            {refusal}
          </PrimaryButton>
          <PrimaryButton
            variant="filled"
            aria-disabled={busy}
            onClick={() => void proceed().catch(() => {})}
          >
            {busy ? progress : consent}
          </PrimaryButton>
        </>
      }
    >
      <p>{text}</p>
    </AlertDialog>
  );
}

interface FeedChoicesProps {
  readonly createdAt: string;
  /** The address can be seen now. */
  readonly shown: boolean;
  readonly renew: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const warnings = {
  renew: {
    title: 'アドレスを更新しますか',
    text: '新しいアドレスを発行します。これまでのアドレスは使えなくなるため、カレンダーアプリに登録し直してください。',
    refusal: '更新しない',
    consent: '更新する',
    progress: '更新しています…',
  },
  stop: {
    title: '連携を停止しますか',
    text: 'これまでのアドレスは使えなくなり、カレンダーアプリに予約が表示されなくなります。予約は取り消されません。',
    refusal: '停止しない',
    consent: '停止する',
    progress: '停止しています…',
  },
} as const;

/** What can be done with an address that exists. Neither can be undone, so both ask first. */
export function FeedChoices({ createdAt, shown, renew, stop }: FeedChoicesProps) {
  const [asks, setAsks] = useState<keyof typeof warnings | null>(null);
  const act = asks === 'renew' ? renew : stop;
  return (
    <>
      {shown ? null : (
        <p className={classes.text}>
          {formatGymDate(gymDayOf(createdAt))}
          に発行したアドレスで連携できます。アドレスが分からなくなったときは、更新してください。
        </p>
      )}
      <div className={classes.choices}>
        <PlainButton onClick={() => setAsks('renew')}>アドレスを更新する</PlainButton>
        <PlainButton onClick={() => setAsks('stop')}>連携を停止する</PlainButton>
      </div>
      {asks === null ? null : (
        <FeedWarning {...warnings[asks]} act={act} onClose={() => setAsks(null)} />
      )}
    </>
  );
}

/** The member's reservations in their own calendar, by a private address. */
export function CalendarFeedSection() {
  const queryClient = useQueryClient();
  const { data, isPending, refetch } = useQuery(calendarFeedQuery);
  const renew = useMutation(renewCalendarFeedMutation(queryClient));
  const stop = useMutation(stopCalendarFeedMutation(queryClient));
  // Told once: it lives as long as this page, and nowhere else.
  const [address, setAddress] = useState<string | null>(null);
  const busy = renew.isPending || stop.isPending;

  async function renewAddress(): Promise<void> {
    if (busy) return;
    const { url } = await renew.mutateAsync();
    setAddress(url);
  }

  async function stopAddress(): Promise<void> {
    if (busy) return;
    await stop.mutateAsync();
    setAddress(null);
    notifyDone('連携を停止しました', 'これまでのアドレスは使えなくなりました。');
  }

  if (isPending) return <Skeleton height={192} />;
  return (
    <Card heading="カレンダーと連携">
      <div className={classes.body}>
        <p className={classes.lead}>
          お使いのカレンダーアプリに、予約を自動で表示します。変更や取消しも反映されます。
        </p>
        {address === null ? null : <FeedAddress key={address} address={address} />}
        {data === undefined ? (
          <>
            <p className={classes.text}>連携の状態を確認できませんでした。</p>
            <PlainButton onClick={() => void refetch()}>もう一度試す</PlainButton>
          </>
        ) : null}
        {data?.createdAt === null ? (
          <PrimaryButton
            variant="default"
            aria-disabled={busy}
            onClick={() => void renewAddress().catch(() => {})}
          >
            {renew.isPending ? 'アドレスを発行しています…' : 'アドレスを発行する'}
          </PrimaryButton>
        ) : null}
        {typeof data?.createdAt === 'string' ? (
          <FeedChoices
            createdAt={data.createdAt}
            shown={address !== null}
            renew={renewAddress}
            stop={stopAddress}
          />
        ) : null}
      </div>
    </Card>
  );
}
