import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '#db/database.ts';
import { userInfos } from '#db/schema/userinfo.ts';
import { workouts } from '#db/schema/workouts.ts';
import { rankWorkouts } from '#modules/workout-ranking/workout-ranking.service.ts';

export interface RankedLift {
  readonly workoutTypeId?: number;
  readonly gymId?: number;
  readonly startedAt: Date | string;
  readonly maxHg: number;
  readonly tfoHg?: number;
}

/** Somebody with a profile; answers the sub. */
export async function addRanked(
  db: Database,
  nickname: string,
  changes: Partial<typeof userInfos.$inferInsert> = {},
): Promise<string> {
  const sub = randomUUID();
  const at = new Date('2026-01-01T00:00:00Z');
  await db.insert(userInfos).values({ sub, nickname, createdAt: at, updatedAt: at, ...changes });
  return sub;
}

/** What the ingest does of a workout, as far as rankings are concerned. */
export async function liftRanked(
  db: Database,
  sub: string,
  lift: RankedLift,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => await storeRanked(tx, sub, lift, now));
}

export async function storeRanked(
  tx: Transaction,
  sub: string,
  { workoutTypeId = 1, gymId = 1, startedAt, maxHg, tfoHg = maxHg * 10 }: RankedLift,
  now: Date,
): Promise<void> {
  const start = new Date(startedAt);
  const stored = { sub, workoutTypeId, gymId, startedAt: start, maxHg, tfoHg };
  await tx.insert(workouts).values({
    ...stored,
    workoutUuid: randomUUID(),
    machineId: 1,
    endedAt: start,
    setCount: 1,
    repCount: 10,
    topLoadHg: maxHg,
    topReps: 10,
    isMaxBest: false,
    isTfoBest: false,
    isOneRepMaxBest: false,
  });
  await rankWorkouts(tx, [stored], now);
}
