import { addDays } from '@tanren/domain/gym-time';
import { findDemoGym } from './demo-gyms.ts';
import { type DemoSlot, listDemoSlots } from './slot-book.ts';

/** The slots of the demo gyms around the day the world is made. */
export interface SlotCalendar {
  list(gymId: number, daysAhead: number): readonly DemoSlot[];
  /** The one at that time of the day, or the nearest; none on a closed day. */
  findAt(gymId: number, daysAhead: number, minute: number): DemoSlot | null;
}

export function createSlotCalendar(today: string): SlotCalendar {
  const known = new Map<string, readonly DemoSlot[]>();
  const list = (gymId: number, daysAhead: number) => {
    const day = addDays(today, daysAhead);
    const key = `${gymId} ${day}`;
    const slots = known.get(key) ?? listDemoSlots(findDemoGym(gymId), day, today);
    known.set(key, slots);
    return slots;
  };
  return {
    list,
    findAt(gymId, daysAhead, minute) {
      const midnight = Date.parse(`${addDays(today, daysAhead)}T00:00:00+09:00`);
      const slots = list(gymId, daysAhead);
      const begun = slots.filter(
        ({ startsAt }) => startsAt.getTime() <= midnight + minute * 60_000,
      );
      return begun.at(-1) ?? slots[0] ?? null;
    },
  };
}
