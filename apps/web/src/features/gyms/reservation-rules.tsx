import type { Gym } from '@tanren/contract/gyms';
import { mostReservations } from '@tanren/domain/reservation-rules';
import { Card } from '#ui/card.tsx';
import { formatMinutes } from '#lib/hours-words.ts';
import classes from './facts.module.css';

export function ReservationRules({ gym }: { readonly gym: Gym }) {
  return (
    <Card heading="予約のルール">
      <dl className={classes.facts}>
        <Fact name="1枠の長さ" text={`${gym.slotMinutes}分`} />
        <Fact name="定員" text={`${gym.capacity}名`} />
        <Fact name="予約できる期間" text={`${gym.reservableDays}日先まで`} />
        <Fact name="同時に持てる予約" text={`${mostReservations}件まで`} />
        <Fact name="変更・取消しの期限" text={describeDeadline(gym.cancelDeadlineMinutes)} />
      </dl>
    </Card>
  );
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function describeDeadline(minutes: number): string {
  return minutes === 0 ? '開始まで' : `開始の${formatMinutes(minutes)}前まで`;
}
