import { IconCalendarOff } from '@tabler/icons-react';
import { formatShortGymDate } from '#lib/dates.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { findOpenDay, type ReservableDay } from './reservable-days.ts';

interface NoSlotsProps {
  readonly day: ReservableDay;
  readonly days: readonly ReservableDay[];
  readonly onChooseDate: (date: string) => void;
}

export function NoSlots({ day, days, onChooseDate }: NoSlotsProps) {
  const next = findOpenDay(days, day.date);
  return (
    <EmptyState
      Icon={IconCalendarOff}
      text={day.closed ? 'この日は休館日です。' : 'この日の受付は終了しました。'}
      action={
        next ? (
          <PrimaryButton
            onClick={() => {
              onChooseDate(next.date);
            }}
          >
            {formatShortGymDate(next.date)}を見る
          </PrimaryButton>
        ) : null
      }
    />
  );
}
