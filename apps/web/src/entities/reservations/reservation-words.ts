import { formatGymClock, gymDayOf } from '#lib/dates.ts';

interface SlotTimes {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** On the clock of a gym day: `19:00〜20:00`, `23:30〜翌0:30`, `翌1:00〜2:00`. */
export function formatSlotTime({ startsAt, endsAt }: SlotTimes, gymDay: string): string {
  const startsNextDay = gymDayOf(startsAt) > gymDay;
  const endsNextDay = !startsNextDay && gymDayOf(endsAt) > gymDay;
  const starts = `${startsNextDay ? '翌' : ''}${formatGymClock(startsAt)}`;
  return `${starts}〜${endsNextDay ? '翌' : ''}${formatGymClock(endsAt)}`;
}
