import { IconWifiOff } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/training-reservations';
import { useQuery } from '@tanstack/react-query';
import { formatGymClock, formatGymDate } from '#lib/dates.ts';
import { toServerTime } from '#lib/server-time.ts';
import { Notice } from '#ui/notice.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { NoSlots } from './no-slots.tsx';
import type { ReservableDay } from './reservable-days.ts';
import { slotsQuery } from './reservations.queries.ts';
import { SlotList } from './slot-list.tsx';
import { SlotsSkeleton } from './slots-skeleton.tsx';
import type { ReservationActs } from './use-reservation-acts.ts';
import classes from './day-slots.module.css';

interface DaySlotsProps {
  readonly gymId: number;
  readonly day: ReservableDay;
  readonly days: readonly ReservableDay[];
  readonly now: number;
  readonly acts: ReservationActs;
  readonly mine: readonly TrainingReservation[];
  readonly moving: TrainingReservation | null | undefined;
  readonly onMoved: () => void;
  readonly onChooseDate: (date: string) => void;
}

export function DaySlots(props: DaySlotsProps) {
  const { gymId, day, days, now, acts, mine, moving, onMoved, onChooseDate } = props;
  const { date, note, slotCount } = day;
  const { data, isError, dataUpdatedAt, isFetching, refetch } = useQuery(slotsQuery(gymId, date));
  // What has begun can't be reserved any more; one's own is still of interest.
  const slots = data?.filter(({ startsAt, endsAt, mine: own }) =>
    own ? Date.parse(endsAt) > now : Date.parse(startsAt) > now,
  );
  return (
    <section className={classes.day} aria-label={formatGymDate(date)} aria-busy={!data && !isError}>
      <h2 className={classes.heading}>
        <time dateTime={date}>{formatGymDate(date)}</time>
        {note === '' ? null : <span className={classes.note}>{note}</span>}
      </h2>
      {isError ? (
        <Notice Icon={IconWifiOff}>
          {data
            ? `更新できません。${formatGymClock(new Date(toServerTime(dataUpdatedAt)).toISOString())}時点の空き状況を表示しています。`
            : '空き状況を読み込めませんでした。ネットワーク接続をご確認ください。'}
        </Notice>
      ) : null}
      {isError && !data ? (
        <PrimaryButton
          variant="default"
          aria-disabled={isFetching}
          onClick={() => void (isFetching ? null : refetch())}
        >
          {isFetching ? '読み込んでいます…' : 'もう一度読み込む'}
        </PrimaryButton>
      ) : null}
      {!slots && !isError ? <SlotsSkeleton count={slotCount} /> : null}
      {slots && slots.length > 0 ? (
        <SlotList
          gymId={gymId}
          date={date}
          now={now}
          slots={slots}
          acts={acts}
          mine={mine}
          moving={moving}
          onMoved={onMoved}
          lastDay={days.at(-1)?.date ?? date}
          onOtherDay={onChooseDate}
        />
      ) : null}
      {slots?.length === 0 ? <NoSlots day={day} days={days} onChooseDate={onChooseDate} /> : null}
    </section>
  );
}
