import type { UnlinkReason } from '@tanren/contract/machines/machine-commands';
import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import {
  machines,
  tanrenConnections,
  type MachineRow,
  type TanrenConnectionRow,
} from '#db/schema/machines.ts';

export interface MemberLink {
  readonly link: TanrenConnectionRow;
  readonly machine: MachineRow;
  readonly gymName: string;
}

const isOpen = isNull(tanrenConnections.endedAt);

export async function findMemberLink(db: Queryable, sub: string): Promise<MemberLink | null> {
  return await findOpenLink(db, eq(tanrenConnections.sub, sub));
}

export async function findMachineLink(
  db: Queryable,
  machineId: number,
): Promise<MemberLink | null> {
  return await findOpenLink(db, eq(tanrenConnections.machineId, machineId));
}

async function findOpenLink(db: Queryable, whose: ReturnType<typeof eq>) {
  const [found] = await db
    .select({ link: tanrenConnections, machine: machines, gymName: gyms.name })
    .from(tanrenConnections)
    .innerJoin(machines, eq(machines.id, tanrenConnections.machineId))
    .innerJoin(gyms, eq(gyms.id, machines.gymId))
    .where(and(whose, isOpen));
  return found ?? null;
}

/** Finds a link, open or ended, by the id that machines use. */
export async function findLink(
  db: Queryable,
  connectionId: string,
): Promise<TanrenConnectionRow | null> {
  const [found] = await db
    .select()
    .from(tanrenConnections)
    .where(eq(tanrenConnections.id, connectionId));
  return found ?? null;
}

/** Finds the link of the member that ended last, if it ended after `since`. */
export async function findLastEnd(
  db: Queryable,
  sub: string,
  since: Date,
): Promise<{ connectionId: string; reason: UnlinkReason } | null> {
  const [found] = await db
    .select({
      connectionId: tanrenConnections.id,
      reason: tanrenConnections.endReason,
    })
    .from(tanrenConnections)
    .where(and(eq(tanrenConnections.sub, sub), gte(tanrenConnections.endedAt, since)))
    .orderBy(desc(tanrenConnections.endedAt))
    .limit(1);
  if (found === undefined || found.reason === null) return null;
  return { connectionId: found.connectionId, reason: found.reason };
}

/**
 * Locks the member's links, so that no other transaction links the member until this one ends. It
 * is called before `lockMachine`: the reverse order, or two locks of one kind, would deadlock.
 */
