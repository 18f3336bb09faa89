import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { trainerViews } from '#db/schema/trainer-links.ts';
import { userInfos } from '#db/schema/userinfo.ts';

const pageSize = 500;

/** In pages: no connection to the database may wait for a telephone. */
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

/** By id, which is the order in which they were written. */
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
