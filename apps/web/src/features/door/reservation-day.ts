import type { TrainingReservation } from '@tanren/contract/training-reservations';
import { addDays, toGymDay } from '@tanren/domain/gym-time';
import { doorOpensAt } from '@tanren/domain/door';

type Times = Pick<TrainingReservation, 'date' | 'startsAt' | 'endsAt'>;

/** Earlier than this before it opens, nobody stands at the door: it is not asked, and says so itself. */
const nearMs = 60 * 60_000;

/** Whether the door has something to say, however wrong the phone's clock goes. */
export function isNearDoor({ startsAt }: Pick<Times, 'startsAt'>, now: number): boolean {
  return now >= openFrom({ startsAt }).getTime() - nearMs;
}

export function openFrom({ startsAt }: Pick<Times, 'startsAt'>): Date {
  return doorOpensAt({ startsAt: new Date(startsAt) });
}

export type DayName = 'today' | 'tomorrow' | 'later';

/** By the gym day, and by the calendar: at 23:00 a slot of 0:30 is still today's, and so it is at 0:10. */
export function nameDay({ date, startsAt }: Times, now: number): DayName {
  const today = toGymDay(new Date(now));
  if (date <= today || toGymDay(new Date(startsAt)) <= today) return 'today';
  return date === addDays(today, 1) ? 'tomorrow' : 'later';
}
