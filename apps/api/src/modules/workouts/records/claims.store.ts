import { createHmac, hkdfSync } from 'node:crypto';
import type { ClaimCode } from '@tanren/domain/machines/claim-codes';
import type { ClaimState, Presence } from '@tanren/domain/workouts/workout-records';
import { and, desc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { machines, tanrenConnections } from '#db/schema/machines.ts';
import { unlinkedBouts, type UnlinkedBoutRow, workoutClaims } from '#db/schema/workout-records.ts';
import { workouts } from '#db/schema/workouts.ts';

/**
 * Derives the key of claim hashes from a key that is outside the database and the same on every
 * node.
 */
export function deriveClaimKey(trainerCodeKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', trainerCodeKey, '', 'claim codes', 32));
}

/** Returns the hash of a claim code. The database stores only the hash. */
export function hashClaim(claimKey: Buffer, { machineId, token }: ClaimCode): Buffer {
  return createHmac('sha256', claimKey).update(`claim ${machineId} ${token}`).digest();
}

/**
 * Locks claims with their bouts until the transaction ends, even before either exists. The locks
 * have one order, so that batches on several nodes never deadlock.
 */
export async function lockClaims(tx: Transaction, hashes: readonly Buffer[]): Promise<void> {
  const halves = hashes.map((hash) => hash.readInt32BE(0));
  await tx.execute(sql`
    select pg_advisory_xact_lock(${advisoryLocks.claim}::int, half)
    from (select distinct unnest(${arrayLiteral(halves)}::int[]) as half order by 1) as halves`);
}

/** Finds the bouts that have one of these codes or uuids. */
export async function findUnlinked(
  tx: Transaction,
  hashes: readonly Buffer[],
  workoutUuids: readonly string[],
): Promise<UnlinkedBoutRow[]> {
  const { claimHash, workoutUuid } = unlinkedBouts;
  return await tx
    .select()
    .from(unlinkedBouts)
    .where(or(inArray(claimHash, [...hashes]), inArray(workoutUuid, [...workoutUuids])));
}

export async function insertUnlinked(
  tx: Transaction,
  bout: typeof unlinkedBouts.$inferInsert,
): Promise<void> {
  await tx.insert(unlinkedBouts).values(bout);
}

/**
 * Marks a bout as claimed and deletes its reps, which are now in the member's workout. The row
 * remains as a mark that the bout has arrived.
 */
export async function markTaken(tx: Transaction, claimHash: Buffer, now: Date): Promise<void> {
  await tx
    .update(unlinkedBouts)
    .set({ sets: null, takenAt: now })
    .where(eq(unlinkedBouts.claimHash, claimHash));
}

export type WorkoutClaimRow = typeof workoutClaims.$inferSelect;

/**
 * Reads and locks the claims that are not refused, at most one for each code. Erasing a member
 * waits for them.
 */
export async function lockHeldClaims(
  tx: Transaction,
  hashes: readonly Buffer[],
): Promise<WorkoutClaimRow[]> {
  return await tx
    .select()
    .from(workoutClaims)
    .where(
      and(inArray(workoutClaims.claimHash, [...hashes]), sql`${workoutClaims.state} <> 'refused'`),
    )
    .orderBy(workoutClaims.id)
    .for('update');
}

/**
 * Returns the member whose claim waits for this workout. It takes no lock, so the caller locks the
 * claim and reads it again.
 */
export async function findWaitingSub(tx: Transaction, claimHash: Buffer): Promise<string | null> {
  const { sub, state } = workoutClaims;
  const [found] = await tx
    .select({ sub, state })
    .from(workoutClaims)
    .where(and(eq(workoutClaims.claimHash, claimHash), sql`${state} <> 'refused'`));
  return found?.state === 'waiting' ? found.sub : null;
}

export async function insertClaim(
  tx: Transaction,
  claim: typeof workoutClaims.$inferInsert,
): Promise<number> {
  const [made] = await tx.insert(workoutClaims).values(claim).returning({ id: workoutClaims.id });
  if (made === undefined) throw new Error('an inserted row was not returned');
  return made.id;
}

export async function decideClaim(
  tx: Transaction,
  id: number,
  settled: { readonly state: ClaimState; readonly workoutId: number | null },
): Promise<void> {
  await tx.update(workoutClaims).set(settled).where(eq(workoutClaims.id, id));
}

export async function countClaims(tx: Transaction, sub: string, since: Date): Promise<number> {
  return await tx.$count(
    workoutClaims,
    and(eq(workoutClaims.sub, sub), gt(workoutClaims.claimedAt, since)),
  );
}

/**
 * Finds the machines of claims or bouts, including retired ones, whose bouts may still be claimed.
 */
export async function findMachines(tx: Transaction, ids: readonly number[]) {
  const { id, gymId, workoutTypeId, minLoadHg, maxLoadHg, loadStepHg, linkKey } = machines;
  return await tx
    .select({ id, gymId, workoutTypeId, minLoadHg, maxLoadHg, loadStepHg, linkKey })
    .from(machines)
    .where(inArray(id, [...new Set(ids)]));
}
export type BoutMachine = Awaited<ReturnType<typeof findMachines>>[number];

interface PresenceQuery {
  readonly sub: string;
  readonly from: Date;
  readonly to: Date;
}

/** Maximum length of a bout in milliseconds. No member is on a machine for longer. */
const longestBoutMs = 12 * 60 * 60 * 1000;

/**
 * Lists where a member was in a span of time, by workouts and links. It reads short ranges of two
 * indexes.
 */
export async function listPresences(db: Queryable, span: PresenceQuery): Promise<Presence[]> {
  const [lifted, linked] = [await selectLifted(db, span), await selectLinked(db, span)];
  return [
    ...lifted.map((one) => ({ kind: 'workout' as const, ...one })),
    ...linked.map((one) => ({ kind: 'link' as const, ...one })),
  ];
}

function selectLifted(db: Queryable, { sub, from, to }: PresenceQuery) {
  const { machineId, gymId, startedAt, endedAt } = workouts;
  const earliest = new Date(from.getTime() - longestBoutMs);
  return db
    .select({ machineId, gymId, startedAt, endedAt })
    .from(workouts)
    .where(
      and(eq(workouts.sub, sub), gt(startedAt, earliest), lt(startedAt, to), gt(endedAt, from)),
    );
}

function selectLinked(db: Queryable, { sub, from, to }: PresenceQuery) {
  const { machineId, linkedAt, lastActiveAt } = tanrenConnections;
  return db
    .select({ machineId, gymId: machines.gymId, startedAt: linkedAt, endedAt: lastActiveAt })
    .from(tanrenConnections)
    .innerJoin(machines, eq(machines.id, machineId))
    .where(and(eq(tanrenConnections.sub, sub), lt(linkedAt, to), gt(lastActiveAt, from)));
}

/** Lists the claims of a member since a time, newest first. */
export async function listClaimsSince(db: Queryable, sub: string, since: Date, limit: number) {
  return await selectClaims(db, sub, gt(workoutClaims.claimedAt, since))
    .orderBy(desc(workoutClaims.claimedAt), desc(workoutClaims.id))
    .limit(limit);
}

/** Finds a claim of the member, regardless of its age. */
export async function findClaim(db: Queryable, sub: string, id: number) {
  const [found] = await selectClaims(db, sub, eq(workoutClaims.id, id));
  return found ?? null;
}

/** Selects claims with their machine, and with their record while a stored one exists. */
function selectClaims(db: Queryable, sub: string, which: SQL) {
  return db
    .select({
      id: workoutClaims.id,
      state: workoutClaims.state,
      claimedAt: workoutClaims.claimedAt,
      machineId: workoutClaims.machineId,
      workoutTypeId: machines.workoutTypeId,
      gymId: machines.gymId,
      gymName: gyms.name,
      workoutId: workouts.id,
    })
    .from(workoutClaims)
    .innerJoin(machines, eq(machines.id, workoutClaims.machineId))
    .innerJoin(gyms, eq(gyms.id, machines.gymId))
    .leftJoin(workouts, and(eq(workouts.id, workoutClaims.workoutId), eq(workouts.sub, sub)))
    .where(and(eq(workoutClaims.sub, sub), which));
}

const purgedAtOnce = 5000;

/**
 * Deletes the reps of bouts that were not claimed in time, and the rows of bouts and claims that no
 * machine can send again. The order makes the statement use the index, regardless of the planner's
 * estimates.
 */
export async function purgeUnclaimed(
  db: Database,
  { storedSince, knownSince }: { readonly storedSince: Date; readonly knownSince: Date },
): Promise<void> {
  await inBatches(
    db,
    sql`update unlinked_bouts set sets = null where claim_hash = any(array(
      select claim_hash from unlinked_bouts
      where sets is not null and received_at <= ${storedSince}
      order by received_at limit ${purgedAtOnce}))`,
  );
  await inBatches(
    db,
    sql`delete from unlinked_bouts where claim_hash = any(array(
      select claim_hash from unlinked_bouts where received_at < ${knownSince}
      order by received_at limit ${purgedAtOnce}))`,
  );
  await inBatches(
    db,
    sql`delete from workout_claims where id = any(array(
      select id from workout_claims where claimed_at < ${knownSince}
      order by claimed_at limit ${purgedAtOnce}))`,
  );
}

async function inBatches(db: Database, statement: ReturnType<typeof sql>): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(statement);
    if ((rowCount ?? 0) < purgedAtOnce) return;
  }
}
