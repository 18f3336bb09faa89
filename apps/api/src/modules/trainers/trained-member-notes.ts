import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { countStreakWeeks, weekStart } from '@tanren/domain/workouts/training-weeks';
import { attentionRules, hasStalled } from '@tanren/domain/trainers/trainer-attention';
import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import type { Queryable } from '#db/database.ts';
import {
  type LinkedMember,
  listTrainedWeeks,
  selectLastWorkouts,
  selectNewestMenus,
  selectRecentBests,
  selectRecentWorkouts,
} from './trainer-links.store.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Milliseconds without a workout after which the trainer gets a note. */
const lapseMs = 28 * dayMs;

export interface MemberNotes {
  readonly lastWorkoutAt: Date | null;
  readonly lapsed: boolean;
  readonly stalledWorkoutTypeIds: number[];
  readonly recentBestWorkoutTypeIds: number[];
  readonly menuWaitsSince: Date | null;
  readonly streakWeeks: number | null;
}

/**
 * Reads the notes of all members at once, with the same number of queries for a hundred members as
 * for one.
 */
export async function readNotes(
  db: Queryable,
  trainerSub: string,
  members: readonly LinkedMember[],
  now: Date,
): Promise<(member: LinkedMember) => MemberNotes> {
  const lastAt = await readLastWorkouts(db, members);
  const sharing = listSubs(members, 'history');
  const stalled = await readStalledTypes(db, sharing, now);
  const bests = await readRecentBests(db, sharing, now);
  const menus = await readWaitingMenus(db, trainerSub, sharing);
  const streaks = await readStreaks(db, listSubs(members, 'status'), now);
  return ({ link: { memberSub, scopes, linkedAt } }) => {
    const sharesHistory = scopes.includes('history');
    const last = lastAt.get(memberSub) ?? null;
    return {
      lastWorkoutAt: sharesHistory ? last : null,
      lapsed: sharesHistory && now.getTime() - (last ?? linkedAt).getTime() > lapseMs,
      stalledWorkoutTypeIds: stalled.get(memberSub) ?? [],
      recentBestWorkoutTypeIds: bests.get(memberSub) ?? [],
      menuWaitsSince: menus.get(memberSub) ?? null,
      streakWeeks: scopes.includes('status') ? (streaks.get(memberSub) ?? 0) : null,
    };
  };
}

function listSubs(members: readonly LinkedMember[], scope: TrainerScope): string[] {
  return members.filter(({ link }) => link.scopes.includes(scope)).map((m) => m.link.memberSub);
}

export async function readLastWorkouts(
  db: Queryable,
  members: readonly LinkedMember[],
): Promise<Map<string, Date | null>> {
  if (members.length === 0) return new Map();
  const rows = await selectLastWorkouts(
    db,
    members.map(({ link }) => link.memberSub),
  );
  return new Map(rows.map(({ sub, lastAt }) => [sub, lastAt]));
}

/** Reads the types without progress. Types that were not trained lately are left out. */
async function readStalledTypes(
  db: Queryable,
  subs: readonly string[],
  now: Date,
): Promise<Map<string, number[]>> {
  const stalled = new Map<string, number[]>();
  if (subs.length === 0) return stalled;
  const rows = await selectRecentWorkouts(db, subs, new Date(now.getTime() - lapseMs));
  const bouts = groupBy(rows, ({ sub, workoutTypeId }) => `${sub} ${workoutTypeId}`);
  for (const recent of bouts.values()) {
    const [newest] = recent;
    if (newest === undefined) continue;
    const done = recent.flatMap(({ topLoadHg, startedAt, strengthMean: mean, strengthSd: sd }) =>
      mean === null || sd === null ? [] : [{ topLoadHg, strength: { mean, sd, at: startedAt } }],
    );
    if (!hasStalled(done)) continue;
    stalled.set(newest.sub, [...(stalled.get(newest.sub) ?? []), newest.workoutTypeId]);
  }
  return stalled;
}

async function readRecentBests(
  db: Queryable,
  subs: readonly string[],
  now: Date,
): Promise<Map<string, number[]>> {
  if (subs.length === 0) return new Map();
  const since = new Date(now.getTime() - attentionRules.recentBestDays * dayMs);
  const bests = groupBy(await selectRecentBests(db, subs, since), ({ sub }) => sub);
  return new Map(
    [...bests].map(([sub, rows]) => [sub, rows.map(({ workoutTypeId }) => workoutTypeId)]),
  );
}

async function readWaitingMenus(
  db: Queryable,
  trainerSub: string,
  subs: readonly string[],
): Promise<Map<string, Date>> {
  if (subs.length === 0) return new Map();
  const newest = await selectNewestMenus(db, trainerSub, subs);
  return new Map(
    newest.flatMap(({ sub, madeAt, begun }) =>
      sub === null || begun ? [] : [[sub, madeAt] as const],
    ),
  );
}

async function readStreaks(
  db: Queryable,
  subs: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  if (subs.length === 0) return new Map();
  const today = toGymDay(now);
  const trained = groupBy(await listTrainedWeeks(db, subs, weekStart(today)), ({ sub }) => sub);
  return new Map(
    subs.map((sub) => {
      const weeks = (trained.get(sub) ?? []).map(({ monday }) => monday);
      return [sub, countStreakWeeks(weeks, today)];
    }),
  );
}

function groupBy<T>(rows: readonly T[], nameGroup: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const name = nameGroup(row);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return groups;
}
