import type { DescriptionMessage } from '@tanren/contract/machines/machine-description';
import { and, asc, count, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { machines, type MachineRow } from '#db/schema/machines.ts';

type NewMachine = Pick<
  MachineRow,
  | 'gymId'
  | 'workoutTypeId'
  | 'minLoadHg'
  | 'maxLoadHg'
  | 'loadStepHg'
  | 'secretHash'
  | 'linkKey'
  | 'createdAt'
>;

export async function insertMachine(db: Queryable, machine: NewMachine): Promise<MachineRow> {
  const [row] = await db.insert(machines).values(machine).returning();
  if (row === undefined) throw new Error('the machine was not inserted');
  return row;
}

export async function findMachine(db: Queryable, id: number): Promise<MachineRow | null> {
  const [row] = await db.select().from(machines).where(eq(machines.id, id));
  return row ?? null;
}

export async function findGymName(db: Queryable, gymId: number): Promise<string | null> {
  const [row] = await db.select({ name: gyms.name }).from(gyms).where(eq(gyms.id, gymId));
  return row?.name ?? null;
}

export async function listMachines(db: Database): Promise<(MachineRow & { gymName: string })[]> {
  const rows = await db
    .select({ machine: machines, gymName: gyms.name })
    .from(machines)
    .innerJoin(gyms, eq(gyms.id, machines.gymId))
    .orderBy(asc(machines.id));
  return rows.map(({ machine, gymName }) => ({ ...machine, gymName }));
}

/** Counts the machines in use by gym and by whether they are online. */
export async function countMachines(db: Queryable) {
  return await db
    .select({ gymId: machines.gymId, online: machines.online, count: count() })
    .from(machines)
    .where(isNull(machines.retiredAt))
    .groupBy(machines.gymId, machines.online);
}

export async function updateSecret(
  db: Queryable,
  id: number,
  secret: Pick<MachineRow, 'secretHash' | 'linkKey'>,
): Promise<boolean> {
  const changed = await db
    .update(machines)
    // The new secret may be written into another machine, whose session numbers begin anew.
    .set({ ...secret, session: null, description: null })
    .where(and(eq(machines.id, id), isNull(machines.retiredAt)))
    .returning({ id: machines.id });
  return changed.length > 0;
}

export async function retireMachine(db: Queryable, id: number, now: Date): Promise<boolean> {
  const changed = await db
    .update(machines)
    .set({ retiredAt: now, online: false })
    .where(and(eq(machines.id, id), isNull(machines.retiredAt)))
    .returning({ id: machines.id });
  return changed.length > 0;
}

/** Data that a machine sends when it connects. `session` is `null` for machines that have none. */
interface MachineSignIn {
  readonly firmware: string;
  readonly session: number | null;
}

/**
 * Marks a machine as online. A session ends only once: a start that arrives after its own end, or
 * after the start of a newer session, changes nothing.
 */
export async function markOnline(
  db: Database,
  id: number,
  now: Date,
  { firmware, session }: MachineSignIn,
): Promise<void> {
  const isCurrent =
    session === null
      ? undefined
      : or(
          isNull(machines.session),
          lt(machines.session, session),
          and(eq(machines.session, session), machines.online),
        );
  await db
    .update(machines)
    .set({ online: true, lastSeenAt: now, firmware, session })
    .where(and(eq(machines.id, id), isNull(machines.retiredAt), isCurrent));
}

export async function storeDescription(
  db: Database,
  id: number,
  description: DescriptionMessage,
): Promise<void> {
  await db
    .update(machines)
    .set({ description })
    .where(and(eq(machines.id, id), isNull(machines.retiredAt)));
}

/**
 * Ends a session by its last message or its last will, unless a newer session is known. A delayed
 * node may read the message minutes late, so the time of reading is not used.
 */
export async function endSession(db: Database, id: number, session: number): Promise<void> {
  await db
    .update(machines)
    .set({ online: false, session })
    .where(and(eq(machines.id, id), or(isNull(machines.session), lte(machines.session, session))));
}

/**
 * Marks a machine as offline, for the embedded broker, which knows the connection itself, and for
 * machines without a session. It changes nothing if the machine was seen after `leftAt`, because a
 * machine that signs in again replaces its old connection.
 */
export async function markOffline(
  db: Database,
  id: number,
  leftAt: Date,
  which: 'any' | 'without-session' = 'any',
): Promise<void> {
  await db
    .update(machines)
    .set({ online: false })
    .where(
      and(
        eq(machines.id, id),
        or(isNull(machines.lastSeenAt), lte(machines.lastSeenAt, leftAt)),
        // A machine with a session goes offline with that session. This message is from its older
        // firmware.
        which === 'without-session' ? isNull(machines.session) : undefined,
      ),
    );
}

/**
 * Records when machines were last seen. The time never goes back, because several nodes receive
 * messages of the same machine.
 */
export async function markSeen(db: Database, ids: readonly number[], now: Date): Promise<void> {
  await db
    .update(machines)
    .set({ lastSeenAt: now })
    .where(
      and(
        inArray(machines.id, [...ids]),
        or(isNull(machines.lastSeenAt), lt(machines.lastSeenAt, now)),
      ),
    );
}

/**
 * Milliseconds for which a machine counts as used after it has said so. It says so every minute, and
 * one message may be lost.
 */
const useMs = 150_000;
/** Minimum interval in milliseconds between two writes of the same use. */
const useIntervalMs = 30_000;

/**
 * Stores whether a machine is used without a link. Returns its gym if this has changed, otherwise
 * `null`.
 */
export async function storeUse(
  db: Database,
  id: number,
  inUse: boolean,
  now: Date,
): Promise<number | null> {
  const isKnown = and(eq(machines.id, id), isNull(machines.retiredAt));
  const [found] = await db
    .select({ gymId: machines.gymId, usedUntil: machines.usedUntil })
    .from(machines)
    .where(isKnown);
  if (found === undefined) return null;
  const leftMs = (found.usedUntil?.getTime() ?? 0) - now.getTime();
  const isStored = inUse ? leftMs > useMs - useIntervalMs : found.usedUntil === null;
  if (isStored) return null;
  const usedUntil = inUse ? new Date(now.getTime() + useMs) : null;
  await db.update(machines).set({ usedUntil }).where(isKnown);
  return leftMs > 0 === inUse ? null : found.gymId;
}

/** Marks all machines as offline. Used at the start of a broker, which has no connections yet. */
export async function markAllOffline(db: Database): Promise<void> {
  await db.update(machines).set({ online: false }).where(eq(machines.online, true));
}

/**
 * Returns the present secret hashes of these machines, without retired ones. Only connections that
 * signed in with them may stay.
 */
export async function findValidSecrets(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: machines.id, secretHash: machines.secretHash })
    .from(machines)
    .where(and(inArray(machines.id, [...ids]), isNull(machines.retiredAt)));
  return new Map(rows.map(({ id, secretHash }) => [id, secretHash]));
}

/** Lists the accounts of machines, for the configuration of an external broker. */
export async function listBrokerAccounts(
  db: Database,
): Promise<{ id: number; secretHash: string }[]> {
  return await db
    .select({ id: machines.id, secretHash: machines.secretHash })
    .from(machines)
    .where(isNull(machines.retiredAt))
    .orderBy(asc(machines.id));
}
