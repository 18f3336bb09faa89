import { findOpenTime } from '@tanren/domain/gyms/gym-hours';
import { addDays } from '@tanren/domain/gyms/gym-time';
import { listSlots, type SlotTime } from '@tanren/domain/booking/reservations';
import { type DemoGym, describeHours, findDemoGym } from '#gyms/demo-gyms.ts';
import type { MembershipBook } from '#memberships/membership-book.ts';

export interface DemoSlot extends SlotTime {
  readonly gymId: number;
  readonly gymDay: string;
}

interface Booking {
  readonly sub: string;
  readonly createdAt: Date;
  readonly trainingSessionId: number | null;
}

export function listDemoSlots(gym: DemoGym, gymDay: string, today: string): DemoSlot[] {
  const open = findOpenTime(describeHours(gym, today), gymDay);
  return listSlots(open, gym.slotMinutes).map((slot) => ({ gymId: gym.id, gymDay, ...slot }));
}

interface BookedRow extends DemoSlot, Booking {
  readonly membershipId: number;
  readonly seat: number;
  readonly sequence: number;
  readonly cancelledAt: Date | null;
  readonly gymCancelReason: null;
  readonly codesShownAt: null;
  readonly enteredAt: Date | null;
  readonly enteredBy: 'door' | null;
  readonly deskNote: string;
  readonly email: null;
}

export interface ReservationRow extends BookedRow {
  readonly id: number;
}

/** Assigns seats of slots by the rules for members: no seat twice, no member twice at a time. */
export interface SlotBook {
  readonly rows: readonly BookedRow[];
  /** Reserves with the membership that allows it. `enteredAt` is `null` without an entry. */
  reserve(slot: DemoSlot, booking: Booking, enteredAt?: Date | null): BookedRow;
  /** Adds a cancelled reservation, which holds no seat. */
  cancel(slot: DemoSlot, booking: Booking, cancelledAt: Date): void;
  /**
   * Blocks the time of a member who is on a waiting list, so that nothing else is reserved then.
   */
  markBusy(slot: DemoSlot, sub: string): void;
  countSeats(slot: DemoSlot): number;
  listOf(sub: string): readonly DemoSlot[];
  /** Counts reservations and waiting list entries of a member that end after `from`. */
  countAhead(sub: string, from: Date): number;
  /** Returns whether the member has nothing else at that time. */
  isFree(sub: string, slot: SlotTime): boolean;
  /** Returns whether the member is free at that time and has a membership for it. */
  isAllowed(sub: string, slot: DemoSlot): boolean;
}

export function createSlotBook(memberships: MembershipBook): SlotBook {
  const rows: BookedRow[] = [];
  const bySlot = new Map<string, number>();
  const byMember = new Map<string, DemoSlot[]>();
  const key = ({ gymId, startsAt }: DemoSlot) => `${gymId} ${startsAt.getTime()}`;
  const countSeats = (slot: DemoSlot) => bySlot.get(key(slot)) ?? 0;
  const listOf = (sub: string) => byMember.get(sub) ?? [];
  const engage = (slot: DemoSlot, sub: string) => void byMember.set(sub, [...listOf(sub), slot]);
  const isFree = (sub: string, { startsAt, endsAt }: SlotTime) =>
    listOf(sub).every((other) => other.endsAt <= startsAt || other.startsAt >= endsAt);
  const requireMembership = (sub: string, slot: DemoSlot) => {
    const membershipId = memberships.find(sub, slot);
    if (membershipId === null) throw new Error(`${sub} has no membership for ${key(slot)}`);
    return membershipId;
  };
  const add = (row: BookedRow) => {
    rows.push(row);
    return row;
  };
  return {
    rows,
    countSeats,
    listOf,
    isFree,
    markBusy: engage,
    countAhead: (sub, from) => listOf(sub).filter(({ endsAt }) => endsAt > from).length,
    isAllowed: (sub, slot) => isFree(sub, slot) && memberships.find(sub, slot) !== null,
    cancel(slot, booking, cancelledAt) {
      const membershipId = requireMembership(booking.sub, slot);
      add({ ...unused, ...slot, ...booking, membershipId, cancelledAt });
    },
    reserve(slot, booking, enteredAt = null) {
      const seat = countSeats(slot) + 1;
      bySlot.set(key(slot), seat);
      engage(slot, booking.sub);
      const membershipId = requireMembership(booking.sub, slot);
      memberships.use(membershipId, slot);
      return add({ ...unused, ...slot, ...booking, membershipId, seat, ...enterAt(enteredAt) });
    },
  };
}

/** Values of columns that most demo reservations do not use. */
const unused = {
  seat: 1,
  sequence: 0,
  cancelledAt: null,
  gymCancelReason: null,
  codesShownAt: null,
  enteredAt: null,
  enteredBy: null,
  deskNote: '',
  email: null,
} as const;

/** Returns the entry columns. In the demo world all members enter by the door. */
function enterAt(enteredAt: Date | null): Pick<BookedRow, 'enteredAt' | 'enteredBy'> {
  return { enteredAt, enteredBy: enteredAt === null ? null : 'door' };
}

/** The slots of the demo gyms around the day of its creation. */
export interface SlotCalendar {
  list(gymId: number, daysAhead: number): readonly DemoSlot[];
  /** Finds the slot at that time of the day, or the nearest one. Returns `null` on a closed day. */
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
