import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { favoriteTrainingSessions, trainingSessions } from '#db/schema/training-sessions.ts';
import { userInfos } from '#db/schema/userinfo.ts';
import { visibleTo } from '#db/session-visibility.ts';

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
  return selectSurrounded(db, sub, and(visibleTo(sub), which));
}

/** What a trainer made for a member, as the trainer sees it: whoever asks has checked the link. */
export function selectTrainedSessions(db: Queryable, { authorSub, forSub }: Trained, which?: SQL) {
  const isTheirs = and(
    eq(trainingSessions.authorSub, authorSub),
    eq(trainingSessions.forSub, forSub),
  );
  return selectSurrounded(db, authorSub, and(isTheirs, which));
}

export interface Trained {
  /** The trainer. */
  readonly authorSub: string;
  /** The member. */
  readonly forSub: string;
}

function selectSurrounded(db: Queryable, sub: string, which: SQL | undefined) {
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
    .where(which);
}
