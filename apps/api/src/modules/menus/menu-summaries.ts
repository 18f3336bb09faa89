import type { TrainingSession, TrainingSessionSummary } from '@tanren/contract/menus/menus';
import { toKilograms } from '@tanren/domain/workouts/loads';
import {
  countSessionSets,
  listSessionTypes,
  estimateSessionMinutes,
} from '@tanren/domain/menus/menus';
import { type SQL, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable } from '#db/database.ts';
import { trainingSessions } from '#db/schema/menus.ts';
import { gymAuthor } from './built-in-menus.ts';
import {
  type SeenSession,
  selectSessions,
  selectTrainedSessions,
  type Trained,
} from './menus.store.ts';

function toSummary(session: Omit<SeenSession, 'description'>, sub: string): TrainingSessionSummary {
  return {
    trainingSessionId: session.id,
    title: session.title,
    tags: session.tags,
    visibility: session.visibility,
    workoutTypeIds: listSessionTypes(session.items),
    setCount: countSessionSets(session.items),
    estimatedMinutes: estimateSessionMinutes(session.items),
    author: { nickname: nameAuthor(session), isMe: session.authorSub === sub },
    byTrainer: session.forSub !== null,
    favorite: session.favorite,
    favoriteCount: showFavoriteCount(session),
    updatedAt: session.updatedAt.toISOString(),
  };
}

function nameAuthor({ authorSub, nickname }: Pick<SeenSession, 'authorSub' | 'nickname'>): string {
  return authorSub === gymAuthor.sub ? gymAuthor.nickname : (nickname ?? '');
}

export type CountedFavorites = Pick<SeenSession, 'visibility' | 'favorite' | 'favoriteCount'>;

/**
 * Returns the count that the member may see. The favourites of other members stay hidden in a
 * private menu, so its count shows only the member's own.
 */
export function showFavoriteCount(session: CountedFavorites): number {
  if (session.visibility === 'public') return session.favoriteCount;
  return session.favorite ? 1 : 0;
}

export function toTrainingSession(session: SeenSession, sub: string): TrainingSession {
  return {
    ...toSummary(session, sub),
    description: session.description,
    items: session.items.map(({ loadHg, ...item }) => ({
      ...item,
      loadKg: loadHg === null ? null : toKilograms(loadHg),
    })),
    version: session.version,
    createdAt: session.createdAt.toISOString(),
    hiddenReason: session.authorSub === sub ? session.hiddenReason : null,
  };
}

/**
 * Lists menus in the order of the ids, without those that the member may not see or that were
 * deleted.
 */
export async function listSummaries(
  db: Queryable,
  ids: readonly number[],
  sub: string,
): Promise<TrainingSessionSummary[]> {
  return await listInOrder(ids, sub, (which) => selectSessions(db, sub, which));
}

/** Lists menus as the trainer who made them for a member sees them. */
export async function listTrainedSummaries(
  db: Queryable,
  ids: readonly number[],
  trained: Trained,
): Promise<TrainingSessionSummary[]> {
  const { authorSub } = trained;
  return await listInOrder(ids, authorSub, (which) => selectTrainedSessions(db, trained, which));
}

async function listInOrder(
  ids: readonly number[],
  sub: string,
  select: (which: SQL) => PromiseLike<SeenSession[]>,
): Promise<TrainingSessionSummary[]> {
  if (ids.length === 0) return [];
  const found = await select(sql`${trainingSessions.id} = any(${arrayLiteral(ids)}::int[])`);
  const byId = new Map(found.map((session) => [session.id, session]));
  return ids.flatMap((id) => {
    const session = byId.get(id);
    return session === undefined ? [] : [toSummary(session, sub)];
  });
}
