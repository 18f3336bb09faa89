import { type GymCrowd, getGymCrowd } from '@tanren/contract/gym-crowd';
import {
  getBusinessHours,
  getGym,
  getWeeklyHours,
  listGyms,
  listSubscriptionPlans,
  type WeeklyHours,
} from '@tanren/contract/gyms';
import { toGymInstant, weekday } from '@tanren/domain/gym-time';
import { answer } from '#test/support/answers.ts';
import { everyDay, sampleGym } from '#test/samples/gyms.ts';
import { answerDoor } from '#test/door/gym-door.ts';

type DayHours = WeeklyHours['weekly'][number];

/** A week of one's own making: the hours of the weekdays that are told, closed on the others. */
export const onlyOn = (hours: Record<number, DayHours>): DayHours[] =>
  Array.from({ length: 7 }, (_, day) => hours[day] ?? null);

export const emptyCrowd: GymCrowd = {
  at: '2026-03-03T09:00:00.000Z',
  machineCount: 0,
  machinesInUse: 0,
  types: [],
  slots: [],
};

/** The page of a gym with its hours; nobody is there, and its door knows no reservation. */
export function answerGymPage({
  weekly = everyDay(6, 26),
  specialDays = [],
}: Partial<WeeklyHours> = {}): void {
  answer(listGyms, [sampleGym]);
  answer(getGym, { ...sampleGym, capacity: 12, cancelDeadlineMinutes: 120 });
  answer(getWeeklyHours, { weekly, specialDays });
  answer(getBusinessHours, ({ params: { year, month, day } }) => {
    const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
    const special = specialDays.find((one) => one.date === date);
    const hours = special ? special.hours : (weekly[weekday(date)] ?? null);
    return {
      date,
      closed: hours === null,
      opens: hours && toGymInstant(date, hours.opensMinute).toISOString(),
      closes: hours && toGymInstant(date, hours.closesMinute).toISOString(),
      special: special !== undefined,
      note: special?.note ?? '',
    };
  });
  answer(listSubscriptionPlans, [
    {
      id: 1,
      name: 'レギュラー',
      description: '営業時間中、いつでもご利用いただけます。',
      price: 8800,
      tax: 800,
      per: 'month',
    },
    { id: 2, name: '1回利用', description: '', price: 1650, tax: 150, per: 'visit' },
  ]);
  answer(getGymCrowd, emptyCrowd);
  answerDoor({ startsAt: null });
}
