import type { TrainerScope } from '@tanren/domain/trainer-scopes';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { type TrainerLinkRow, trainerViews } from '#db/schema/trainer-links.ts';
import { userInfos } from '#db/schema/userinfo.ts';
import { isBefore, selectMicros, type TimePosition } from '#db/time-cursor.ts';

export async function wasSeen(
  db: Queryable,
  { linkId, seen, since }: { linkId: number; seen: TrainerScope; since: Date },
): Promise<boolean> {
  const found = await db
    .select({ id: trainerViews.id })
    .from(trainerViews)
    .where(
      and(
        eq(trainerViews.linkId, linkId),
        eq(trainerViews.seen, seen),
        gt(trainerViews.seenAt, since),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Until the transaction ends nobody else writes what was seen by this link. */
export async function lockViews(tx: Transaction, linkId: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.trainerViews}, ${linkId}::integer)`,
  );
}

export async function insertView(
  tx: Transaction,
  { id, memberSub, trainerSub }: TrainerLinkRow,
  seen: TrainerScope,
  seenAt: Date,
): Promise<void> {
  await tx.insert(trainerViews).values({ linkId: id, memberSub, trainerSub, seen, seenAt });
}

export interface ViewFilter {
  readonly memberSub: string;
  readonly since: Date;
  /** Null: from the newest on. */
  readonly from: TimePosition | null;
  readonly limit: number;
}

/** Newest first; by the index `trainer_views_of_member`. */
export function selectViews(db: Queryable, { memberSub, since, from, limit }: ViewFilter) {
  const { id, seen, seenAt } = trainerViews;
  return db
    .select({ id, seen, seenAt, micros: selectMicros(seenAt), nickname: userInfos.nickname })
    .from(trainerViews)
    .leftJoin(userInfos, eq(userInfos.sub, trainerViews.trainerSub))
    .where(
      and(
        eq(trainerViews.memberSub, memberSub),
        gt(seenAt, since),
        from === null ? undefined : isBefore(seenAt, id, from),
      ),
    )
    .orderBy(desc(seenAt), desc(id))
    .limit(limit);
}

export async function purgeTrainerViews(db: Queryable, seenBefore: Date): Promise<void> {
  await db.delete(trainerViews).where(lt(trainerViews.seenAt, seenBefore));
}
