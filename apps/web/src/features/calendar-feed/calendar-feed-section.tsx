import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { Card } from '#ui/card.tsx';
import { PlainButton } from '#ui/plain-button.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import classes from './calendar-feed-section.module.css';
import {
  calendarFeedQuery,
  renewCalendarFeedMutation,
  stopCalendarFeedMutation,
} from './calendar-feed.queries.ts';
import { FeedAddress } from './feed-address.tsx';
import { FeedChoices } from './feed-choices.tsx';

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
