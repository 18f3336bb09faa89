import { formatGymClock, formatShortGymDate, gymDayOf } from '#lib/dates.ts';
import { formatSlotTime } from '#lib/slot-times.ts';

interface SlotTimes {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Slots are told apart by these. */
export function slotKey(gymId: number, startsAt: string): string {
  return `${gymId} ${Date.parse(startsAt)}`;
}

/** `11月20日(金) 19:00〜20:00`. */
export function formatSlot(slot: SlotTimes & { readonly date: string }): string {
  return `${formatShortGymDate(slot.date)} ${formatSlotTime(slot, slot.date)}`;
}

/** An instant with its date, for limits: `11月20日(金) 17:00`. */
export function formatMoment(instant: string): string {
  return `${formatShortGymDate(gymDayOf(instant))} ${formatGymClock(instant)}`;
}
