import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, max, or, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  chosenLoads,
  type TrainerLinkRow,
  trainerLinks,
  trainerViews,
} from '#db/schema/trainers.ts';
import { trainingSessionRuns, trainingSessions } from '#db/schema/menus.ts';
import { type UserInfoRow, userInfos } from '#db/schema/members.ts';
import { workoutBests, workouts } from '#db/schema/workouts.ts';
import { selectRecentOfBests } from '#modules/workouts/recent-workouts.service.ts';

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

/** Selects the last workouts of each type that the members have done since then, newest first. */
export function selectRecentWorkouts(db: Queryable, subs: readonly string[], since: Date) {
  const recent = selectRecentOfBests(db);
  return db
    .select({
      sub: workoutBests.sub,
      workoutTypeId: workoutBests.workoutTypeId,
      topLoadHg: recent.topLoadHg,
      startedAt: recent.startedAt,
      strengthMean: recent.strengthMean,
      strengthSd: recent.strengthSd,
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
 * Selects the types with a new best load or estimate since then. The first workout of a type does
 * not count.
 */
export function selectRecentBests(db: Queryable, subs: readonly string[], since: Date) {
  const { sub, workoutTypeId, workoutCount, maxAt, oneRepMaxAt } = workoutBests;
  return db
    .select({ sub, workoutTypeId })
    .from(workoutBests)
    .where(
      and(
        inArray(sub, [...subs]),
        gt(workoutCount, 1),
        or(gte(maxAt, since), gte(oneRepMaxAt, since)),
      ),
    )
    .orderBy(asc(sub), asc(workoutTypeId));
}

/**
 * Selects the menu that the trainer made last for each member, and whether the member has started
 * it.
 */
export function selectNewestMenus(db: Queryable, trainerSub: string, subs: readonly string[]) {
  const { authorSub, forSub, updatedAt, id } = trainingSessions;
  const begun = db
    .select({ one: sql`1` })
    .from(trainingSessionRuns)
    .where(and(eq(trainingSessionRuns.trainingSessionId, id), eq(trainingSessionRuns.sub, forSub)));
  return db
    .selectDistinctOn([forSub], {
      sub: forSub,
      madeAt: trainingSessions.createdAt,
      begun: sql<boolean>`exists ${begun}`,
    })
    .from(trainingSessions)
    .where(and(inArray(forSub, [...subs]), eq(authorSub, trainerSub)))
    .orderBy(asc(forSub), desc(updatedAt), desc(id));
}

/**
 * Lists, for each member, the Mondays of the weeks with a workout, back from the week of `monday`
 * to the first week without one. The week of `monday` may have none yet. It takes one step in the
 * index for each week, however long the history is.
 */
export async function listTrainedWeeks(
  db: Queryable,
  subs: readonly string[],
  monday: string,
): Promise<{ readonly sub: string; readonly monday: string }[]> {
  const isTrained = (week: unknown) => sql`exists (
    select from ${workouts}
    where ${workouts.sub} = weeks.sub
      and ${workouts.gymDay} >= ${week} and ${workouts.gymDay} < ${week} + 7
  )`;
  const { rows } = await db.execute<{ sub: string; monday: string }>(sql`
    with recursive weeks (sub, monday, trained) as (
      select sub, ${monday}::date, ${isTrained(sql`${monday}::date`)}
      from unnest(${arrayLiteral(subs)}::uuid[]) as weeks (sub)
      union all
      select weeks.sub, monday - 7, ${isTrained(sql`(monday - 7)`)}
      from weeks where trained or monday = ${monday}::date
    )
    select sub, monday from weeks where trained`);
  return rows;
}

const isOpen = isNull(trainerLinks.endedAt);

export interface MemberTrainer {
  readonly link: TrainerLinkRow;
  /** Nickname of the trainer. Empty without a profile. */
  readonly nickname: string;
}

export async function findMemberTrainer(
  db: Queryable,
  memberSub: string,
): Promise<MemberTrainer | null> {
  const [found] = await db
    .select({ link: trainerLinks, nickname: userInfos.nickname })
    .from(trainerLinks)
    .leftJoin(userInfos, eq(userInfos.sub, trainerLinks.trainerSub))
    .where(and(eq(trainerLinks.memberSub, memberSub), isOpen));
  return found === undefined ? null : { ...found, nickname: found.nickname ?? '' };
}

/** Inserts a link. Returns `null` if the member already has a trainer. */
export async function insertTrainerLink(
  tx: Transaction,
  link: Pick<TrainerLinkRow, 'memberSub' | 'trainerSub' | 'scopes' | 'linkedAt'>,
): Promise<TrainerLinkRow | null> {
  const [made] = await tx
    .insert(trainerLinks)
    .values(link)
    .onConflictDoNothing({ target: trainerLinks.memberSub, where: isOpen })
    .returning();
  return made ?? null;
}

/**
 * Changes the scopes of a link. It waits for transactions that have locked the link, so they finish
 * with the old scopes.
 */
export async function changeLinkScopes(
  db: Queryable,
  memberSub: string,
  scopes: TrainerScope[],
): Promise<boolean> {
  const changed = await db
    .update(trainerLinks)
    .set({ scopes })
    .where(and(eq(trainerLinks.memberSub, memberSub), isOpen))
    .returning({ id: trainerLinks.id });
  return changed.length > 0;
}

export async function endLinkOfMember(
  tx: Transaction,
  memberSub: string,
  now: Date,
): Promise<EndedTrainerLink | null> {
  return await end(tx, eq(trainerLinks.memberSub, memberSub), now);
}

export async function endLinkOfTrainer(
  tx: Transaction,
  { trainerSub, memberId }: { readonly trainerSub: string; readonly memberId: number },
  now: Date,
): Promise<EndedTrainerLink | null> {
  const whose = and(eq(trainerLinks.id, memberId), eq(trainerLinks.trainerSub, trainerSub));
  return await end(tx, whose, now);
}

/** Returns whether the number ever belonged to a member of this trainer. */
export async function hadMember(
  db: Queryable,
  { trainerSub, memberId }: { readonly trainerSub: string; readonly memberId: number },
): Promise<boolean> {
  const found = await db
    .select({ id: trainerLinks.id })
    .from(trainerLinks)
    .where(and(eq(trainerLinks.id, memberId), eq(trainerLinks.trainerSub, trainerSub)));
  return found.length > 0;
}

export interface EndedTrainerLink {
  readonly memberSub: string;
  /** Whether chosen loads ended with the link, which the member's machine may show. */
  readonly hadLoads: boolean;
}

async function end(
  tx: Transaction,
  whose: ReturnType<typeof and>,
  now: Date,
): Promise<EndedTrainerLink | null> {
  const [ended] = await tx
    .update(trainerLinks)
    .set({ endedAt: now })
    .where(and(whose, isOpen))
    .returning({ id: trainerLinks.id, memberSub: trainerLinks.memberSub });
  if (ended === undefined) return null;
  const loads = await tx
    .delete(chosenLoads)
    .where(eq(chosenLoads.linkId, ended.id))
    .returning({ workoutTypeId: chosenLoads.workoutTypeId });
  return { memberSub: ended.memberSub, hadLoads: loads.length > 0 };
}

/**
 * Deletes all links of a trainer or member. Views and chosen loads are deleted with their links.
 */
export async function deleteLinks(tx: Transaction, sub: string): Promise<void> {
  await tx
    .delete(trainerLinks)
    .where(or(eq(trainerLinks.memberSub, sub), eq(trainerLinks.trainerSub, sub)));
  await tx
    .delete(trainerViews)
    .where(or(eq(trainerViews.memberSub, sub), eq(trainerViews.trainerSub, sub)));
  await tx.delete(chosenLoads).where(eq(chosenLoads.sub, sub));
}

/** Deletes links that ended before that time. All their views are older than their end. */
export async function purgeEndedTrainerLinks(db: Queryable, endedBefore: Date): Promise<void> {
  await db.delete(trainerLinks).where(lt(trainerLinks.endedAt, endedBefore));
}
