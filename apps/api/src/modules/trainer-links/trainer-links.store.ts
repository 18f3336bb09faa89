import type { TrainerScope } from '@tanren/domain/trainer-scopes';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  chosenLoads,
  type TrainerLinkRow,
  trainerLinks,
  trainerViews,
} from '#db/schema/trainer-links.ts';
import { userInfos } from '#db/schema/userinfo.ts';

const isOpen = isNull(trainerLinks.endedAt);

export interface MemberTrainer {
  readonly link: TrainerLinkRow;
  /** Empty without a profile. */
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

/** null when the member has a trainer already. */
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

/** Waits for whoever holds the link: what was begun under it is done before it changes. */
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

/** Whether the number was once that of a member of this trainer. */
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
  /** Whether a next load went with it, which the member's machine may have been told. */
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

/** On either side of them; views and chosen loads go with their links. */
export async function deleteLinks(tx: Transaction, sub: string): Promise<void> {
  await tx
    .delete(trainerLinks)
    .where(or(eq(trainerLinks.memberSub, sub), eq(trainerLinks.trainerSub, sub)));
  await tx
    .delete(trainerViews)
    .where(or(eq(trainerViews.memberSub, sub), eq(trainerViews.trainerSub, sub)));
  await tx.delete(chosenLoads).where(eq(chosenLoads.sub, sub));
}

/** No view of such a link is younger than its end. */
export async function purgeEndedTrainerLinks(db: Queryable, endedBefore: Date): Promise<void> {
  await db.delete(trainerLinks).where(lt(trainerLinks.endedAt, endedBefore));
}
