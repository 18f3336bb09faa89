import { findOpenTime } from '@tanren/domain/gym-hours';
import { addDays } from '@tanren/domain/gym-time';
import { listSlots, type SlotTime } from '@tanren/domain/reservations';
import type { TrainingReservationRow } from '#db/schema/training-reservations.ts';
import { type DemoGym, describeHours, findDemoGym } from '#demo/demo-gyms.ts';

export interface DemoSlot extends SlotTime {
  readonly gymId: number;
  readonly gymDay: string;
}

type Booking = Pick<TrainingReservationRow, 'sub' | 'createdAt' | 'trainingSessionId'>;

export function listDemoSlots(gym: DemoGym, gymDay: string, today: string): DemoSlot[] {
  const open = findOpenTime(describeHours(gym, today), gymDay);
  return listSlots(open, gym.slotMinutes).map((slot) => ({ gymId: gym.id, gymDay, ...slot }));
}

/** Gives out the seats of slots by the rules members keep to: no seat and nobody twice. */
export interface SlotBook {
  readonly rows: readonly Omit<TrainingReservationRow, 'id'>[];
  reserve(slot: DemoSlot, booking: Booking): Omit<TrainingReservationRow, 'id'>;
  /** Taken once and given back: holds no seat. */
  cancel(slot: DemoSlot, booking: Booking, cancelledAt: Date): void;
  /** For whoever waits: nothing else is reserved at that time. */
  keepFree(slot: DemoSlot, sub: string): void;
  countSeats(slot: DemoSlot): number;
  listOf(sub: string): readonly DemoSlot[];
  /** Whether the member has nothing else at that time. */
  isFree(sub: string, slot: SlotTime): boolean;
}

export function createSlotBook(): SlotBook {
  const rows: Omit<TrainingReservationRow, 'id'>[] = [];
  const bySlot = new Map<string, number>();
  const byMember = new Map<string, DemoSlot[]>();
  const key = ({ gymId, startsAt }: DemoSlot) => `${gymId} ${startsAt.getTime()}`;
  const countSeats = (slot: DemoSlot) => bySlot.get(key(slot)) ?? 0;
  const listOf = (sub: string) => byMember.get(sub) ?? [];
  const engage = (slot: DemoSlot, sub: string) => void byMember.set(sub, [...listOf(sub), slot]);
  const add = (slot: DemoSlot, booking: Booking, seat: number, cancelledAt: Date | null) => {
    const cancellation = { cancelledAt, gymCancelReason: null, codesShownAt: null, email: null };
    const row = { ...slot, ...booking, seat, sequence: 0, ...cancellation };
    rows.push(row);
    return row;
  };
  return {
    rows,
    countSeats,
    listOf,
    keepFree: engage,
    isFree: (sub, { startsAt, endsAt }) =>
      listOf(sub).every((other) => other.endsAt <= startsAt || other.startsAt >= endsAt),
    cancel: (slot, booking, cancelledAt) => void add(slot, booking, 1, cancelledAt),
    reserve(slot, booking) {
      const seat = countSeats(slot) + 1;
      bySlot.set(key(slot), seat);
      engage(slot, booking.sub);
      return add(slot, booking, seat, null);
    },
  };
}

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
