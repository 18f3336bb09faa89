import { toGymDay } from '@tanren/domain/gym-day';
import { rankingMonthStart } from '@tanren/domain/ranking-boards';
import type { Transaction } from '#db/database.ts';
import {
  isAfter,
  keepBest,
  listCandidates,
  oldestKeptMonth,
  type RankedMember,
  type RankedWorkout,
} from './ranking-candidates.ts';
import {
  deleteEntries,
  holdTypes,
  listEnteredTypes,
  raiseEntries,
} from './ranking-entries.store.ts';
import { holdRankedMembers } from './ranking-members.store.ts';
import {
  type KnownFirstMonth,
  listRecords,
  memberTypeKey,
  readFirstMonths,
} from './ranking-workouts.store.ts';

type FirstMonths = ReadonlyMap<string, KnownFirstMonth>;

/**
 * Lets workouts that were just stored count, in their own transaction, which holds the bests
 * of their members and types and locks nothing more after this.
 */
export async function rankWorkouts(
  tx: Transaction,
  stored: readonly RankedWorkout[],
  now: Date,
): Promise<void> {
  if (stored.length === 0) return;
  const subs = [...new Set(stored.map(({ sub }) => sub))];
  const members = await holdRankedMembers(tx, subs, 'together');
  const ranked = stored.filter(({ sub }) => members.has(sub));
  const pairs = [...new Map(ranked.map((pair) => [memberTypeKey(pair), pair])).values()];
  const firstMonths = await readFirstMonths(tx, pairs);

  const late = new Map(
    ranked
      .filter((workout) => changesMeasure(workout, firstMonths))
      .map((workout) => [memberTypeKey(workout), workout]),
  );
  const news = ranked.filter((workout) => !late.has(memberTypeKey(workout)));
  if (late.size > 0) {
    await holdTypes(
      tx,
      ranked.map(({ workoutTypeId }) => workoutTypeId),
    );
    for (const { sub, workoutTypeId } of late.values()) {
      await deleteEntries(tx, sub, workoutTypeId);
      news.push(...(await listRecords(tx, sub, workoutTypeId, keptSince(now))));
    }
  }
  await raise(tx, news, members, firstMonths, now);
}

/** News of a first month after it was over: growth since is measured anew. */
function changesMeasure(workout: RankedWorkout, firstMonths: FirstMonths): boolean {
  const firstMonth = firstMonths.get(memberTypeKey(workout));
  return firstMonth?.isOver === true && !isAfter(workout, firstMonth);
}

/**
 * Everything a member is ranked with, made anew from the workouts: after a change of the
 * profile, and after a workout was corrected or removed.
 */
export async function rebuildRankings(tx: Transaction, sub: string, now: Date): Promise<void> {
  const members = await holdRankedMembers(tx, [sub], 'alone');
  const records = members.has(sub) ? await listRecords(tx, sub, null, keptSince(now)) : [];
  const types = new Set(records.map(({ workoutTypeId }) => workoutTypeId));
  await holdTypes(tx, [...types, ...(await listEnteredTypes(tx, sub))]);
  await deleteEntries(tx, sub, null);
  const pairs = [...types].map((workoutTypeId) => ({ sub, workoutTypeId }));
  await raise(tx, records, members, await readFirstMonths(tx, pairs), now);
}

const keptSince = (now: Date) => rankingMonthStart(oldestKeptMonth(toGymDay(now)));

async function raise(
  tx: Transaction,
  workouts: readonly RankedWorkout[],
  members: ReadonlyMap<string, RankedMember>,
  firstMonths: FirstMonths,
  now: Date,
): Promise<void> {
  const today = toGymDay(now);
  const candidates = workouts.flatMap((workout) => {
    const member = members.get(workout.sub);
    const firstMonth = firstMonths.get(memberTypeKey(workout));
    if (member === undefined || firstMonth === undefined) return [];
    return [...listCandidates(workout, member, firstMonth, today)];
  });
  await raiseEntries(tx, keepBest(candidates));
}
