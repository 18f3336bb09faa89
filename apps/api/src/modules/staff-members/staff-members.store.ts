import { and, count, eq, gt, inArray, isNull, max, type SQL, sql, sum } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { trainerLinks } from '#db/schema/trainer-links.ts';
import { trainingReservations } from '#db/schema/training-reservations.ts';
import { userInfos, type UserInfoRow } from '#db/schema/userinfo.ts';
import { workoutBests } from '#db/schema/workouts.ts';

export type FoundProfile = Pick<UserInfoRow, 'sub' | 'nickname' | 'createdAt' | 'rankingVisible'>;

export async function listProfiles(
  db: Queryable,
  subs: readonly string[],
): Promise<FoundProfile[]> {
  const { sub, nickname, createdAt, rankingVisible } = userInfos;
  return await db
    .select({ sub, nickname, createdAt, rankingVisible })
    .from(userInfos)
    .where(inArray(sub, [...subs]));
}

/**
 * In the order of the index, which is by bytes: another one would sort everybody whose name
 * begins so, to show a few of them.
 */
export function selectByBeginning(db: Queryable, prefix: string, { after, limit }: NameRange) {
  const pattern = `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const lowered = sql`lower(${userInfos.nickname})`;
  return db
    .select({ sub: userInfos.sub })
    .from(userInfos)
    .where(and(sql`${lowered} like lower(${pattern})`, isBehind(lowered, after)))
    .orderBy(sql`${lowered} using ~<~`, userInfos.sub)
    .limit(limit);
}

interface NameRange {
  /** The last member of the page before; null: from the first one on. */
  readonly after: string | null;
  readonly limit: number;
}

/** The first condition alone leads to the place in the index, the second goes on from there. */
function isBehind(lowered: SQL, after: string | null): SQL {
  if (after === null) return sql`true`;
  const name = sql`(select lower(nickname) from user_infos as last where last.sub = ${after})`;
  return sql`${lowered} ~>=~ ${name} and (${lowered} ~>~ ${name} or sub > ${after})`;
}

/**
 * Members who have the text anywhere in the nickname. It is `materialized`, because the planner
 * might otherwise walk through all members for the first few, who may not exist; it reads those whom
 * the index names, and sorts them. A nickname with all pairs of characters may not contain the whole
 * text, so that is checked, too, and not by `like`, whose wildcards may be in the text.
 */
export function queryByPart(part: string, { after, limit }: NameRange): SQL {
  const lowered = sql`lower(nickname)`;
  return sql`
    with found as materialized (
      select sub, ${lowered} as name from ${userInfos}
      where search_grams(${lowered}) @> search_grams(lower(${part}))
        and strpos(${lowered}, lower(${part})) > 1
    )
    select sub from found where ${isBehind(sql`name`, after)}
    order by name using ~<~, sub limit ${limit}`;
}

export async function selectByPart(
  db: Queryable,
  part: string,
  range: NameRange,
): Promise<{ sub: string }[]> {
  const { rows } = await db.execute<{ sub: string }>(queryByPart(part, range));
  return rows;
}

export async function readTraining(
  db: Queryable,
  sub: string,
): Promise<{ workoutCount: number; lastWorkoutAt: Date | null }> {
  const [found] = await db
    .select({
      workoutCount: sum(workoutBests.workoutCount),
      lastWorkoutAt: max(workoutBests.lastAt),
    })
    .from(workoutBests)
    .where(eq(workoutBests.sub, sub));
  return {
    workoutCount: Number(found?.workoutCount ?? 0),
    lastWorkoutAt: found?.lastWorkoutAt ?? null,
  };
}

export async function countUpcoming(db: Queryable, sub: string, now: Date): Promise<number> {
  const { cancelledAt, startsAt } = trainingReservations;
  const [found] = await db
    .select({ reservations: count() })
    .from(trainingReservations)
    .where(and(eq(trainingReservations.sub, sub), gt(startsAt, now), isNull(cancelledAt)));
  return found?.reservations ?? 0;
}

export async function hasTrainer(db: Queryable, sub: string): Promise<boolean> {
  const links = await db
    .select({ id: trainerLinks.id })
    .from(trainerLinks)
    .where(and(eq(trainerLinks.memberSub, sub), isNull(trainerLinks.endedAt)));
  return links.length > 0;
}

export interface MemberView {
  readonly staffSub: string;
  readonly memberSub: string;
}
