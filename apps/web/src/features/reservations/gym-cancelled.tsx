import { IconCalendarX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LoadAgainIfMissing } from '#ui/load-again.tsx';
import { Notice } from '#ui/notice.tsx';
import { gymCancelledQuery } from './reservations.queries.ts';
import { formatSlot } from './slot-words.ts';
import classes from './gym-cancelled.module.css';

/** What the gym cancelled is told until the time would have been over, whatever day is shown. */
export function GymCancelled({ now }: { readonly now: number }) {
  const query = useQuery(gymCancelledQuery);
  const ahead = query.data?.filter(({ endsAt }) => Date.parse(endsAt) > now) ?? [];
  if (ahead.length === 0) {
    return <LoadAgainIfMissing what="ジムからのキャンセルのお知らせ" query={query} />;
  }
  return (
    <section className={classes.cancelled} aria-label="店舗の都合で取り消された予約">
      {ahead.toReversed().map((reservation) => (
        <Notice key={reservation.id} Icon={IconCalendarX}>
          {reservation.gymName}の{formatSlot(reservation)}
          の予約は、店舗の都合で取り消されました。理由：{reservation.gymCancelReason}
        </Notice>
      ))}
    </section>
  );
}
