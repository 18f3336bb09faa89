import { and, asc, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm';
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

export async function updateSecret(
  db: Queryable,
  id: number,
  secret: Pick<MachineRow, 'secretHash' | 'linkKey'>,
): Promise<boolean> {
  const changed = await db
    .update(machines)
    .set(secret)
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

export async function markOnline(
  db: Database,
  id: number,
  now: Date,
  firmware?: string,
): Promise<void> {
  await db
    .update(machines)
    .set({ online: true, lastSeenAt: now, ...(firmware !== undefined && { firmware }) })
    .where(and(eq(machines.id, id), isNull(machines.retiredAt)));
}

/** Unless it was seen after that: a machine that signs in again pushes its old session out. */
export async function markOffline(db: Database, id: number, leftAt: Date): Promise<void> {
  await db
    .update(machines)
    .set({ online: false })
    .where(
      and(eq(machines.id, id), or(isNull(machines.lastSeenAt), lte(machines.lastSeenAt, leftAt))),
    );
}

/** Never back in time: several nodes hear the same machine. */
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

/** For the start of a broker, to which nobody is connected yet. */
export async function markAllOffline(db: Database): Promise<void> {
  await db.update(machines).set({ online: false }).where(eq(machines.online, true));
}

/** Of these machines, the ones that may still be signed in with what they signed in with. */
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

/** What a broker of one's own needs to let machines in. */
export async function listBrokerAccounts(
  db: Database,
): Promise<{ id: number; secretHash: string }[]> {
  return await db
    .select({ id: machines.id, secretHash: machines.secretHash })
    .from(machines)
    .where(isNull(machines.retiredAt))
    .orderBy(asc(machines.id));
}
