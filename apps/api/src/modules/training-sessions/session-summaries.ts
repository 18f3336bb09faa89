import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import { sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable } from '#db/database.ts';
import { trainingSessions } from '#db/schema/training-sessions.ts';
import { selectSessions } from './session-reads.store.ts';
import { toSummary } from './training-sessions.wire.ts';

/** In the order of the ids; without those that the member may not see, or that are gone. */
export async function listSummaries(
  db: Queryable,
  ids: readonly number[],
  sub: string,
): Promise<TrainingSessionSummary[]> {
  if (ids.length === 0) return [];
  const which = sql`${trainingSessions.id} = any(${arrayLiteral(ids)}::int[])`;
  const found = await selectSessions(db, sub, which);
  const byId = new Map(found.map((session) => [session.id, session]));
  return ids.flatMap((id) => {
    const session = byId.get(id);
    return session === undefined ? [] : [toSummary(session, sub)];
  });
}
