import type { TrainingSession, TrainingSessionSummary } from '@tanren/contract/training-sessions';
import { toKilograms } from '@tanren/domain/loads';
import { countSessionSets, listSessionTypes } from '@tanren/domain/session-items';
import { estimateSessionMinutes } from '@tanren/domain/session-minutes';
import type { SeenSession } from './session-reads.store.ts';

export function toSummary(
  session: Omit<SeenSession, 'description'>,
  sub: string,
): TrainingSessionSummary {
  return {
    trainingSessionId: session.id,
    title: session.title,
    tags: session.tags,
    visibility: session.visibility,
    workoutTypeIds: listSessionTypes(session.items),
    setCount: countSessionSets(session.items),
    estimatedMinutes: estimateSessionMinutes(session.items),
    author: { nickname: session.nickname ?? '', isMe: session.authorSub === sub },
    byTrainer: session.forSub !== null,
    favorite: session.favorite,
    favoriteCount: showFavoriteCount(session),
    updatedAt: session.updatedAt.toISOString(),
  };
}

export type CountedFavorites = Pick<SeenSession, 'visibility' | 'favorite' | 'favoriteCount'>;

/** Of a private one, favourites of others stay hidden: all there is to see is one's own. */
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
