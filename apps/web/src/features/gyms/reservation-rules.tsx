import type { Gym } from '@tanren/contract/gyms';
import { mostReservations } from '@tanren/domain/reservations';
import { formatMinutes } from '#lib/hours-words.ts';
import { Card } from '#ui/card.tsx';
import { FactList } from '#ui/fact-list.tsx';

export function ReservationRules({ gym }: { readonly gym: Gym }) {
  return (
    <Card heading="予約のルール">
      <FactList
        facts={[
          { name: '1枠の長さ', value: `${gym.slotMinutes}分` },
          { name: '定員', value: `${gym.capacity}名` },
          { name: '予約できる期間', value: `${gym.reservableDays}日先まで` },
          { name: '同時に持てる予約', value: `${mostReservations}件まで` },
          { name: '変更・取消しの期限', value: describeDeadline(gym.cancelDeadlineMinutes) },
        ]}
      />
    </Card>
  );
}

function describeDeadline(minutes: number): string {
  return minutes === 0 ? '開始まで' : `開始の${formatMinutes(minutes)}前まで`;
}
