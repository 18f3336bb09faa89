import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { favoriteTrainingSessions, trainingSessions } from '#db/schema/training-sessions.ts';
import { userInfos } from '#db/schema/userinfo.ts';

/** Private ones exist for nobody but their author: every read for a member carries this. */
export function visibleTo(sub: string): SQL | undefined {
  return or(eq(trainingSessions.visibility, sql`'public'`), eq(trainingSessions.authorSub, sub));
}

const seen = {
  id: trainingSessions.id,
  authorSub: trainingSessions.authorSub,
  title: trainingSessions.title,
  description: trainingSessions.description,
  tags: trainingSessions.tags,
  visibility: trainingSessions.visibility,
  items: trainingSessions.items,
  version: trainingSessions.version,
  favoriteCount: trainingSessions.favoriteCount,
  createdAt: trainingSessions.createdAt,
  updatedAt: trainingSessions.updatedAt,
  forSub: trainingSessions.forSub,
  hiddenReason: trainingSessions.hiddenReason,
  /** null: the author has no profile. */
  nickname: userInfos.nickname,
  favorite: sql<boolean>`${favoriteTrainingSessions.sub} is not null`,
};

export type SeenSession = Awaited<ReturnType<typeof selectSessions>>[number];

/** Sessions with what surrounds them, as one member sees them. */
export function selectSessions(db: Queryable, sub: string, which: SQL) {
  return db
    .select(seen)
    .from(trainingSessions)
    .leftJoin(userInfos, eq(userInfos.sub, trainingSessions.authorSub))
    .leftJoin(
      favoriteTrainingSessions,
      and(
        eq(favoriteTrainingSessions.trainingSessionId, trainingSessions.id),
        eq(favoriteTrainingSessions.sub, sub),
      ),
    )
    .where(and(visibleTo(sub), which));
}
