import { toGymDay } from '@tanren/domain/gym-day';
import { findOpenTime, type GymHours } from '@tanren/domain/gym-hours';
import { listSlots, type SlotTime } from '@tanren/domain/reservation-slots';
import { addDays } from '@tanren/domain/training-weeks';

/** The present slot and three more. */
const mostSlots = 4;

/** The gym days that may be under way: yesterday's can last until past midnight. */
export function listNearDays(now: Date): [yesterday: string, today: string] {
  const today = toGymDay(now);
  return [addDays(today, -1), today];
}

/** The slots of the gym day under way that are not over. */
export function listNearSlots(hours: GymHours, slotMinutes: number, now: Date): SlotTime[] {
  for (const day of listNearDays(now)) {
    const slots = listSlots(findOpenTime(hours, day), slotMinutes);
    const left = slots.filter(({ endsAt }) => endsAt > now);
    if (left.length > 0) return left.slice(0, mostSlots);
  }
  return [];
}

/** Of those, what people come to now or next: the one that runs and the one after it. */
export function listImminent(slots: readonly SlotTime[], now: Date): SlotTime[] {
  const running = slots.filter(({ startsAt }) => startsAt <= now);
  return slots.slice(0, running.length + 1);
}
