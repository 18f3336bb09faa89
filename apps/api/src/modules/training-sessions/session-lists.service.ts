import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import { defaultPageLimit } from '@tanren/contract/paging';
import type { Queryable } from '#db/database.ts';
import { cutPage, readTimeCursor, type TimePosition } from '#db/time-cursor.ts';
import { type ListFilter, selectFavoriteIds, selectOwnIds } from './session-lists.store.ts';
import { listSummaries } from './session-summaries.ts';

export interface PageRequest {
  readonly cursor?: string;
  readonly limit?: number;
}

export interface SessionPage {
  items: TrainingSessionSummary[];
  nextCursor: string | null;
}

export async function readOwnPage(db: Queryable, sub: string, page: PageRequest) {
  return await readPage(db, sub, page, selectOwnIds);
}

export async function readFavoritePage(db: Queryable, sub: string, page: PageRequest) {
  return await readPage(db, sub, page, selectFavoriteIds);
}

async function readPage(
  db: Queryable,
  sub: string,
  { cursor, limit = defaultPageLimit }: PageRequest,
  select: (db: Queryable, filter: ListFilter) => PromiseLike<TimePosition[]>,
): Promise<SessionPage> {
  const from = cursor === undefined ? null : readTimeCursor(cursor);
  const { items, nextCursor } = cutPage(await select(db, { sub, from, limit: limit + 1 }), limit);
  const ids = items.map(({ id }) => id);
  return { items: await listSummaries(db, ids, sub), nextCursor };
}
