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
    // The new secret may be written into another machine, whose sessions begin anew.
    .set({ ...secret, session: null })
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

/** What a machine says of itself on connecting: `session` is null for machines that name none. */
interface MachineSignIn {
  readonly firmware: string;
  readonly session: number | null;
}

/**
 * A session ends once: whoever hears of its beginning after its end, or after the beginning of a
 * newer one, changes nothing.
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

/**
 * The end of a session by its own last word or its last will, unless a newer one is known. A node
 * that was held up may read it minutes late, so that the time at which it does says nothing.
 */
export async function endSession(db: Database, id: number, session: number): Promise<void> {
  await db
    .update(machines)
    .set({ online: false, session })
    .where(and(eq(machines.id, id), or(isNull(machines.session), lte(machines.session, session))));
}

/**
 * For the embedded broker, which knows the connection itself, and for machines that name no
 * session: unless it was seen after that, because a machine that signs in again pushes its old
 * connection out.
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
        // What has a session ends with it; this end is one of the machine's older program.
        which === 'without-session' ? isNull(machines.session) : undefined,
      ),
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
