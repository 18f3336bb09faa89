import { doorLeadMs } from '@tanren/domain/booking/door';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { and, asc, eq, gt, isNull, lt, max } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { doorEntries, trainingReservations, type DoorEntryRow } from '#db/schema/booking.ts';
import { gyms } from '#db/schema/gyms.ts';
import type { ExportPart } from '#modules/identity/member-data.service.ts';

/** Returns the highest seat number that a member may come for, or 0 if the gym does not exist. */
export async function findHighestSeat(db: Queryable, gymId: number, now: Date): Promise<number> {
  const table = trainingReservations;
  const [gym] = await db.select().from(gyms).where(eq(gyms.id, gymId));
  if (gym === undefined) return 0;
  // The capacity may have been larger when a seat was reserved.
  const [held] = await db
    .select({ seat: max(table.seat) })
    .from(table)
    .where(
      and(
        eq(table.gymId, gymId),
        gt(table.startsAt, new Date(now.getTime() - longestSlotMs)),
        isNull(table.cancelledAt),
      ),
    );
  return Math.max(gym.capacity, held?.seat ?? 0);
}

export const longestSlotMs = 24 * 60 * 60 * 1000;

interface OpenDoor {
  readonly gymId: number;
  /** Start of the time in which a code was the present one. */
  readonly from: Date;
  readonly until: Date;
}

/** Selects the reservations for which the door was open at some time in the range. */
export function selectOpenFor(db: Queryable, { gymId, from, until }: OpenDoor) {
  const table = trainingReservations;
  const { id, sub, seat, startsAt, endsAt, enteredAt } = table;
  return db
    .select({ id, gymId: table.gymId, sub, seat, startsAt, endsAt, enteredAt })
    .from(table)
    .where(
      and(
        eq(table.gymId, gymId),
        gt(startsAt, new Date(from.getTime() - longestSlotMs)),
        lt(startsAt, new Date(until.getTime() + doorLeadMs)),
        gt(endsAt, from),
        isNull(table.cancelledAt),
      ),
    )
    .orderBy(asc(startsAt), asc(seat));
}

export type OpenReservation = Awaited<ReturnType<typeof selectOpenFor>>[number];

export async function isStored(
  db: Queryable,
  { gymId, entryUuid }: Pick<DoorEntryRow, 'gymId' | 'entryUuid'>,
): Promise<boolean> {
  const isIt = and(eq(doorEntries.gymId, gymId), eq(doorEntries.entryUuid, entryUuid));
  return (await db.$count(doorEntries, isIt)) > 0;
}

export async function insertEntry(tx: Transaction, entry: DoorEntryRow): Promise<void> {
  await tx.insert(doorEntries).values(entry);
}

/**
 * Maximum number of unknown entries stored per gym and day, so that a compromised lock cannot fill
 * the database.
 */
export const maxUnknownEntries = 100;

/** Stores for the desk that the door opened for a visit without a reservation. */
export async function insertUnknownEntry(
  db: Queryable,
  entry: Omit<DoorEntryRow, 'sub'>,
): Promise<void> {
  const { gymId, receivedAt } = entry;
  const dayBefore = new Date(receivedAt.getTime() - longestSlotMs);
  const isRecent = and(
    eq(doorEntries.gymId, gymId),
    isNull(doorEntries.sub),
    gt(doorEntries.receivedAt, dayBefore),
  );
  if ((await db.$count(doorEntries, isRecent)) >= maxUnknownEntries) return;
  await db
    .insert(doorEntries)
    .values({ ...entry, sub: null })
    .onConflictDoNothing();
}

export async function deleteEntries(db: Queryable, sub: string): Promise<void> {
  await db.delete(doorEntries).where(eq(doorEntries.sub, sub));
}

export async function purgeDoorEntries(db: Queryable, receivedBefore: Date): Promise<void> {
  await db.delete(doorEntries).where(lt(doorEntries.receivedAt, receivedBefore));
}

async function listEntries(db: Queryable, sub: string) {
  const { gymId, enteredAt, receivedAt } = doorEntries;
  return await db
    .select({ gymId, gymName: gyms.name, enteredAt, receivedAt })
    .from(doorEntries)
    .innerJoin(gyms, eq(gyms.id, gymId))
    .where(eq(doorEntries.sub, sub))
    .orderBy(asc(enteredAt));
}

export const doorEntryPart: ExportPart = {
  name: 'door-entries',
  title: '入館の記録（90日分）',
  headers: ['入館日時（日本時間）', 'ジム'],
  async *readRows(db, { sub }) {
    for (const { gymName, ...entry } of await listEntries(db, sub)) {
      yield { record: { ...entry, gymName }, cells: [toGymTime(entry.enteredAt), gymName] };
    }
  },
};