export async function lockMemberLinks(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.memberLink}, hashtext(${sub}))`,
  );
}

/**
 * Locks the machine, so that no other transaction links it until this one ends. Returns `null` if
 * it does not exist or is retired.
 */
export async function lockMachine(tx: Transaction, machineId: number): Promise<MachineRow | null> {
  const [found] = await tx
    .select()
    .from(machines)
    .where(and(eq(machines.id, machineId), isNull(machines.retiredAt)))
    .for('no key update');
  return found ?? null;
}

/** Locks the open links of the machine and of the member, in the order of the ingest. */
export async function lockOpenLinks(
  tx: Transaction,
  { machineId, sub }: { machineId: number; sub: string },
): Promise<TanrenConnectionRow[]> {
  return await tx
    .select()
    .from(tanrenConnections)
    .where(
      and(or(eq(tanrenConnections.machineId, machineId), eq(tanrenConnections.sub, sub)), isOpen),
    )
    .orderBy(asc(tanrenConnections.id))
    .for('no key update');
}

/**
 * Returns whether another member has linked with this code, or with one that the machine showed
 * after it.
 */
export async function isCodeSpent(
  tx: Transaction,
  { machineId, sub, codeStep }: Pick<TanrenConnectionRow, 'machineId' | 'sub' | 'codeStep'>,
): Promise<boolean> {
  const found = await tx
    .select({ id: tanrenConnections.id })
    .from(tanrenConnections)
    .where(
      and(
        eq(tanrenConnections.machineId, machineId),
        gte(tanrenConnections.codeStep, codeStep),
        ne(tanrenConnections.sub, sub),
      ),
    )
    .limit(1);
  return found.length > 0;
}

export async function insertLink(
  tx: Transaction,
  link: Pick<TanrenConnectionRow, 'id' | 'machineId' | 'sub' | 'codeStep'>,
  now: Date,
): Promise<void> {
  await tx.insert(tanrenConnections).values({ ...link, linkedAt: now, lastActiveAt: now });
}

/** Records that the member entered the machine's code again, which counts as activity. */
export async function confirmLink(
  tx: Transaction,
  connectionId: string,
  codeStep: number,
  now: Date,
): Promise<void> {
  await tx
    .update(tanrenConnections)
    .set({
      codeStep: sql`greatest(${tanrenConnections.codeStep}, ${codeStep})`,
      lastActiveAt: sql`greatest(${tanrenConnections.lastActiveAt}, ${now})`,
    })
    .where(eq(tanrenConnections.id, connectionId));
}

/**
 * Records the activity on a link. Nodes may read messages out of order, so the sets of a bout never
 * decrease.
 */
export async function touchLink(
  db: Queryable,
  { id, boutUuid, setCount }: Pick<TanrenConnectionRow, 'id' | 'boutUuid' | 'setCount'>,
  at: Date,
): Promise<void> {
  const { lastActiveAt, boutUuid: knownBout, setCount: knownCount } = tanrenConnections;
  const isSameBout = sql`${knownBout} is not distinct from ${boutUuid}::uuid`;
  await db
    .update(tanrenConnections)
    .set({
      lastActiveAt: sql`greatest(${lastActiveAt}, ${at})`,
      boutUuid,
      setCount: sql`case when ${isSameBout} then greatest(${knownCount}, ${setCount}::smallint)
        else ${setCount}::smallint end`,
    })
    .where(and(eq(tanrenConnections.id, id), isOpen));
}

/** A link that ended, with the data of its notifications. */
export interface EndedLink {
  readonly connectionId: string;
  readonly machineId: number;
  readonly sub: string;
  readonly reason: UnlinkReason;
}

/** Ends links. If several calls end the same link, only one of them gets it in its result. */
export async function endLinks(
  db: Queryable,
  connectionIds: readonly string[],
  reason: UnlinkReason,
  now: Date,
): Promise<EndedLink[]> {
  if (connectionIds.length === 0) return [];
  return await end(db, inArray(tanrenConnections.id, [...connectionIds]), reason, now);
}

export async function endMemberLink(
  db: Queryable,
  sub: string,
  reason: UnlinkReason,
  now: Date,
): Promise<EndedLink[]> {
  return await end(db, eq(tanrenConnections.sub, sub), reason, now);
}

export async function endMachineLink(
  db: Queryable,
  machineId: number,
  reason: UnlinkReason,
  now: Date,
): Promise<EndedLink[]> {
  return await end(db, eq(tanrenConnections.machineId, machineId), reason, now);
}

async function end(
  db: Queryable,
  which: ReturnType<typeof eq>,
  reason: UnlinkReason,
  now: Date,
): Promise<EndedLink[]> {
  const ended = await db
    .update(tanrenConnections)
    .set({ endedAt: now, endReason: reason })
    .where(and(which, isOpen))
    .returning({
      connectionId: tanrenConnections.id,
      machineId: tanrenConnections.machineId,
      sub: tanrenConnections.sub,
    });
  return ended.map((link) => ({ ...link, reason }));
}

/**
 * Deletes the links of a member, as the first step of an erasure. It waits for workouts of these
 * links that are being stored; later workouts find no link. The rows are locked in the order of the
 * ingest.
 */
export async function deleteConnections(tx: Transaction, sub: string): Promise<void> {
  await tx
    .select({ id: tanrenConnections.id })
    .from(tanrenConnections)
    .where(eq(tanrenConnections.sub, sub))
    .orderBy(asc(tanrenConnections.id))
    .for('update');
  await tx.delete(tanrenConnections).where(eq(tanrenConnections.sub, sub));
}

export async function purgeEndedLinks(db: Queryable, endedBefore: Date): Promise<void> {
  await db.delete(tanrenConnections).where(lt(tanrenConnections.endedAt, endedBefore));
}
