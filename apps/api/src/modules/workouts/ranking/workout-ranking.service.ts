import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { rankingMonthStart } from '@tanren/domain/workouts/rankings';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/database.ts';
import type { Profile } from '#db/schema/members.ts';
import type { MemberData } from '#modules/identity/member-data.service.ts';
import {
  removeSurpassed,
  isAfter,
  selectBest,
  listCandidates,
  oldestStoredMonth,
  type RankedMember,
  type RankedWorkout,
} from './ranking-candidates.ts';
import {
  awaitStoring,
  deleteEntries,
  lockRankedMembers,
  lockTypes,
  type KnownFirstMonth,
  listEnteredTypes,
  listRecords,
  memberTypeKey,
  raiseEntries,
  readFirstMonths,
  renameEntries,
} from './ranking-entries.store.ts';

type FirstMonths = ReadonlyMap<string, KnownFirstMonth>;

/**
 * Ranks workouts that were just stored, in the same transaction. That transaction has locked the
 * bests of their members and types, and locks nothing else after this call.
 */
export async function rankWorkouts(
  tx: Transaction,
  stored: readonly RankedWorkout[],
  now: Date,
): Promise<void> {
  if (stored.length === 0) return;
  const subs = [...new Set(stored.map(({ sub }) => sub))];
  const members = await lockRankedMembers(tx, subs, 'together');
  const ranked = stored.filter(({ sub }) => members.has(sub));
  const pairs = [...new Map(ranked.map((pair) => [memberTypeKey(pair), pair])).values()];
  const firstMonths = await readFirstMonths(tx, pairs);

  const late = new Map(
    ranked
      .filter((workout) => changesMeasure(workout, firstMonths))
      .map((workout) => [memberTypeKey(workout), workout]),
  );
  const current = ranked.filter((workout) => !late.has(memberTypeKey(workout)));
  if (late.size > 0) {
    await lockTypes(
      tx,
      ranked.map(({ workoutTypeId }) => workoutTypeId),
    );
    for (const { sub, workoutTypeId } of late.values()) {
      await deleteEntries(tx, sub, workoutTypeId);
      current.push(...(await listRecords(tx, sub, workoutTypeId, retainedSince(now))));
    }
  }
  await raise(tx, current, members, firstMonths, now);
}

/**
 * Returns whether a workout of the first month arrived after that month, so that growth must be
 * measured again.
 */
function changesMeasure(workout: RankedWorkout, firstMonths: FirstMonths): boolean {
  const firstMonth = firstMonths.get(memberTypeKey(workout));
  return firstMonth?.isOver === true && !isAfter(workout, firstMonth);
}

/**
 * Rebuilds all ranking entries of a member from the workouts: after a change of the profile, and
 * after a workout was corrected or removed.
 */
export async function rebuildRankings(tx: Transaction, sub: string, now: Date): Promise<void> {
  const members = await lockRankedMembers(tx, [sub], 'alone');
  const records = members.has(sub) ? await listRecords(tx, sub, null, retainedSince(now)) : [];
  const types = new Set(records.map(({ workoutTypeId }) => workoutTypeId));
  await lockTypes(tx, [...types, ...(await listEnteredTypes(tx, sub))]);
  await deleteEntries(tx, sub, null);
  const pairs = [...types].map((workoutTypeId) => ({ sub, workoutTypeId }));
  await raise(tx, records, members, await readFirstMonths(tx, pairs), now);
}

const retainedSince = (now: Date) => rankingMonthStart(oldestStoredMonth(toGymDay(now)));

async function raise(
  tx: Transaction,
  workouts: readonly RankedWorkout[],
  members: ReadonlyMap<string, RankedMember>,
  firstMonths: FirstMonths,
  now: Date,
): Promise<void> {
  const today = toGymDay(now);
  const firstMonthOf = (workout: RankedWorkout) => firstMonths.get(memberTypeKey(workout));
  const candidates = removeSurpassed(workouts, firstMonthOf).flatMap((workout) => {
    const member = members.get(workout.sub);
    const firstMonth = firstMonthOf(workout);
    if (member === undefined || firstMonth === undefined) return [];
    return [...listCandidates(workout, member, firstMonth, today)];
  });
  await raiseEntries(tx, selectBest(candidates));
}

/**
 * Updates the rankings after a profile was created (`before` is `null`) or changed, in its
 * transaction.
 */
export async function updateProfileRankings(
  tx: Transaction,
  before: Profile | null,
  after: Profile,
  now: Date,
): Promise<void> {
  const { sub, nickname } = after;
  if (before === null) await awaitStoring(tx, sub);
  if (before === null || changesRanks(before, after)) await rebuildRankings(tx, sub, now);
  else if (before.nickname !== nickname) await renameEntries(tx, sub, nickname);
}

function changesRanks(before: Profile, after: Profile): boolean {
  return (
    before.rankingVisible !== after.rankingVisible ||
    before.weight !== after.weight ||
    before.birthDate !== after.birthDate ||
    before.sex !== after.sex
  );
}

/**
 * Maximum number of entries deleted at once. A transaction that ranks a workout of the type waits
 * no longer than for these.
 */
const batchSize = 2000;

/** Deletes the boards of months that can no longer be requested. */
export async function purgeRankings(db: Database, now: Date): Promise<void> {
  for (const { board, type } of await listOutdated(db, oldestStoredMonth(toGymDay(now)))) {
    for (;;) {
      const deleted = await db.transaction(async (tx) => {
        await lockTypes(tx, [type]);
        const { rowCount } = await tx.execute(sql`
          delete from ranking_entries where ctid = any(array(
            select ctid from ranking_entries where board = ${board} limit ${batchSize}
          ))`);
        return rowCount ?? 0;
      });
      if (deleted < batchSize) break;
    }
  }
}

/**
 * Lists outdated boards. The query steps from one board to the next in the index of the counts
 * instead of reading all counts. Bits 8 to 19 of the key are the month, and 0 means a board of all
 * time.
 */
async function listOutdated(
  db: Database,
  oldestStored: number,
): Promise<{ board: number; type: number }[]> {
  const { rows } = await db.execute<{ board: number; type: number }>(sql`
    with recursive boards (board) as (
      select min(board) from ranking_counts
      union all
      select (select min(c.board) from ranking_counts c where c.board > boards.board)
      from boards where board is not null
    )
    select board, (board >> 23 & 255)::int as type from boards
    where board is not null and (board >> 8 & 4095) between 1 and ${oldestStored - 1}`);
  return rows;
}

/**
 * Rankings follow from workouts and profile, which the export already contains, so it adds no part.
 */
export const workoutRankingData: MemberData = {
  async erase(tx, sub) {
    await lockTypes(tx, await listEnteredTypes(tx, sub));
    await deleteEntries(tx, sub, null);
  },
  exports: [],
};
