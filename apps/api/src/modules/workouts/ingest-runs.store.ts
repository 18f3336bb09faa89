import { runLengthMs } from '@tanren/domain/session-runs';
import { and, desc, eq, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable } from '#db/database.ts';
import { trainingSessionRuns } from '#db/schema/training-sessions.ts';

export interface Bout {
  readonly sub: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** Nobody starts more sessions within hours; whoever does shall not make others wait. */
const mostRuns = 100;

/**
 * For each bout, by its place, the runs it could be of: of its member, begun before it ended and
 * not longer before it than a run lasts. One query for a batch. The bound also keeps PostgreSQL
 * from joining the whole table: each bout takes a step in the index.
 */
export function selectNearbyRuns(db: Queryable, bouts: readonly Bout[]) {
  const subs = arrayLiteral(bouts.map(({ sub }) => sub));
  const earliest = arrayLiteral(
    bouts.map(({ startedAt }) => new Date(startedAt.getTime() - runLengthMs)),
  );
  const latest = arrayLiteral(bouts.map(({ endedAt }) => endedAt));
  const { id, items, startedAt, endsBy, endedAt } = trainingSessionRuns;
  const nearby = db
    .select({ id, items, startedAt, endsBy, endedAt })
    .from(trainingSessionRuns)
    .where(
      and(
        eq(trainingSessionRuns.sub, sql`n.sub`),
        sql`${startedAt} > n.earliest`,
        sql`${startedAt} < n.latest`,
      ),
    )
    .orderBy(desc(startedAt))
    .limit(mostRuns)
    .as('nearby');
  return db
    .select({
      place: sql<number>`n.place::integer`,
      id: nearby.id,
      items: nearby.items,
      startedAt: nearby.startedAt,
      endsBy: nearby.endsBy,
      endedAt: nearby.endedAt,
    })
    .from(
      sql`unnest(${subs}::uuid[], ${earliest}::timestamptz[], ${latest}::timestamptz[])
        with ordinality n (sub, earliest, latest, place)`,
    )
    .innerJoinLateral(nearby, sql`true`);
}
