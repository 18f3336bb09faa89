import type { ReservationSlot } from '@tanren/contract/training-reservations';

export interface SlotOfDay extends ReservationSlot {
  readonly date: string;
}

function isFree({ remaining, mine, startsAt }: ReservationSlot, now: number): boolean {
  return remaining > 0 && !mine && Date.parse(startsAt) > now;
}

/** The free slot before and the one after, of the same day; as near as there are. */
export function findNearestSlots(
  slots: readonly ReservationSlot[],
  wanted: string,
  now: number,
): ReservationSlot[] {
  const at = Date.parse(wanted);
  const free = slots.filter((slot) => isFree(slot, now));
  const before = free.findLast(({ startsAt }) => Date.parse(startsAt) < at);
  const after = free.find(({ startsAt }) => Date.parse(startsAt) > at);
  return [before, after].filter((slot) => slot !== undefined);
}

const dayMs = 24 * 60 * 60 * 1000;

/** The same time of the next day; slots of a day with other hours may begin up to an hour apart. */
export function findSameTimeNextDay(
  slots: readonly ReservationSlot[],
  wanted: string,
  now: number,
): ReservationSlot | null {
  const at = Date.parse(wanted) + dayMs;
  const distance = ({ startsAt }: ReservationSlot) => Math.abs(Date.parse(startsAt) - at);
  const [nearest] = slots
    .filter((slot) => isFree(slot, now) && distance(slot) < 60 * 60 * 1000)
    .toSorted((a, b) => distance(a) - distance(b));
  return nearest ?? null;
}
