import { defaultPageLimit } from '@tanren/contract/paging';
import type { TrainerTrainingSession } from '@tanren/contract/trainer-training-sessions';
import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import type { Queryable } from '#db/database.ts';
import { cutPage, readTimeCursor, type TimePosition } from '#db/time-cursor.ts';
import { requireLink, type TrainedMemberKey } from '#db/trainer-link.ts';
import { selectLastRuns } from './last-runs.store.ts';
import {
  type ListFilter,
  selectFavoriteIds,
  selectMadeForIds,
  selectOwnIds,
  selectTrainedIds,
} from './session-lists.store.ts';
import { listSummaries, listTrainedSummaries } from './session-summaries.ts';

export interface PageRequest {
  readonly cursor?: string;
  readonly limit?: number;
}

interface Page<S> {
  items: S[];
  nextCursor: string | null;
}

export type SessionPage = Page<TrainingSessionSummary>;

export async function readOwnPage(db: Queryable, sub: string, page: PageRequest) {
  return await readSeenPage(db, sub, page, selectOwnIds);
}

export async function readFavoritePage(db: Queryable, sub: string, page: PageRequest) {
  return await readSeenPage(db, sub, page, selectFavoriteIds);
}

/** What trainers made for the member, also after the link with them ended. */
export async function readMadeForPage(
  db: Queryable,
  sub: string,
  page: PageRequest,
): Promise<Page<TrainerTrainingSession>> {
  const { items, nextCursor } = await readSeenPage(db, sub, page, selectMadeForIds);
  const ids = items.map(({ trainingSessionId }) => trainingSessionId);
  const runs = ids.length === 0 ? [] : await selectLastRuns(db, sub, ids);
  const lastRuns = new Map(runs.map(({ id, lastRunAt }) => [id, lastRunAt.toISOString()]));
  const told = items.map((session) => ({
    ...session,
    lastRunAt: lastRuns.get(session.trainingSessionId) ?? null,
  }));
  return { items: told, nextCursor };
}

/** What a trainer made for a linked member. */
export async function readTrainedPage(db: Queryable, member: TrainedMemberKey, page: PageRequest) {
  const { trainerSub: authorSub, memberSub: forSub } = await requireLink(db, member);
  const trained = { authorSub, forSub };
  return await readPage(
    page,
    (place) => selectTrainedIds(db, { ...trained, ...place }),
    (ids) => listTrainedSummaries(db, ids, trained),
  );
}

async function readSeenPage(
  db: Queryable,
  sub: string,
  page: PageRequest,
  select: (db: Queryable, filter: ListFilter) => PromiseLike<TimePosition[]>,
): Promise<SessionPage> {
  return await readPage(
    page,
    (place) => select(db, { sub, ...place }),
    (ids) => listSummaries(db, ids, sub),
  );
}

async function readPage(
  { cursor, limit = defaultPageLimit }: PageRequest,
  select: (place: Omit<ListFilter, 'sub'>) => PromiseLike<TimePosition[]>,
  list: (ids: readonly number[]) => Promise<TrainingSessionSummary[]>,
): Promise<SessionPage> {
  const from = cursor === undefined ? null : readTimeCursor(cursor);
  const { items, nextCursor } = cutPage(await select({ from, limit: limit + 1 }), limit);
  return { items: await list(items.map(({ id }) => id)), nextCursor };
}
