import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import { type SQL, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable } from '#db/database.ts';
import { trainingSessions } from '#db/schema/training-sessions.ts';
import {
  type SeenSession,
  selectSessions,
  selectTrainedSessions,
  type Trained,
} from './session-reads.store.ts';
import { toSummary } from './training-sessions.wire.ts';

/** In the order of the ids; without those that the member may not see, or that are gone. */
export async function listSummaries(
  db: Queryable,
  ids: readonly number[],
  sub: string,
): Promise<TrainingSessionSummary[]> {
  return await listInOrder(ids, sub, (which) => selectSessions(db, sub, which));
}

/** As the trainer sees them who made them for a member. */
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
