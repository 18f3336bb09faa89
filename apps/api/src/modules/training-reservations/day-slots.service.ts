import type { Queryable } from '#db/database.ts';
import { selectReserved, selectWaiting } from './day-slots.store.ts';
import { listDaySlots, requireGym } from './reservable-slot.ts';

export interface DaySlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly capacity: number;
  readonly remaining: number;
  readonly reservationId: number | null;
  readonly waiting: number;
  readonly myWait: {
    readonly id: number;
    readonly position: number;
    readonly offerExpiresAt: Date | null;
  } | null;
}

/** The slots of a gym day as one member sees them, in two reads whatever there is. */
export async function readDaySlots(
  db: Queryable,
  { sub, gymId, gymDay }: { readonly sub: string; readonly gymId: number; readonly gymDay: string },
  now: Date,
): Promise<DaySlot[]> {
  const gym = await requireGym(db, gymId, gymDay, gymDay);
  const slots = listDaySlots(gym, gymDay);
  const [first, last] = [slots[0], slots.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = { gymId, sub, from: first.startsAt, to: last.endsAt };
  const reserved = byStart(await selectReserved(db, range));
  const waiting = byStart(await selectWaiting(db, range, now));
  const { capacity } = gym.gym;
  return slots.map(({ startsAt, endsAt }) => {
    const taken = reserved.get(startsAt.getTime());
    const waits = startsAt <= now ? undefined : waiting.get(startsAt.getTime());
    // What is free and not offered yet belongs to those who wait, too.
    const left = capacity - (taken?.reserved ?? 0) - (waits?.waiting ?? 0);
    return {
      startsAt,
      endsAt,
      capacity,
      remaining: startsAt <= now ? 0 : Math.max(0, left),
      reservationId: taken?.reservationId ?? null,
      waiting: waits?.waiting ?? 0,
      myWait: waits === undefined ? null : describeOwnWait(waits),
    };
  });
}

type Waiting = Awaited<ReturnType<typeof selectWaiting>>[number];

function describeOwnWait({ myWaitId, myPosition, myOfferExpiresAt }: Waiting) {
  if (myWaitId === null || myPosition === null) return null;
  return { id: myWaitId, position: myPosition, offerExpiresAt: myOfferExpiresAt };
}

function byStart<R extends { readonly startsAt: Date }>(rows: readonly R[]): Map<number, R> {
  return new Map(rows.map((row) => [row.startsAt.getTime(), row]));
}
