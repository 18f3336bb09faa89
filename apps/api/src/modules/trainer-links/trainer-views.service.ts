import { defaultPageLimit } from '@tanren/contract/paging';
import type { TrainerScope } from '@tanren/domain/trainer-scopes';
import type { Database, Queryable } from '#db/database.ts';
import { cutPage, readTimeCursor } from '#db/time-cursor.ts';
import { holdLink, type TrainedMemberKey } from '#db/trainer-link.ts';
import type { TrainerLinkRow } from '#db/schema/trainer-links.ts';
import { insertView, lockViews, selectViews, wasSeen } from './trainer-views.store.ts';

/** The same thing seen again within this time is one view. */
export const oneViewMs = 15 * 60 * 1000;
export const viewsKeptDays = 365;

/**
 * Written before anything is shown, and under the link as it is then: what the trainer gets to
 * see is in the member's list, and what the member has just forbidden is not shown any more.
 */
export async function logView(
  db: Database,
  link: TrainerLinkRow,
  seen: TrainerScope,
  now: Date,
): Promise<void> {
  const view = { linkId: link.id, seen, since: new Date(now.getTime() - oneViewMs) };
  if (await wasSeen(db, view)) return;
  const key: TrainedMemberKey = { trainerSub: link.trainerSub, memberId: link.id };
  await db.transaction(async (tx) => {
    const held = await holdLink(tx, key, seen);
    await lockViews(tx, link.id);
    if (!(await wasSeen(tx, view))) await insertView(tx, held, seen, now);
  });
}

export interface ViewPageRequest {
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
  const since = new Date(now.getTime() - viewsKeptDays * 24 * 60 * 60 * 1000);
  return cutPage(await selectViews(db, { memberSub, since, from, limit: limit + 1 }), limit);
}
