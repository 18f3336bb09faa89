import { beginnerRuns } from '@tanren/domain/menus/todays-menu';
import { and, asc, desc, eq, gt, gte, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import {
  favoriteTrainingSessions,
  trainingSessionRuns,
  trainingSessions,
} from '#db/schema/menus.ts';
import { workouts } from '#db/schema/workouts.ts';
import { beginnersMenu, gymAuthor } from '@tanren/domain/menus/built-in-menus';
import { selectLastRun } from './menu-lists.ts';
import { visibleTo } from './menu-visibility.service.ts';

/*
 * Each query of this file reads a bounded range of one index, so the cost of the home page does not
 * grow with the members, their histories or the public menus. Tests check the plans.
 */

/** Maximum number of menus of each kind. Of the public ones, the most liked are taken. */
const maxPerSource = 20;
const maxPublic = 40;

/**
 * Selects menus that may be offered to the member and that the member may see, with the time of
 * their last run.
 */
export function selectCandidates(db: Queryable, sub: string, reservedId: number | null) {
  const ids = sql`(
    (select id from ${trainingSessions} where author_sub = ${sub} and for_sub is null
      order by updated_at desc, id desc limit ${maxPerSource})
    union (select id from ${trainingSessions} where for_sub = ${sub}
      order by updated_at desc, id desc limit ${maxPerSource})
    union (select training_session_id from ${favoriteTrainingSessions} where sub = ${sub}
      order by favorited_at desc, training_session_id desc limit ${maxPerSource})
    union (select training_session_id from ${trainingSessionRuns} where sub = ${sub}
      order by started_at desc limit ${maxPerSource})
    union (select id from ${trainingSessions} where visibility = 'public'
      order by favorite_count desc, id desc limit ${maxPublic})
    union (select id from ${trainingSessions}
      where author_sub = ${gymAuthor.sub} and draft_id = ${beginnersMenu.draftId})
    union (select ${reservedId}::int)
  )`;
  const lastRun = selectLastRun(db, sub);
  const { trainingSessionId, sub: runner } = trainingSessionRuns;
  const { id, authorSub, forSub, draftId, title, items, tags, updatedAt, fixedOrder } =
    trainingSessions;
  const runs = db
    .select({ id: trainingSessionRuns.id })
    .from(trainingSessionRuns)
    .where(and(eq(trainingSessionId, trainingSessions.id), eq(runner, sub)))
    .limit(beginnerRuns)
    .as('runs');
  return db
    .select({
      id,
      authorSub,
      forSub,
      draftId,
      title,
      items,
      fixedOrder,
      tags,
      updatedAt,
      favorite: sql<boolean>`${favoriteTrainingSessions.sub} is not null`,
      lastRunAt: lastRun.startedAt,
      /** Number of runs up to `beginnerRuns`, counted only for the beginners' menu. */
      runCount: sql<number>`case when ${draftId} = ${beginnersMenu.draftId}
        then (select count(*)::int from ${runs}) else 0 end`,
    })
    .from(trainingSessions)
    .leftJoin(
      favoriteTrainingSessions,
      and(
        eq(favoriteTrainingSessions.trainingSessionId, trainingSessions.id),
        eq(favoriteTrainingSessions.sub, sub),
      ),
    )
    .leftJoinLateral(lastRun, sql`true`)
    .where(and(sql`${trainingSessions.id} in ${ids}`, visibleTo(sub)));
}
export type CandidateRow = Awaited<ReturnType<typeof selectCandidates>>[number];

const dayMs = 24 * 60 * 60 * 1000;

/** Selects reservations of this gym day or this date that are not over, the next one first. */
export function selectTodaysReservations(
  db: Queryable,
  sub: string,
  { now, today, midnight }: { readonly now: Date; readonly today: string; readonly midnight: Date },
) {
  const { gymId, gymDay, startsAt, endsAt, cancelledAt, trainingSessionId } = trainingReservations;
  return db
    .select({ gymId, trainingSessionId })
    .from(trainingReservations)
    .where(
      and(
        eq(trainingReservations.sub, sub),
        // A slot lasts less than a day, and a gym day ends before the next one is over.
        gte(startsAt, new Date(now.getTime() - dayMs)),
        lt(startsAt, new Date(midnight.getTime() + dayMs)),
        gt(endsAt, now),
        or(lte(gymDay, today), lt(startsAt, midnight)),
        isNull(cancelledAt),
      ),
    )
    .orderBy(asc(startsAt))
    .limit(4);
}

export async function findLastGym(db: Queryable, sub: string): Promise<number | null> {
  const [last] = await db
    .select({ gymId: workouts.gymId })
    .from(workouts)
    .where(eq(workouts.sub, sub))
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(1);
  return last?.gymId ?? null;
}

/** Selects the newest gym days with a workout, at most `limit` of them. */
export function selectTrainingDays(db: Queryable, sub: string, limit: number) {
  return db
    .selectDistinct({ gymDay: workouts.gymDay })
    .from(workouts)
    .where(eq(workouts.sub, sub))
    .orderBy(desc(workouts.gymDay))
    .limit(limit);
}

/** Selects the sets of workouts from a gym day on. */
export function selectSetsSince(db: Queryable, sub: string, since: string) {
  const { workoutTypeId, setCount, gymDay } = workouts;
  return db
    .select({ workoutTypeId, setCount, gymDay })
    .from(workouts)
    .where(and(eq(workouts.sub, sub), gte(gymDay, since)));
}
