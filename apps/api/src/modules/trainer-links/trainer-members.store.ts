import { recentWorkouts } from '@tanren/domain/next-load';
import { and, asc, desc, eq, gte, inArray, isNull, max, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable } from '#db/database.ts';
import { recentWorkoutColumns } from '#db/recent-workouts.ts';
import { trainingSessionRuns } from '#db/schema/training-sessions.ts';
import { type TrainerLinkRow, trainerLinks } from '#db/schema/trainer-links.ts';
import { userInfos, type UserInfoRow } from '#db/schema/userinfo.ts';
import { workoutBests, workouts } from '#db/schema/workouts.ts';

export interface LinkedMember {
  readonly link: TrainerLinkRow;
  readonly nickname: string;
}

export async function listLinkedMembers(
  db: Queryable,
  trainerSub: string,
): Promise<LinkedMember[]> {
  const found = await db
    .select({ link: trainerLinks, nickname: userInfos.nickname })
    .from(trainerLinks)
    .leftJoin(userInfos, eq(userInfos.sub, trainerLinks.memberSub))
    .where(and(eq(trainerLinks.trainerSub, trainerSub), isNull(trainerLinks.endedAt)))
    .orderBy(asc(trainerLinks.linkedAt), asc(trainerLinks.id));
  return found.map(({ link, nickname }) => ({ link, nickname: nickname ?? '' }));
}

export async function findProfile(db: Queryable, sub: string): Promise<UserInfoRow | null> {
  const [found] = await db.select().from(userInfos).where(eq(userInfos.sub, sub));
  return found ?? null;
}

export function selectLastWorkouts(db: Queryable, subs: readonly string[]) {
  return db
    .select({ sub: workoutBests.sub, lastAt: max(workoutBests.lastAt) })
    .from(workoutBests)
    .where(inArray(workoutBests.sub, [...subs]))
    .groupBy(workoutBests.sub);
}

/** The last workouts of each type that each of them has done since then, newest first. */
export function selectRecentWorkouts(db: Queryable, subs: readonly string[], since: Date) {
  const recent = db
    .select({ ...recentWorkoutColumns, id: workouts.id })
    .from(workouts)
    .leftJoin(trainingSessionRuns, eq(trainingSessionRuns.id, workouts.sessionRunId))
    .where(
      and(
        eq(workouts.sub, workoutBests.sub),
        eq(workouts.workoutTypeId, workoutBests.workoutTypeId),
      ),
    )
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(recentWorkouts)
    .as('recent');
  return db
    .select({
      sub: workoutBests.sub,
      workoutTypeId: workoutBests.workoutTypeId,
      topLoadHg: recent.topLoadHg,
      topReps: recent.topReps,
      oneRepMaxHg: recent.oneRepMaxHg,
      startedAt: recent.startedAt,
      runItems: recent.runItems,
    })
    .from(workoutBests)
    .innerJoinLateral(recent, sql`true`)
    .where(and(inArray(workoutBests.sub, [...subs]), gte(workoutBests.lastAt, since)))
    .orderBy(
      asc(workoutBests.sub),
      asc(workoutBests.workoutTypeId),
      desc(recent.startedAt),
      desc(recent.id),
    );
}

/**
 * For each of them the starts of the weeks with a workout, back from `from` to the first one
 * without: a step in the index for each week, however long the history is.
 */
export async function listTrainedWeeks(
  db: Queryable,
  subs: readonly string[],
  from: Date,
): Promise<{ readonly sub: string; readonly startsAt: Date }[]> {
  const first = sql`${from.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ sub: string; starts_at: string }>(sql`
    with recursive weeks (sub, starts_at, trained) as (
      select sub, ${first}, true from unnest(${arrayLiteral(subs)}::uuid[]) as sub
      union all
      select weeks.sub, starts_at - interval '168 hours', exists (
        select from ${workouts}
        where ${workouts.sub} = weeks.sub
          and ${workouts.startedAt} >= starts_at - interval '168 hours'
          and ${workouts.startedAt} < starts_at
      )
      from weeks where trained
    )
    select sub, starts_at from weeks where trained and starts_at < ${first}`);
  return rows.map((row) => ({ sub: row.sub, startsAt: new Date(row.starts_at) }));
}
