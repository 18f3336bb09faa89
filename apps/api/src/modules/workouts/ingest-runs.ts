import { overlapsRun, runLengthMs, type RunTimes } from '@tanren/domain/training-session-runs';
import { and, desc, eq, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { trainingSessionRuns } from '#db/schema/training-sessions.ts';
import type { AcceptedWorkout, PlacedWorkout } from './ingest-plan.ts';

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

/** A member doing a session, as far as workouts ask. */
interface NearbyRun extends RunTimes {
  readonly id: number;
  readonly items: readonly { readonly workoutTypeId: number }[];
}

/**
 * Finds the session each workout was done in. The runs need no lock: whoever erases a member
 * waits for the links, which we hold.
 */
export async function placeInRuns(
  tx: Transaction,
  accepted: readonly AcceptedWorkout[],
): Promise<PlacedWorkout[]> {
  const bouts = accepted.map(({ link: { sub }, workout: { startedAt, endedAt } }) => ({
    sub,
    startedAt,
    endedAt,
  }));
  const nearby = accepted.map((): NearbyRun[] => []);
  for (const { place, ...run } of await selectNearbyRuns(tx, bouts)) nearby[place - 1]?.push(run);
  return accepted.map((one, at) => ({ ...one, sessionRunId: chooseRun(one, nearby[at] ?? []) }));
}

/**
 * Of the member's runs the one that went on at the time and has the type in it; the newest when
 * one was started while a set of another was under way. When the workout arrived does not matter.
 */
function chooseRun({ link, workout }: AcceptedWorkout, runs: readonly NearbyRun[]): number | null {
  let chosen: NearbyRun | null = null;
  for (const run of runs) {
    const hasType = run.items.some(({ workoutTypeId }) => workoutTypeId === link.workoutTypeId);
    const isItsRun = hasType && overlapsRun(run, workout);
    if (isItsRun && (chosen === null || isNewer(run, chosen))) chosen = run;
  }
  return chosen?.id ?? null;
}

function isNewer(a: NearbyRun, b: NearbyRun): boolean {
  const later = a.startedAt.getTime() - b.startedAt.getTime();
  return later > 0 || (later === 0 && a.id > b.id);
}
