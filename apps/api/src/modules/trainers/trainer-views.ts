import { defaultPageLimit } from '@tanren/contract/endpoint';
import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import { and, asc, desc, eq, gt, lt, sql, type SQL } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { type TrainerLinkRow, trainerViews } from '#db/schema/trainers.ts';
import { userInfos } from '#db/schema/members.ts';
import {
  cutPage,
  isBefore,
  readTimeCursor,
  selectMicros,
  type TimePosition,
} from '#db/time-cursor.ts';
import { lockLink, type TrainedMemberKey } from './trainer-link.service.ts';

async function wasSeen(
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

/** Locks the views of this link until the transaction ends. */
async function lockViews(tx: Transaction, linkId: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.trainerViews}, ${linkId}::integer)`,
  );
}

async function insertView(
  tx: Transaction,
  { id, memberSub, trainerSub }: TrainerLinkRow,
  seen: TrainerScope,
  seenAt: Date,
): Promise<void> {
  await tx.insert(trainerViews).values({ linkId: id, memberSub, trainerSub, seen, seenAt });
}

interface ViewFilter {
  readonly memberSub: string;
  readonly since: Date;
  /** Position after which the page begins. `null` to begin with the newest view. */
  readonly from: TimePosition | null;
  readonly limit: number;
}

/** Selects views, newest first, with the index `trainer_views_of_member`. */
function selectViews(db: Queryable, { memberSub, since, from, limit }: ViewFilter) {
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

/** Milliseconds within which repeated views of the same data count as one. */
const oneViewMs = 15 * 60 * 1000;
export const viewRetentionDays = 365;

/**
 * Logs a view before the data is shown, with the present state of the link: all data that the
 * trainer sees is in the member's list, and data that the member has just withdrawn is not shown.
 */
export async function logView(
  db: Queryable,
  link: TrainerLinkRow,
  seen: TrainerScope,
  now: Date,
): Promise<void> {
  const view = { linkId: link.id, seen, since: new Date(now.getTime() - oneViewMs) };
  if (await wasSeen(db, view)) return;
  const key: TrainedMemberKey = { trainerSub: link.trainerSub, memberId: link.id };
  await db.transaction(async (tx) => {
    const locked = await lockLink(tx, key, seen);
    await lockViews(tx, link.id);
    if (!(await wasSeen(tx, view))) await insertView(tx, locked, seen, now);
  });
}

interface ViewPageRequest {
  readonly cursor?: string;
  readonly limit?: number;
}

export async function readViewPage(
  db: Queryable,
  memberSub: string,
  { cursor, limit = defaultPageLimit }: ViewPageRequest,
  now: Date,
) {
  const from = cursor === undefined ? null : readTimeCursor(cursor);
  const since = new Date(now.getTime() - viewRetentionDays * 24 * 60 * 60 * 1000);
  return cutPage(await selectViews(db, { memberSub, since, from, limit: limit + 1 }), limit);
}

const pageSize = 500;

/** Yields all views in pages, so that no database connection waits for a slow phone. */
export async function* readAllViews(db: Queryable, whose: SQL) {
  let afterId = 0;
  for (;;) {
    const page = await selectPage(db, whose, afterId);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    afterId = last.id;
  }
}

/** Selects a page of views by id, which is the order in which they were written. */
function selectPage(db: Queryable, whose: SQL, afterId: number) {
  const { id, linkId, seen, seenAt } = trainerViews;
  return db
    .select({ id, linkId, seen, seenAt, nickname: userInfos.nickname })
    .from(trainerViews)
    .leftJoin(userInfos, eq(userInfos.sub, trainerViews.trainerSub))
    .where(and(whose, gt(id, afterId)))
    .orderBy(asc(id))
    .limit(pageSize);
}
