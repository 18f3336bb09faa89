import type { TrainingSession, TrainingSessionSummary } from '@tanren/contract/menus/menus';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { countMenuSets, listMenuTypes, estimateMenuMinutes } from '@tanren/domain/menus/menus';
import { type SQL, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable } from '#db/database.ts';
import { trainingSessions } from '#db/schema/menus.ts';
import { gymAuthor } from '@tanren/domain/menus/built-in-menus';
import { type SeenMenu, selectMenus, selectTrainedMenus, type Trained } from './menus.store.ts';

function toSummary(session: Omit<SeenMenu, 'description'>, sub: string): TrainingSessionSummary {
  return {
    trainingSessionId: session.id,
    title: session.title,
    tags: session.tags,
    visibility: session.visibility,
    workoutTypeIds: listMenuTypes(session.items),
    setCount: countMenuSets(session.items),
    estimatedMinutes: estimateMenuMinutes(session.items),
    author: { nickname: nameAuthor(session), isMe: session.authorSub === sub },
    byTrainer: session.forSub !== null,
    favorite: session.favorite,
    favoriteCount: showFavoriteCount(session),
    updatedAt: session.updatedAt.toISOString(),
  };
}

function nameAuthor({ authorSub, nickname }: Pick<SeenMenu, 'authorSub' | 'nickname'>): string {
  return authorSub === gymAuthor.sub ? gymAuthor.nickname : (nickname ?? '');
}

export type CountedFavorites = Pick<SeenMenu, 'visibility' | 'favorite' | 'favoriteCount'>;

/**
 * Returns the count that the member may see. The favourites of other members stay hidden in a
 * private menu, so its count shows only the member's own.
 */
export function showFavoriteCount(session: CountedFavorites): number {
  if (session.visibility === 'public') return session.favoriteCount;
  return session.favorite ? 1 : 0;
}

export function toTrainingSession(session: SeenMenu, sub: string): TrainingSession {
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
    ...(session.fixedOrder && { fixedOrder: true }),
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
  return await listInOrder(ids, sub, (which) => selectMenus(db, sub, which));
}

/** Lists menus as the trainer who made them for a member sees them. */
export async function listTrainedSummaries(
  db: Queryable,
  ids: readonly number[],
  trained: Trained,
): Promise<TrainingSessionSummary[]> {
  const { authorSub } = trained;
  return await listInOrder(ids, authorSub, (which) => selectTrainedMenus(db, trained, which));
}

async function listInOrder(
  ids: readonly number[],
  sub: string,
  select: (which: SQL) => PromiseLike<SeenMenu[]>,
): Promise<TrainingSessionSummary[]> {
  if (ids.length === 0) return [];
  const found = await select(sql`${trainingSessions.id} = any(${arrayLiteral(ids)}::int[])`);
  const byId = new Map(found.map((session) => [session.id, session]));
  return ids.flatMap((id) => {
    const session = byId.get(id);
    return session === undefined ? [] : [toSummary(session, sub)];
  });
}
