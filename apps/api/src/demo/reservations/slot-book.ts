import { findOpenTime } from '@tanren/domain/gyms/gym-hours';
import { addDays } from '@tanren/domain/gyms/gym-time';
import { listSlots, type SlotTime } from '@tanren/domain/booking/reservations';
import type { TrainingReservationRow } from '#db/schema/booking.ts';
import { type DemoGym, describeHours, findDemoGym } from '#demo/demo-gyms.ts';
import type { MembershipBook } from '#demo/memberships/membership-book.ts';

export interface DemoSlot extends SlotTime {
  readonly gymId: number;
  readonly gymDay: string;
}

type Booking = Pick<TrainingReservationRow, 'sub' | 'createdAt' | 'trainingSessionId'>;

export function listDemoSlots(gym: DemoGym, gymDay: string, today: string): DemoSlot[] {
  const open = findOpenTime(describeHours(gym, today), gymDay);
  return listSlots(open, gym.slotMinutes).map((slot) => ({ gymId: gym.id, gymDay, ...slot }));
}

type BookedRow = Omit<TrainingReservationRow, 'id'>;

/** Gives out the seats of slots by the rules members keep to: no seat and nobody twice. */
export interface SlotBook {
  readonly rows: readonly BookedRow[];
  /** By the membership that allows it; `enteredAt` is when they came, if they did. */
  reserve(slot: DemoSlot, booking: Booking, enteredAt?: Date | null): BookedRow;
  /** Taken once and given back: holds no seat. */
  cancel(slot: DemoSlot, booking: Booking, cancelledAt: Date): void;
  /** For whoever waits: nothing else is reserved at that time. */
  keepFree(slot: DemoSlot, sub: string): void;
  countSeats(slot: DemoSlot): number;
  listOf(sub: string): readonly DemoSlot[];
  /** What a member has reserved or waits for that is not over at a time. */
  countAhead(sub: string, from: Date): number;
  /** Whether the member has nothing else at that time. */
  isFree(sub: string, slot: SlotTime): boolean;
  /** Whether the member is free, too, and has a membership for it. */
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
    keepFree: engage,
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

/** What most reservations of the demo world have nothing of. */
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

/** Everybody comes in by the door. */
function enterAt(enteredAt: Date | null): Pick<BookedRow, 'enteredAt' | 'enteredBy'> {
  return { enteredAt, enteredBy: enteredAt === null ? null : 'door' };
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
